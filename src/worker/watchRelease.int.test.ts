import { Effect, Fiber, Layer, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest"
import { Hints, PostgresEventStore, Sealing, Sql, type SqlClient, uuidv7 } from "#core/kernel"
import { ReleaseChoice, WATCH_MS } from "#core/releases"
import { type TestDatabase, testDatabase } from "#testing"
import { RELEASE } from "../process/release.ts"
import { watchRelease } from "./watchRelease.ts"

const before = { version: RELEASE.version, build: "aaaaaaaaaaaa" }
const CHECK_MS = 5_000

const servicesOf = (url: string) =>
  ReleaseChoice.layer.pipe(
    Layer.provideMerge(PostgresEventStore.pipe(Layer.provideMerge(Hints.layer))),
    Layer.provideMerge(Sealing.layer(new Uint8Array(32))),
    Layer.provideMerge(Sql.layer(url)),
    Layer.provideMerge(TestClock.layer()),
  )

let db: TestDatabase
let runtime: ManagedRuntime.ManagedRuntime<Layer.Success<ReturnType<typeof servicesOf>>, never>
let sql: SqlClient
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db?.drop())
beforeEach(async () => {
  runtime = ManagedRuntime.make(servicesOf(db.url))
  sql = await runtime.runPromise(Sql.use(({ client }) => Effect.succeed(client)))
  await sql`delete from cluster.process`
  await sql`delete from es.event where stream = 'releases-all'`
  await sql`delete from es.stream where stream = 'releases-all'`
})
afterEach(() => runtime.dispose())

const state = () => runtime.runPromise(ReleaseChoice.use(({ state }) => state))
/** A worker of the release before goes on, and processes of this one report statements that did not fit. */
const runBefore = () => sql`
  insert into cluster.process (process_id, role, host, pid, build, version, phase, lag_ms)
  values (${uuidv7(Date.now())}, 'worker', 'a', 1, ${before.build}, ${before.version}, 'serving', 0)`
const report = (invalid: number) => sql`
  insert into cluster.process (process_id, role, host, pid, build, version, phase, lag_ms, invalid_queries)
  values (${uuidv7(Date.now())}, 'web', 'a', 2, ${RELEASE.build}, ${RELEASE.version}, 'serving', 0, ${invalid})`
const chooseBoth = () =>
  runtime.runPromise(
    ReleaseChoice.use((choice) =>
      Effect.andThen(choice.chooseStarted(before, true), choice.chooseStarted(RELEASE, true)),
    ),
  )
/** Watches, and moves the clock on until the watch has ended. */
const watch = (happens: () => Promise<unknown>) =>
  runtime.runPromise(
    Effect.gen(function* () {
      const watching = yield* Effect.forkChild(watchRelease)
      yield* TestClock.adjust(1)
      yield* Effect.promise(happens)
      for (let passed = 0; passed <= WATCH_MS && watching.pollUnsafe() === undefined; passed += CHECK_MS) {
        yield* TestClock.adjust(CHECK_MS)
        // The answers of the database are not of the test clock.
        yield* Effect.promise(() => sql`select 1`)
      }
      yield* Fiber.join(watching)
    }),
  )

it("a release whose statements do not fit the database is left for the one before, once", async () => {
  await chooseBoth()
  await runBefore()
  await Promise.all([watch(() => report(40)), watch(async () => undefined)])
  expect(await state()).toMatchObject({
    chosen: before,
    returned: { from: RELEASE.build, by: "system", reason: expect.stringMatching(/^\d+ statements did not fit/) },
  })
})

it("a release that works stays, and one that was returned to is not left again", async () => {
  await chooseBoth()
  await runBefore()
  await report(40)
  await watch(() => report(5))
  expect((await state()).chosen).toEqual(RELEASE)
  await runtime.runPromise(
    ReleaseChoice.use((choice) =>
      Effect.gen(function* () {
        yield* choice.rollBack("Slow", "operator:ola")
        yield* Effect.promise(() => sql`update cluster.process set role = 'worker' where build = ${RELEASE.build}`)
        yield* choice.rollBack("Try again", "operator:ola")
      }),
    ),
  )
  await watch(() => report(90))
  expect((await state()).chosen).toEqual(RELEASE)
})

it("without a worker of the release before, the release stays and goes on", async () => {
  await chooseBoth()
  await watch(() => report(40))
  expect(await state()).toMatchObject({ chosen: RELEASE, returned: null })
})
