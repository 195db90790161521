import { rm } from "node:fs/promises"
import { connect, listEras } from "#core/kernel"
import { waitUntil } from "../../run/processes.ts"
import { makeTestHome } from "../../testing/home.ts"
import { type PausableProxy, startPausableProxy } from "../../testing/pausableProxy.ts"
import { promote, startPair, startStandby } from "../../testing/replication.ts"
import { EraReader } from "./EraReader.ts"
import { compare, FACT, startWriters } from "./runFailovers.ts"

const READERS = 4
/** Acknowledged facts before the standby is cut off, and after it: those are lost. */
const KEPT_FACTS = 200
const LOST_FACTS = 200
const AGREE_MS_MAX = 30_000

export type AsynchronousFigures = {
  readonly acknowledged: number
  /** Facts that were acknowledged and are not in the log. */
  readonly lost: number
  readonly doubled: number
  /** From the end of each promotion until every reader saw the new era. */
  readonly seenMs: ReadonlyArray<number>
  /** Readers that had something of the log before the promotion after all had seen the new era. */
  readonly beyond: number
  /** Readers that did not agree with the log at the end of a round. */
  readonly disagreeing: number
}

/**
 * Kills the primary while its standby lacks the last commits, and promotes that, again and again. Readers follow the log
 * and rewind when they see a new era.
 */
export async function runAsynchronous(rounds: number, log: (line: string) => void): Promise<AsynchronousFigures> {
  const root = makeTestHome()
  const undo: Array<() => Promise<unknown>> = [() => rm(root, { recursive: true, force: true })]
  const { url, ...pair } = await startPair(root)
  let { primary, standby, link } = pair
  undo.push(
    () => link.close(),
    () => primary.server.stop(),
    () => standby.server.stop(),
  )
  const sql = connect(url, { connectionsMax: 2 })
  const readers = Array.from({ length: READERS }, () => new EraReader(url, [FACT]))
  undo.push(
    () => sql.end({ timeout: 1 }),
    () => Promise.all(readers.map((reader) => reader.stop())),
  )
  try {
    const writing = await startWriters(url)
    const seenMs: Array<number> = []
    let [beyond, disagreeing] = [0, 0]
    for (let round = 1; round <= rounds; round += 1) {
      await writing.more(KEPT_FACTS)
      link.pause()
      await writing.more(LOST_FACTS)
      process.kill(primary.server.pid, "SIGKILL")
      const back = writing.backAfter(performance.now())
      await promote(standby.server)
      const promoted = performance.now()
      await back
      const isNew = async () => (await listEras(sql).catch(() => [])).length === round + 1
      if (!(await waitUntil(isNew, AGREE_MS_MAX))) throw new Error("no new era began")
      const eraId = (await listEras(sql))[0]?.eraId ?? ""
      if (!(await waitUntil(() => readers.every((reader) => reader.eraId === eraId), AGREE_MS_MAX)))
        throw new Error("a reader did not see the new era")
      seenMs.push(Math.max(...readers.map((reader) => reader.seenAt.get(eraId) ?? 0)) - promoted)
      await writing.more(KEPT_FACTS)
      const facts = await readFacts(sql)
      beyond += readers.filter((reader) =>
        [...reader.events].some(([at, id]) => at <= facts.head && facts.ids.get(at) !== id),
      ).length
      const isAgreed = async () => {
        const { ids, head } = await readFacts(sql)
        const isEqual = ({ events }: EraReader) => [...ids].every(([at, id]) => events.get(at) === id)
        return readers.every(
          (reader) => isEqual(reader) && [...reader.events.keys()].every((at) => at > head || ids.has(at)),
        )
      }
      if (!(await waitUntil(isAgreed, AGREE_MS_MAX))) disagreeing += 1
      log(`kill ${round} of ${rounds}: all readers are in the new era after ${Math.round(seenMs.at(-1) ?? 0)} ms`)
      await primary.server.ended
      await link.close()
      const { home, server } = primary
      primary = standby
      const next: PausableProxy = await startPausableProxy(primary.server.port)
      link = next
      standby = { home, server: await startStandby(primary, { home, port: server.port, through: link.port }) }
    }
    const acknowledged = await writing.stop()
    const { lost, doubled } = await compare(url, acknowledged)
    return { lost, doubled, acknowledged: acknowledged.size, seenMs, beyond, disagreeing }
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

const readFacts = async (sql: ReturnType<typeof connect>) => {
  const rows = await sql<Array<{ position: number; eventId: string }>>`
    select position, event_id as "eventId" from es.event where type = ${FACT} order by position`
  return { ids: new Map(rows.map(({ position, eventId }) => [position, eventId])), head: rows.at(-1)?.position ?? 0 }
}
