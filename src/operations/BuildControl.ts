import { Clock, Context, Effect, Layer } from "effect"
import { CurrentMeta, type Sealing, Sql, type SqlClient, uuidv7 } from "#core/kernel"
import { type BuildTask, BuildTaskRefused, runBuildTask } from "./buildTasks.ts"

/** A task that no worker has begun by then is taken back. */
const BEGIN_SECONDS_MAX = 60
const ASK_MS = 250

/** Changes the builds of read models. */
export class BuildControl extends Context.Service<
  BuildControl,
  { readonly run: (task: BuildTask) => Effect.Effect<void, BuildTaskRefused> }
>()("operations/BuildControl") {
  /** In this process, which owns the tables. */
  static readonly layerHere = Layer.effect(
    BuildControl,
    Effect.map(Effect.context<Sql | Sealing>(), (services) =>
      BuildControl.of({ run: (task) => Effect.provideContext(runBuildTask(task), services) }),
    ),
  )

  /** By a worker: the database role of the console may not change tables. */
  static readonly layerByWorker = Layer.effect(
    BuildControl,
    Effect.map(Sql, ({ client: sql }) => BuildControl.of({ run: (task) => requestTask(sql, task) })),
  )
}

/** Asks for a task once per command, and waits until a worker has carried it out. */
const requestTask = Effect.fnUntraced(function* (sql: SqlClient, { kind, projection, build, mustBeEqual }: BuildTask) {
  const { commandId } = yield* CurrentMeta
  const taskId = commandId ?? uuidv7(yield* Clock.currentTimeMillis)
  yield* Effect.promise(
    () => sql`
      insert into cluster.build_task (task_id, kind, projection, build, must_be_equal)
      values (${taskId}, ${kind}, ${projection}, ${build}, ${mustBeEqual}) on conflict (task_id) do nothing`,
  )
  for (;;) {
    const row = yield* Effect.promise(() => findEnd(sql, taskId))
    if (row?.refusal != null) return yield* Effect.fail(new BuildTaskRefused(row.refusal))
    if (row !== undefined) return
    yield* Effect.sleep(ASK_MS)
  }
})

/** How a task ended; undefined if it has not. */
const findEnd = async (sql: SqlClient, taskId: string): Promise<{ readonly refusal: string | null } | undefined> => {
  await sql`
    update cluster.build_task set ended_at = now(), refusal = 'NoWorker'
    where task_id = ${taskId} and started_at is null and ended_at is null
      and requested_at < now() - ${BEGIN_SECONDS_MAX} * interval '1 second'`
  const [row] = await sql<Array<{ refusal: string | null }>>`
    select refusal from cluster.build_task where task_id = ${taskId} and ended_at is not null`
  return row
}
