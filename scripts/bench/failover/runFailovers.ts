import { rm } from "node:fs/promises"
import { Layer, ManagedRuntime } from "effect"
import { ANY_VERSION, connect, EventStore, Hints, PostgresEventStore, Sql, uuidv7 } from "#core/kernel"
import { waitUntil } from "../../run/processes.ts"
import { makeTestHome } from "../../testing/home.ts"
import { makeSynchronous, promote, startPair, startStandby } from "../../testing/replication.ts"

const WRITERS = 8
export const FACT = "bench.FactStated.v1"
/** Acknowledged facts between two kills, so that each kill hits a busy primary. */
const FACTS_PER_ROUND = 400
const BUSY_MS_MAX = 60_000
const BACK_MS_MAX = 60_000
const RETRY_PAUSE_MS = 20
/** Streams that several writers share. */
const HOT_STREAMS = 3

export type FailoverFigures = {
  readonly acknowledged: number
  /** Facts that were acknowledged and are not in the log. */
  readonly lost: number
  /** Facts that are in the log twice. */
  readonly doubled: number
  /** From the kill until a fact that was sent after it is acknowledged, per round. */
  readonly backMs: ReadonlyArray<number>
  /** Hints that arrived after the last failover: LISTEN connections follow the primary too. */
  readonly hints: number
}

/**
 * Kills the primary with SIGKILL and promotes its synchronous standby, again and again, while writers append facts with
 * known ids through the event store. The killed server then becomes the standby of the new primary.
 */
export async function runFailovers(rounds: number, log: (line: string) => void): Promise<FailoverFigures> {
  const root = makeTestHome()
  const undo = [() => rm(root, { recursive: true, force: true })]
  try {
    const { url, ...pair } = await startPair(root)
    let { primary, standby } = pair
    undo.push(
      pair.link.close,
      () => primary.server.stop(),
      () => standby.server.stop(),
    )
    await makeSynchronous(primary.server)
    const writing = await startWriters(url)
    const backMs: Array<number> = []
    for (let round = 1; round <= rounds; round += 1) {
      await writing.more(FACTS_PER_ROUND)
      const killed = performance.now()
      process.kill(primary.server.pid, "SIGKILL")
      const back = writing.backAfter(killed)
      await promote(standby.server)
      backMs.push(await back)
      await primary.server.ended
      const { home, server } = primary
      primary = standby
      standby = { home, server: await startStandby(primary, { home, port: server.port }) }
      await makeSynchronous(primary.server)
      log(`kill ${round} of ${rounds}: writes are back after ${Math.round(backMs.at(-1) ?? 0)} ms`)
    }
    await writing.more(FACTS_PER_ROUND)
    const hints = await writing.hints()
    const acknowledged = await writing.stop()
    const { lost, doubled } = await compare(url, acknowledged)
    return { lost, doubled, acknowledged: acknowledged.size, backMs, hints }
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

/** Writers that append until they are stopped, and repeat each command until it is acknowledged. */
export const startWriters = async (url: string) => {
  const runtime = ManagedRuntime.make(
    PostgresEventStore.pipe(Layer.provideMerge(Hints.layer), Layer.provideMerge(Sql.layer(url))),
  )
  const [store, hints] = await Promise.all([runtime.runPromise(EventStore), runtime.runPromise(Hints)])
  let received = 0
  await runtime.runPromise(
    hints.listen(() => {
      received += 1
    }),
  )
  /** When each fact was acknowledged. */
  const acknowledged = new Map<number, number>()
  /** When the fact was sent that was acknowledged last. */
  let lastSent = 0
  let ids = 0
  let open = true

  const append = (id: number, commandId: string, stream: string) =>
    runtime.runPromise(
      store.append({
        commandId,
        correlationId: commandId,
        causationId: commandId,
        actor: "system",
        streams: [
          {
            stream,
            expected: ANY_VERSION,
            events: [{ eventId: uuidv7(Date.now()), type: FACT, data: { id } }],
          },
        ],
      }),
    )
  const write = async (writer: number) => {
    while (open) {
      ids += 1
      const id = ids
      const commandId = uuidv7(Date.now())
      const stream = id % 2 === 0 ? `bench-${writer}` : `bench-hot${id % HOT_STREAMS}`
      while (open) {
        const sent = performance.now()
        try {
          await append(id, commandId, stream)
          acknowledged.set(id, performance.now())
          lastSent = Math.max(lastSent, sent)
          break
        } catch {
          // The same command again, as a client with an idempotency key does.
          await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS))
        }
      }
    }
  }
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer))
  const reach = async (fact: () => boolean, msMax: number, what: string) => {
    if (!(await waitUntil(fact, msMax))) throw new Error(`${what} within ${msMax / 1_000} s`)
  }

  return {
    more: async (count: number) => {
      const goal = acknowledged.size + count
      await reach(() => acknowledged.size >= goal, BUSY_MS_MAX, `fewer than ${count} facts were acknowledged`)
    },
    backAfter: async (killed: number) => {
      await reach(() => lastSent > killed, BACK_MS_MAX, "no fact was acknowledged")
      return performance.now() - killed
    },
    hints: async () => {
      const before = received
      await reach(() => received > before, BUSY_MS_MAX, "no hint arrived")
      return received - before
    },
    stop: async () => {
      open = false
      await Promise.all(writers)
      await runtime.dispose()
      return acknowledged
    },
  }
}

export const compare = async (url: string, acknowledged: ReadonlyMap<number, number>) => {
  const sql = connect(url, { connectionsMax: 1 })
  try {
    const rows = await sql<Array<{ id: number; times: number }>>`
      select (data ->> 'id')::int as id, count(*)::int as times from es.event
      where type = ${FACT} group by 1`
    const stored = new Set(rows.map(({ id }) => id))
    const missing = [...acknowledged].filter(([id]) => !stored.has(id))
    return {
      lost: missing.length,
      /** When the first of them was acknowledged. */
      lostSince: missing.length === 0 ? null : Math.min(...missing.map(([, at]) => at)),
      doubled: rows.filter(({ times }) => times > 1).length,
    }
  } finally {
    await sql.end()
  }
}
