import { Effect } from "effect"
import { Sql, type SqlClient, tryAdvisoryLock } from "#core/kernel"
import { type BuildTask, runBuildTask } from "../../operations/buildTasks.ts"

/** Tasks that one worker runs at once, and how many of them may fill a build, which takes long. */
const TASKS_MAX = 4
const REBUILDS_MAX = 2
/** Ended tasks are kept for operators who carry out a run again. */
const KEPT_DAYS = 30

type OpenTask = BuildTask & { readonly taskId: string }

/**
 * Begins the tasks that operators ask for at the console. The advisory lock of each ends with its process, so another worker
 * carries it out again after a crash.
 */
export const buildTasks = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const running = new Map<string, BuildTask["kind"]>()
  const scope = yield* Effect.scope
  yield* Effect.promise(
    () => sql`delete from cluster.build_task where ended_at < now() - ${KEPT_DAYS} * interval '1 day'`,
  )

  const run = (task: OpenTask) =>
    tryAdvisoryLock(sql, { work: "build task", on: task.taskId }, carryOut(sql, task)).pipe(
      Effect.catchCause((cause) => Effect.logError("the end of a task was not recorded", { ...task }, cause)),
      Effect.ensuring(Effect.sync(() => running.delete(task.taskId))),
    )

  return Effect.gen(function* () {
    const open = yield* Effect.promise(() => listOpen(sql))
    for (const task of open) {
      const rebuilds = [...running.values()].filter((kind) => kind === "rebuild").length
      if (running.size >= TASKS_MAX) break
      if (running.has(task.taskId) || (task.kind === "rebuild" && rebuilds >= REBUILDS_MAX)) continue
      running.set(task.taskId, task.kind)
      yield* Effect.forkIn(run(task), scope)
    }
  })
})

/** The open tasks; a return to another build does not wait for rebuilds. */
const listOpen = (sql: SqlClient): Promise<ReadonlyArray<OpenTask>> => sql<Array<OpenTask>>`
  select task_id as "taskId", kind, projection, build, must_be_equal as "mustBeEqual" from cluster.build_task
  where ended_at is null order by kind = 'rebuild', requested_at limit ${TASKS_MAX * 2}`

const carryOut = Effect.fnUntraced(function* (sql: SqlClient, { taskId, ...task }: OpenTask) {
  const begun = yield* Effect.promise(
    () => sql`
      update cluster.build_task set started_at = coalesce(started_at, now())
      where task_id = ${taskId} and ended_at is null returning 1`,
  )
  if (begun.length === 0) return
  const refusal = yield* runBuildTask(task).pipe(
    Effect.match({ onSuccess: () => null, onFailure: ({ _tag }) => _tag }),
    // A defect would only happen again.
    Effect.catchCause((cause) =>
      Effect.as(Effect.logError("a task about a read model failed", { taskId, ...task }, cause), "TaskFailed"),
    ),
  )
  yield* Effect.promise(
    () => sql`update cluster.build_task set ended_at = now(), refusal = ${refusal} where task_id = ${taskId}`,
  )
})
