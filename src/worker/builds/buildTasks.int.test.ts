import { Effect, Fiber, Layer, ManagedRuntime, Result, Schedule } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { CurrentMeta, connect, Sealing, Sql, type SqlClient, uuidv7 } from "#core/kernel"
import { findLive, listBuilds, prepareProjections } from "#projections/runner"
import { type TestDatabase, testDatabase } from "#testing"
import { projections } from "../../../projections/registry.ts"
import { createConsoleRole, grantConsole } from "../../../scripts/run/consoleRole.ts"
import { BuildControl } from "../../operations/BuildControl.ts"
import type { BuildTask } from "../../operations/buildTasks.ts"
import { buildTasks } from "./runBuildTasks.ts"

const MASTER_KEY = Buffer.alloc(32, 7)
const NAME = "operations"

let db: TestDatabase
let sql: SqlClient
let worker: ManagedRuntime.ManagedRuntime<Sql | Sealing, never>
let operators: ManagedRuntime.ManagedRuntime<BuildControl | Sql, never>
beforeAll(async () => {
  db = await testDatabase()
  sql = connect(db.url, { connectionsMax: 4 })
  const projection = projections.filter(({ name }) => name === NAME)
  await prepareProjections(sql, projection, {
    decode: () => {
      throw new Error("the log is empty")
    },
  })
  const role = `quire_console_${uuidv7(Date.now()).slice(-12)}`
  const consoleUrl = await createConsoleRole(db.url, role)
  await grantConsole(db.url, consoleUrl)
  worker = ManagedRuntime.make(Sealing.layer(MASTER_KEY).pipe(Layer.provideMerge(Sql.layer(db.url))))
  operators = ManagedRuntime.make(BuildControl.layerByWorker.pipe(Layer.provideMerge(Sql.layer(consoleUrl))))
})
afterAll(async () => {
  await worker?.dispose()
  await operators?.dispose()
  await sql?.end()
  await db?.drop()
})

const startWorker = () =>
  worker.runFork(
    Effect.scoped(
      Effect.flatMap(buildTasks, (begin) => Effect.repeat(begin, { schedule: Schedule.spaced("20 millis") })),
    ),
  )

/** What comes of a task that the console asks for: null, or why it was refused. */
const ask = (task: Partial<BuildTask> & Pick<BuildTask, "kind">, commandId = uuidv7(Date.now())) =>
  operators.runPromise(
    BuildControl.use((builds) => builds.run({ projection: NAME, build: null, mustBeEqual: false, ...task })).pipe(
      Effect.provideService(CurrentMeta, { actor: "test", commandId, correlationId: null, causationId: null }),
      Effect.result,
      Effect.map((done) => (Result.isFailure(done) ? done.failure._tag : null)),
    ),
  )
const buildNumbers = async () => (await listBuilds(sql, NAME)).map(({ build }) => build)

it("a worker rebuilds, compares, switches and drops for the console, whose role may not, and once per run", async () => {
  const running = startWorker()
  const run = uuidv7(Date.now())
  expect(await ask({ kind: "rebuild" }, run)).toBeNull()
  const built = await buildNumbers()
  // The run again, as after a crash of the console.
  expect(await ask({ kind: "rebuild" }, run)).toBeNull()
  expect(await buildNumbers()).toEqual(built)

  const [next = 0] = built.toSorted((one, other) => other - one)
  expect(await ask({ kind: "verify", build: next })).toBeNull()
  expect(await ask({ kind: "switch", build: next, mustBeEqual: true })).toBeNull()
  expect((await findLive(sql, NAME))?.build).toBe(next)
  // The view is a new one, which the console reads.
  await operators.runPromise(Sql.use(({ client }) => Effect.promise(() => client`select count(*) from read.operation`)))
  expect(await ask({ kind: "drop", build: next })).toBe("CannotDrop")
  expect(await ask({ kind: "switch", build: 1000 })).toBe("CannotSwitch")
  expect(await ask({ kind: "verify", build: 1000 })).toBe("TaskFailed")
  await Effect.runPromise(Fiber.interrupt(running))
})

it("another worker carries out a task whose worker ended in the middle", async () => {
  const commandId = uuidv7(Date.now())
  await sql`
    insert into cluster.build_task (task_id, kind, projection, started_at) values (${commandId}, 'rebuild', ${NAME}, now())`
  const running = startWorker()
  expect(await ask({ kind: "rebuild" }, commandId)).toBeNull()
  await Effect.runPromise(Fiber.interrupt(running))
})

it("a task that no worker begins within a minute is taken back", async () => {
  const commandId = uuidv7(Date.now())
  await sql`
    insert into cluster.build_task (task_id, kind, projection, requested_at)
    values (${commandId}, 'rebuild', ${NAME}, now() - interval '2 minutes')`
  expect(await ask({ kind: "rebuild" }, commandId)).toBe("NoWorker")
})
