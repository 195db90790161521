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
 * same columns by COPY, both in this process.
 */
export const rebuildSpeed = async ({ database, log, defer }: BenchContext, events: number) => {
  const url = await database()
  const sql = connect(url, { connectionsMax: 5 })
  defer(() => sql.end())
  log(`writing ${events} events over ${STREAMS} streams`)
  const upTo = await seedLog(sql, { events, streams: STREAMS })
  const perSecond = async (work: () => Promise<number>) => {
    const startedMs = performance.now()
    const done = await work()
    if (done !== events) throw new Error(`${done} events instead of ${events}`)
    return (events * 1000) / (performance.now() - startedMs)
  }
  const rebuilt = async () =>
    (await rebuild(sql, tallies, { decode: (of, event) => decode(of, event.type, event.data) })).events
  const rounds = await interleaved(
    {
      copy_out: () => perSecond(() => readAndThrowAway(sql, upTo)),
      rebuild: () => perSecond(rebuilt),
    },
    { log },
  )
  return {
    ratios: { rebuild_vs_copy_out: rounds.ratio("rebuild", "copy_out") },
    absolute: {
      copy_out_events_per_s: rounds.median("copy_out"),
      rebuild_events_per_s: rounds.median("rebuild"),
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
