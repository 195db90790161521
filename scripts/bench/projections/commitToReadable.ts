import { fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { Effect, Layer, ManagedRuntime } from "effect"
import { ANY_VERSION, EventStore, Hints, PostgresEventStore, Sql, uuidv7 } from "#core/kernel"
import { prepareProjections } from "#projections/runner"
import type { BenchContext } from "../lib/Bench.ts"
import { percentile } from "../lib/interleaved.ts"
import { TALLIED } from "./events.ts"
import { projections } from "./registry.ts"

const STREAMS = 1_000
const EVENTS_PER_S = 300
const WARM_UP_S = 2

/**
 * Measures the milliseconds from an event's commit until it is readable. This process appends at a steady rate, the
 * runner is another process as in the product, and a third connection polls the position of the read model.
 */
export const commitToReadable = async ({ database, log, defer }: BenchContext, seconds: number) => {
  const url = await database()
  const layer = PostgresEventStore.pipe(Layer.provideMerge(Hints.layer), Layer.provideMerge(Sql.layer(url)))
  const runtime = ManagedRuntime.make(layer)
  defer(() => runtime.dispose())
  const { store, sql } = await runtime.runPromise(
    Effect.gen(function* () {
      return { store: yield* EventStore, sql: (yield* Sql).client }
    }),
  )
  await prepareProjections(sql, projections, { decode: (_, { type }) => ({ _tag: type }) })
  const runner = fork(fileURLToPath(new URL("./runnerProcess.ts", import.meta.url)), [url])
  defer(() => runner.kill())
  await once(runner, "message")

  const append = (index: number) => {
    const commandId = uuidv7(Date.now())
    const tallyId = `t${index % STREAMS}`
    const data = {
      tallyId,
      by: 1,
      at: "2026-11-21T08:00:00.000Z",
      kind: "view",
      isFirst: false,
      note: "lorem ipsum dolor ".repeat(6),
    }
    const events = [{ eventId: uuidv7(Date.now()), type: TALLIED, data }]
    return runtime.runPromise(
      store.append({
        commandId,
        correlationId: commandId,
        causationId: commandId,
        actor: "user:abcdef",
        streams: [{ stream: `tally-${tallyId}`, expected: ANY_VERSION, events }],
      }),
    )
  }

  log(`${EVENTS_PER_S} events a second for ${seconds} s`)
  const committed: Array<{ readonly position: number; readonly atMs: number }> = []
  const writing = paced(EVENTS_PER_S, WARM_UP_S + seconds, async (index) => {
    const { position } = await append(index)
    committed.push({ position, atMs: performance.now() })
  })
  const passed = watch(async () => {
    const [row] = await sql<Array<{ position: number }>>`
      select p.position from es.live l join es.projection p using (name, build) where l.name = 'tallies'`
    return row?.position ?? 0
  })
  const count = await writing
  const last = Math.max(...committed.map(({ position }) => position))
  const readable = await passed.until(last)
  const waits = committed
    .toSorted((a, b) => a.position - b.position)
    .slice(WARM_UP_S * EVENTS_PER_S)
    // An event may be readable before its writer learns of the commit.
    .map(({ position, atMs }) => Math.max(0, readable(position) - atMs))
  const [row] = await sql<Array<{ events: number }>>`select sum(events) as events from read.tally`
  if (Number(row?.events) !== count) throw new Error(`${row?.events} of ${count} events were folded`)
  return {
    commit_to_readable_p50_ms: percentile(waits, 0.5),
    commit_to_readable_p99_ms: percentile(waits, 0.99),
    commit_to_readable_max_ms: Math.max(...waits),
  }
}

/** Starts an action at a fixed rate, whether or not the previous one is finished. */
const paced = async (perSecond: number, seconds: number, work: (index: number) => Promise<void>): Promise<number> => {
  const startedMs = performance.now()
  const running: Array<Promise<void>> = []
  const count = perSecond * seconds
  while (running.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - startedMs) / 1000) * perSecond))
    while (running.length < due) running.push(work(running.length))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(running)
  return count
}

/** Polls a position continuously and records when it changed. */
const watch = (request: () => Promise<number>) => {
  const seen: Array<{ readonly position: number; readonly atMs: number }> = []
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      const position = await request()
      if (position > (seen.at(-1)?.position ?? -1)) seen.push({ position, atMs: performance.now() })
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  })()
  return {
    until: async (position: number) => {
      while ((seen.at(-1)?.position ?? 0) < position) await new Promise((resolve) => setTimeout(resolve, 10))
      isDone = true
      await watching
      return (of: number) => seen[firstAt(seen, of)]?.atMs ?? Number.NaN
    },
  }
}

/** Returns the index of the first entry at or beyond a position. */
const firstAt = (seen: ReadonlyArray<{ readonly position: number }>, position: number): number => {
  let [low, high] = [0, seen.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((seen[middle]?.position ?? 0) < position) low = middle + 1
    else high = middle
  }
  return low
}
