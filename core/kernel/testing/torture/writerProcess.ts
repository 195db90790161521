import { Layer, ManagedRuntime } from "effect"
import { connect, Sql, type SqlClient } from "../../database/Sql.ts"
import { appendOnce } from "../../store/appendStatements.ts"
import { ANY_VERSION, type Append, EventStore, type StreamAppend } from "../../store/EventStore.ts"
import { Hints } from "../../store/Hints.ts"
import { uuidv7 } from "../../store/Ids.ts"
import { PostgresEventStore } from "../../store/PostgresEventStore.ts"
import { randomFrom } from "./random.ts"
import { WRITER_NAME, type WriterOrders } from "./WriterOrders.ts"

/**
 * A process that appends without pause: one or many events, with any or an expected version, to one or several streams,
 * in batches, and in transactions that roll back, fail after the append, or stay open after it. It ends when it is
 * killed or its parent ends. Only the database knows what it committed.
 */
const orders = JSON.parse(process.argv[2] ?? "") as WriterOrders
process.on("disconnect", () => process.exit())

const sqlLayer = Sql.layer(orders.url, { connectionsMax: orders.connections, name: WRITER_NAME })
const runtime = ManagedRuntime.make(PostgresEventStore.pipe(Layer.provide(Hints.layer), Layer.provide(sqlLayer)))
const store = await runtime.runPromise(EventStore)
const own = connect(orders.url, { connectionsMax: orders.connections, name: WRITER_NAME })
await Promise.all(Array.from({ length: orders.connections }, (_, index) => work(index)))

async function work(index: number): Promise<void> {
  const random = randomFrom(orders.seed * 1_000 + index)
  const below = (count: number) => Math.floor(random() * count)
  const hot = () => `hot-${below(orders.hotStreams)}`
  const slow = `slow-${orders.seed}:${index}`
  const versions = new Map<string, number>()

  const some = (
    stream: string,
    expected = ANY_VERSION,
    count = 1 + below(orders.eventsPerAppendMax),
  ): StreamAppend => ({
    stream,
    expected,
    events: Array.from({ length: count }, () => ({ eventId: newId(), type: "test.Happened.v1", data: { at: count } })),
  })

  const guess = async () => {
    const stream = hot()
    const receipt = await runtime.runPromise(store.append(command([some(stream, versions.get(stream) ?? 0, 1)])))
    versions.set(stream, receipt.version)
  }

  const several = () => {
    const streams = [...new Set([hot(), hot(), hot()])]
    return runtime.runPromise(store.append(command(streams.map((stream) => some(stream)))))
  }

  const batch = () => {
    const commands = Array.from({ length: 1 + below(25) }, () => {
      const { streams: _, ...rest } = command([])
      return { ...rest, events: some("", ANY_VERSION, 1 + below(2)).events }
    })
    return runtime.runPromise(store.appendBatch(hot(), ANY_VERSION, commands))
  }

  const transact = (stream: string, after: (sql: SqlClient) => Promise<unknown>) =>
    own.begin(async (sql) => {
      await appendOnce(sql as unknown as SqlClient, command([some(stream)]))
      await after(sql as unknown as SqlClient)
    })

  const rolledBack = () => transact(hot(), () => Promise.reject(new Error("rolled back")))
  const failing = () => transact(hot(), (sql) => sql`select 1 / 0`)
  const slowly = () => transact(slow, (sql) => sql`select pg_sleep(${(random() * orders.slow_ms_max) / 1000}::float8)`)
  const plain = () => runtime.runPromise(store.append(command([some(hot())])))

  // The number of entries sets the frequency of each kind.
  const deeds = [
    ...Array<() => Promise<unknown>>(12).fill(plain),
    ...[guess, guess, several, several, batch, batch, rolledBack, rolledBack, failing, slowly, slowly],
  ]

  for (;;) {
    // Conflicts, intended failures and closed connections are expected.
    await deeds[below(deeds.length)]?.().catch(() => versions.clear())
  }
}

function command(streams: ReadonlyArray<StreamAppend>): Append {
  const id = newId()
  return { commandId: id, correlationId: id, causationId: id, actor: "system", streams }
}

function newId(): string {
  return uuidv7(Date.now())
}
