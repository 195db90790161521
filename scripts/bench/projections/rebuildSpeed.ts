import { connect, type SqlClient } from "#core/kernel"
import { copyStatement, rebuild } from "#projections/runner"
import type { BenchContext } from "../lib/Bench.ts"
import { interleaved } from "../lib/interleaved.ts"
import { TALLIED } from "./events.ts"
import { tallies } from "./registry.ts"
import { seedLog } from "./seedLog.ts"

const STREAMS = 20_000

/**
 * Compares events per second of a full rebuild (read, fold, write, index) with the driver reading and discarding the
 * same columns by COPY, both in this process. Also compares two worker threads with one, both started for the rebuild
 * as in the operators' CLI.
 */
export const rebuildSpeed = async ({ database, log, defer }: BenchContext, events: number) => {
  const url = await database()
  const sql = connect(url, { connectionsMax: 5 })
  defer(() => sql.end())
  log(`writing ${events} events over ${STREAMS} streams`)
  const upTo = await seedLog(sql, { events, streams: STREAMS })
  const registry = new URL("./registry.ts", import.meta.url).href
  const workers = (count: number) => ({ workers: { count, url, registry, masterKey: new Uint8Array(32) } })

  const perSecond = async (work: () => Promise<number>) => {
    const startedMs = performance.now()
    const done = await work()
    if (done !== events) throw new Error(`${done} events instead of ${events}`)
    return (events * 1000) / (performance.now() - startedMs)
  }
  const rebuildWith = (more: object) => () =>
    perSecond(
      async () =>
        (await rebuild(sql, tallies, { decode: (of, event) => decode(of, event.type, event.data), ...more })).events,
    )

  const rounds = await interleaved(
    {
      copy_out: () => perSecond(() => readAndThrowAway(sql, upTo)),
      rebuild: rebuildWith({}),
      rebuild_one_worker: rebuildWith(workers(1)),
      rebuild_two_workers: rebuildWith(workers(2)),
    },
    { log },
  )
  return {
    ratios: {
      rebuild_vs_copy_out: rounds.ratio("rebuild", "copy_out"),
      rebuild_two_workers_vs_one: rounds.ratio("rebuild_two_workers", "rebuild_one_worker"),
    },
    absolute: {
      copy_out_events_per_s: rounds.median("copy_out"),
      rebuild_events_per_s: rounds.median("rebuild"),
      rebuild_one_worker_events_per_s: rounds.median("rebuild_one_worker"),
      rebuild_two_workers_events_per_s: rounds.median("rebuild_two_workers"),
    },
  }
}

const decode = (of: typeof tallies, type: string, data: unknown) =>
  of.familyOf(type)?.decodeSync(type, data) ?? { _tag: type }

/** Counts rows by their line ends. */
const readAndThrowAway = async (sql: SqlClient, upTo: number): Promise<number> => {
  const newline = 10
  const stream = await sql
    .unsafe(copyStatement({ types: [TALLIED], after: 0, upTo, share: { index: 0, of: 1 } }))
    .readable()
  let rows = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) rows++
  }
  stream._read(0)
  return rows
}
