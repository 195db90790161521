import { randomUUID } from "node:crypto"
import { Effect, Exit, Layer, ManagedRuntime, Result, Schema, Scope } from "effect"
import {
  type Aggregate,
  ANY_VERSION,
  batchedWriter,
  EventStore,
  Hints,
  makeEventFamily,
  type NewEvent,
  PostgresEventStore,
  Sealing,
  Sql,
  writer,
} from "#core/kernel"

export const CLIENTS = 16
/** About 200 bytes, as most facts are. */
const DATA = { feedId: "0123456789abcdefghjk", address: "https://example.org/feed.xml", note: "x".repeat(120) }

export const newEvent = (): NewEvent => ({ eventId: randomUUID(), type: "bench.Happened.v1", data: DATA })

const Happened = Schema.TaggedStruct("bench.Happened.v1", {
  feedId: Schema.String,
  address: Schema.String,
  note: Schema.String,
})
const Counter: Aggregate<number, typeof Happened.Type> = {
  category: "bench",
  events: makeEventFamily(Schema.Union([Happened])),
  initial: 0,
  evolve: (count) => count + 1,
}
const decide = () => Result.succeed([Happened.make(DATA)])

/** Our store on a database, with as many connections as there are clients. */
export const openStore = (url: string) => {
  const layer = Layer.mergeAll(PostgresEventStore, Sealing.layer(new Uint8Array(32))).pipe(
    Layer.provideMerge(Hints.layer),
    Layer.provideMerge(Sql.layer(url, { connectionsMax: CLIENTS })),
  )
  const runtime = ManagedRuntime.make(layer)
  const scope = Scope.makeUnsafe()
  const append = (stream: string, events: ReadonlyArray<NewEvent>) => {
    const id = randomUUID()
    return runtime.runPromise(
      Effect.flatMap(EventStore, (store) =>
        store.append({
          commandId: id,
          correlationId: id,
          causationId: id,
          actor: "guest",
          streams: [{ stream, expected: ANY_VERSION, events }],
        }),
      ),
    )
  }
  return {
    append,
    /** Commands loaded, decided and written alone. */
    single: () =>
      runtime.runPromise(Effect.map(writer(Counter), (write) => (id: string) => runtime.runPromise(write(id, decide)))),
    /** The same commands through micro-batches. */
    batched: () =>
      runtime.runPromise(
        batchedWriter(Counter).pipe(
          Effect.map((write) => (id: string) => runtime.runPromise(write(id, decide))),
          Scope.provide(scope),
        ),
      ),
    close: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await runtime.dispose()
    },
  }
}
