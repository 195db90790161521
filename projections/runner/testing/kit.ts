import { Effect, Layer, ManagedRuntime } from "effect"
import { ANY_VERSION, EventStore, Hints, PostgresEventStore, Sealing, Sql, type SqlClient, uuidv7 } from "#core/kernel"
import { decodeEvent, type Projection, ProjectionRunner, prepareProjections, type Reactor } from "../index.ts"
import { type TestEvent, TestEvents } from "./events.ts"

export const MASTER_KEY = Buffer.alloc(32, 7)

/** The tools of a runner test: a store, a connection, and runners on demand. */
export const makeKit = async (url: string) => {
  const layer = Layer.mergeAll(PostgresEventStore, Sealing.layer(MASTER_KEY)).pipe(
    Layer.provideMerge(Hints.layer),
    Layer.provideMerge(Sql.layer(url)),
  )
  const runtime = ManagedRuntime.make(layer)
  const { sql, store, sealing } = await runtime.runPromise(
    Effect.gen(function* () {
      return { sql: (yield* Sql).client, store: yield* EventStore, sealing: yield* Sealing }
    }),
  )
  const options = {
    decode: (projection: Projection, event: Parameters<typeof decodeEvent>[2]) =>
      decodeEvent(projection, sealing, event),
  }

  /** Appends events to one stream. Returns the last position. */
  const append = (stream: string, ...events: ReadonlyArray<TestEvent>): Promise<number> =>
    runtime.runPromise(
      Effect.gen(function* () {
        const encoded = yield* Effect.forEach(events, TestEvents.encode)
        const commandId = uuidv7(Date.now())
        const receipt = yield* store.append({
          commandId,
          correlationId: commandId,
          causationId: commandId,
          actor: "test",
          streams: [{ stream, expected: ANY_VERSION, events: encoded }],
        })
        return receipt.position
      }),
    )

  /** A separate runner; with `loop` it runs by itself. */
  const runner = async (
    projections: ReadonlyArray<Projection>,
    rest: { reactors?: ReadonlyArray<Reactor>; mayReact?: () => boolean; loop?: boolean } = {},
  ) => {
    const own = ManagedRuntime.make(
      ProjectionRunner.layer({ projections, loop: false, log: () => undefined, ...rest }).pipe(Layer.provide(layer)),
    )
    const { round } = await own.runPromise(ProjectionRunner)
    return {
      round: () => own.runPromise(round),
      /** Runs until nothing moves. */
      settle: async () => {
        while (await own.runPromise(round));
      },
      stop: () => own.dispose(),
    }
  }

  return {
    url,
    sql,
    options,
    append,
    runner,
    runtime,
    prepare: (projections: ReadonlyArray<Projection>) => prepareProjections(sql, projections, options),
    stop: () => runtime.dispose(),
  }
}
export type Kit = Awaited<ReturnType<typeof makeKit>>

/** Waits for a condition. Throws after the timeout. */
export const until = async (fact: () => Promise<boolean> | boolean, waitMsMax = 45_000): Promise<void> => {
  const untilMs = performance.now() + waitMsMax
  while (!(await fact())) {
    if (performance.now() > untilMs) throw new Error(`not true after ${waitMsMax} ms: ${fact}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** The counters that queries see, by id. */
export const readCounters = async (sql: SqlClient) =>
  new Map(
    (
      await sql<Array<{ id: string; total: number; events: number; trail: number; note: string | null }>>`
      select id, total, events, trail, note from read.counter`
    ).map((row) => [row.id, { ...row }]),
  )
