import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { Effect, Layer, ManagedRuntime } from "effect"
import { connect, Sql, type SqlClient } from "../../database/Sql.ts"
import { EventStore } from "../../store/EventStore.ts"
import { Hints } from "../../store/Hints.ts"
import { PostgresEventStore } from "../../store/PostgresEventStore.ts"
import { randomFrom } from "./random.ts"
import { WRITER_NAME, type WriterOrders } from "./WriterOrders.ts"

/** Checks the order and completeness of the events that a reader gets. */
class LogWitness {
  /** Positions in the order they were read. */
  private positions = new Float64Array(1024)
  private readonly versions = new Map<string, number>()
  count = 0
  /** Events that came after one with a higher position, twice, or not as the next version of their stream. */
  inverted = 0

  see({ position, stream, version }: { readonly position: number; readonly stream: string; readonly version: number }) {
    if (position <= this.last || version !== (this.versions.get(stream) ?? 0) + 1) this.inverted++
    this.versions.set(stream, version)
    if (this.count === this.positions.length) {
      const longer = new Float64Array(this.count * 2)
      longer.set(this.positions)
      this.positions = longer
    }
    this.positions[this.count++] = position
  }

  get last(): number {
    return this.count === 0 ? 0 : (this.positions[this.count - 1] ?? 0)
  }

  /** Compares with the committed positions, in order. */
  async compare(
    committed: AsyncIterable<ReadonlyArray<number>>,
  ): Promise<{ missed: number; duplicated: number; events: number }> {
    const read = this.positions.subarray(0, this.count).toSorted()
    let at = 0
    let missed = 0
    let duplicated = 0
    let events = 0
    for await (const page of committed) {
      for (const position of page) {
        events++
        if (read[at] !== position) {
          missed++
          continue
        }
        at++
        while (read[at] === position) {
          duplicated++
          at++
        }
      }
    }
    // An event that was read but is not in the log was never committed: as bad as a duplicate.
    return { missed, duplicated: duplicated + (read.length - at), events }
  }
}

export type TortureOptions = Omit<WriterOrders, "seed"> & {
  readonly seed: number
  /** The writers stop after the reader has seen this many events. */
  readonly events: number
  readonly processes: number
  /** Number of events between two closed writer connections. */
  readonly endConnectionEvery: number
  /** Number of events between two killed writer processes. */
  readonly killProcessEvery: number
  readonly post?: (line: string) => void
}

export type TortureReport = {
  /** Committed events in the table at the end. */
  readonly events: number
  readonly read: number
  readonly missed: number
  readonly duplicated: number
  readonly inverted: number
  /** Events missed by a reader that trusts the newest position instead of the watermark. */
  readonly missedByNaiveReader: number
  /** Positions that were assigned but never committed. */
  readonly gaps: number
  readonly connectionsEnded: number
  readonly processesKilled: number
  readonly seconds: number
}

/**
 * Stress-tests the event store of an empty database. Many processes append, roll back, fail and stall; connections are
 * closed and processes killed while a reader follows the log. At the end, compares the read events with the committed
 * ones.
 */
export const torture = async (options: TortureOptions): Promise<TortureReport> => {
  const started = performance.now()
  const sql = connect(options.url, { connectionsMax: 3, name: "torture-master" })
  const layer = PostgresEventStore.pipe(Layer.provide(Hints.layerSilent), Layer.provide(Sql.layer(options.url)))
  const runtime = ManagedRuntime.make(layer)
  const store = await runtime.runPromise(EventStore)
  const witness = new LogWitness()
  const naive = new LogWitness()
  const crew = startWriters(options, sql)
  try {
    const follow = follower(store, witness)
    while (witness.count < options.events) {
      await runtime.runPromise(follow)
      await runtime.runPromise(naively(store, naive))
      await crew.strike(witness.count)
      options.post?.(`${witness.count} of ${options.events} events`)
    }
    await crew.stop()
    while (witness.last < (await runtime.runPromise(lastCommitted(sql)))) await runtime.runPromise(follow)
    await runtime.runPromise(naively(store, naive))
    const { missed, duplicated, events } = await witness.compare(committed(sql))
    const head = await runtime.runPromise(store.head)
    return {
      events,
      read: witness.count,
      missed,
      duplicated,
      inverted: witness.inverted,
      missedByNaiveReader: (await naive.compare(committed(sql))).missed,
      gaps: head - 1 - events,
      ...crew.casualties(),
      seconds: (performance.now() - started) / 1000,
    }
  } finally {
    await crew.stop()
    await runtime.dispose()
    await sql.end({ timeout: 1 })
  }
}

type Store = (typeof EventStore)["Service"]

/** One step of a reader: reads everything up to the watermark. */
const follower = (store: Store, witness: LogWitness) => {
  let after = 0
  return Effect.gen(function* () {
    const upTo = yield* store.watermark
    if (upTo === after) yield* Effect.sleep("1 millis")
    while (after < upTo) {
      const page = yield* store.readLog({ after, upTo, limit: PAGE_EVENTS })
      for (const event of page) witness.see(event)
      after = page.length < PAGE_EVENTS ? upTo : witness.last
    }
  })
}

/** One step of a reader without a watermark, which continues after the last event it saw. */
const naively = Effect.fnUntraced(function* (store: Store, witness: LogWitness) {
  for (;;) {
    const page = yield* store.readLog({ after: witness.last, upTo: Number.MAX_SAFE_INTEGER, limit: PAGE_EVENTS })
    for (const event of page) witness.see(event)
    if (page.length < PAGE_EVENTS) return
  }
})

const PAGE_EVENTS = 5_000

const lastCommitted = (sql: SqlClient) =>
  Effect.promise(async () => {
    const [row] = await sql<Array<{ last: number | null }>>`select max(position) as last from es.event`
    return row?.last ?? 0
  })

async function* committed(sql: SqlClient): AsyncGenerator<ReadonlyArray<number>> {
  for await (const rows of sql<Array<{ position: number }>>`select position from es.event order by position`.cursor(
    50_000,
  )) {
    yield rows.map(({ position }) => position)
  }
}

const startWriters = (options: TortureOptions, sql: SqlClient) => {
  const random = randomFrom(options.seed)
  const writers: Array<ChildProcess> = []
  const casualties = { connectionsEnded: 0, processesKilled: 0 }
  let seed = options.seed

  const start = (): ChildProcess => {
    const { url, connections, eventsPerAppendMax, hotStreams, slow_ms_max } = options
    const orders: WriterOrders = { url, connections, eventsPerAppendMax, hotStreams, slow_ms_max, seed: seed++ }
    return spawn(process.execPath, ["--disable-warning=ExperimentalWarning", WRITER, JSON.stringify(orders)], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    })
  }
  for (let index = 0; index < options.processes; index++) writers.push(start())

  const killProcess = () => {
    const index = Math.floor(random() * writers.length)
    if (writers[index]?.kill("SIGKILL")) casualties.processesKilled++
    writers[index] = start()
  }

  // Prefers backends in the middle of a transaction, because they hold positions.
  const endConnection = async () => {
    const rows = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${WRITER_NAME} and datname = current_database()
      order by (xact_start is null), random() limit 1`
    casualties.connectionsEnded += rows.length
  }

  let nextEnd = options.endConnectionEvery
  let nextKill = options.killProcessEvery
  /** Closes connections or kills processes as often as is due after this many events. */
  const strike = async (count: number) => {
    for (; nextEnd <= count; nextEnd += options.endConnectionEvery) await endConnection()
    for (; nextKill <= count; nextKill += options.killProcessEvery) killProcess()
  }

  const stop = async () => {
    for (const writer of writers.splice(0)) {
      const ended = new Promise((resolve) => writer.once("exit", resolve))
      if (writer.kill("SIGKILL")) await ended
    }
    // A killed writer's last transaction may still be running on the server.
    for (;;) {
      const left = await sql`select from pg_stat_activity where application_name = ${WRITER_NAME}
        and datname = current_database()`
      if (left.length === 0) return
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  return { strike, stop, casualties: () => casualties }
}

const WRITER = fileURLToPath(new URL("writerProcess.ts", import.meta.url))
