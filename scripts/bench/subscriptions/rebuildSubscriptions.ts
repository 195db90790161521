import { connect } from "#core/kernel"
import { copyStatement, rebuild } from "#projections/runner"
import { subscriptions } from "#projections/subscriptions"
import type { BenchContext } from "../lib/Bench.ts"
import { interleaved } from "../lib/interleaved.ts"

/**
 * Compares the rebuild of the read models of subscriptions with the driver reading and discarding the same events by COPY.
 * @param url a database with rules and cycles
 */
export const rebuildSubscriptions = async ({ log, defer }: BenchContext, url: string) => {
  const sql = connect(url, { connectionsMax: 5 })
  defer(() => sql.end())
  const types = subscriptions.types
  const [counted] = await sql<Array<{ head: number; events: number }>>`
    select max(position)::int as head, count(*) filter (where type = any(${[...types]}::text[]))::int as events from es.event`
  const { head: upTo = 0, events = 0 } = counted ?? {}
  await sql.unsafe("vacuum analyze es.event")
  const decode = (of: typeof subscriptions, { type, data }: { readonly type: string; readonly data: unknown }) =>
    of.familyOf(type)?.decodeSync(type, data) ?? { _tag: type }
  const perSecond = async (work: () => Promise<number>) => {
    const beganMs = performance.now()
    const done = await work()
    if (done !== events) throw new Error(`${done} events instead of ${events}`)
    return (events * 1000) / (performance.now() - beganMs)
  }
  const copyOut = async (): Promise<number> => {
    const newline = 10
    const stream = await sql.unsafe(copyStatement({ types, after: 0, upTo, share: { index: 0, of: 1 } })).readable()
    let rows = 0
    for await (const chunk of stream as AsyncIterable<Buffer>)
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) rows += 1
    stream._read(0)
    return rows
  }
  log(`rebuilding the read models of subscriptions from ${events} events`)
  const rounds = await interleaved(
    {
      copy_out: () => perSecond(copyOut),
      rebuild: () => perSecond(async () => (await rebuild(sql, subscriptions, { decode })).events),
    },
    { log },
  )
  return { ratio: rounds.ratio("rebuild", "copy_out"), eventsPerSecond: rounds.median("rebuild") }
}
