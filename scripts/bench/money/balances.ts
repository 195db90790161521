import { Effect } from "effect"
import { connect, Sql, type SqlClient } from "#core/kernel"
import { accounts } from "#projections/accounts"
import { copyStatement, type Projection, prepareProjections, rebuild } from "#projections/runner"
import { balances as balancesProjection, pageMovements, wallet } from "#projections/wallet"
import type { BenchContext } from "../lib/Bench.ts"
import { interleaved, percentile } from "../lib/interleaved.ts"
import { TALLIED } from "../projections/events.ts"
import { tallies } from "../projections/registry.ts"
import { seedLog } from "../projections/seedLog.ts"

/** An account that takes part in half of all transfers, with a million entries. */
const BUSY = "01890000-0000-7000-8000-00000000b054"

/**
 * Writes transfers directly into the log, as the ledger would have: between one busy account and `people` others.
 * Returns the last position.
 */
const seedTransfers = async (sql: SqlClient, transfers: number, people: number): Promise<number> => {
  await sql`
    insert into es.event (position, stream, version, event_id, type, correlation_id, causation_id, actor, data)
    select n + 1, 'transfer-' || id, 1, id, 'ledger.Transferred.v1', id, id, 'user:abcdef', jsonb_build_object(
      'transferId', id, 'purpose', (array['donation', 'deposit', 'fee'])[n % 3 + 1], 'reference', 'donation-' || id,
      'at', to_char(timestamp '2025-01-01' + n * interval '30 seconds', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"'),
      'entries', jsonb_build_array(
        jsonb_build_object('account', 'available:1:' || other, 'amount', (-(n % 1000) - 1)::text),
        jsonb_build_object('account', 'available:1:' || ${BUSY}::text, 'amount', (n % 1000 + 1)::text)))
    from (select n, gen_random_uuid() as id,
            '01890000-0000-7000-8000-' || lpad(((n::bigint * 7919) % ${people}::int)::text, 12, '0') as other
          from generate_series(1, ${transfers}::int) n) x`
  await sql`select setval('es.position', ${transfers + 1})`
  await sql.unsafe("vacuum analyze es.event")
  await sql.unsafe("checkpoint")
  return transfers + 1
}

const PEOPLE = 20_000
const PAGES = 400

/**
 * Compares rebuilding balances and statements from the log, and the plain read model of the projections bench, with the
 * driver reading the same rows by COPY. Also measures pages of a statement with as many entries as there are events.
 */
export const balances = async (context: BenchContext, events: number) => {
  const { log } = context
  const money = await openSeeded(context, (sql) => seedTransfers(sql, events, PEOPLE))
  const plain = await openSeeded(context, (sql) => seedLog(sql, { events, streams: PEOPLE }))
  log(`rebuilding from ${events} events each`)
  const rounds = await interleaved(
    {
      copy_transfers: () => perSecond(events, () => readAndThrowAway(money, "ledger.Transferred.v1")),
      balances: () => perSecond(events, () => rebuilt(money.sql, balancesProjection)),
      copy_tallies: () => perSecond(events, () => readAndThrowAway(plain, TALLIED)),
      tallies: () => perSecond(events, () => rebuilt(plain.sql, tallies)),
    },
    { log },
  )
  const ratio = rounds.ratio("balances", "copy_transfers")
  return {
    ratios: {
      balance_rebuild_vs_foundation: ratio / rounds.ratio("tallies", "copy_tallies"),
      balance_rebuild_vs_copy_out: ratio,
    },
    absolute: {
      balance_rebuild_events_per_s: rounds.median("balances"),
      ...(await statementPages(context, money)),
    },
  }
}

type Seeded = { readonly url: string; readonly sql: SqlClient; readonly upTo: number }

const openSeeded = async (
  { database, defer }: BenchContext,
  seed: (sql: SqlClient) => Promise<number>,
): Promise<Seeded> => {
  const url = await database()
  const sql = connect(url, { connectionsMax: 5 })
  defer(() => sql.end())
  return { url, sql, upTo: await seed(sql) }
}

const perSecond = async (events: number, work: () => Promise<number>) => {
  const beganMs = performance.now()
  const done = await work()
  if (done !== events) throw new Error(`${done} events instead of ${events}`)
  return (events * 1000) / (performance.now() - beganMs)
}

const decode = (of: Projection, { type, data }: { readonly type: string; readonly data: unknown }) =>
  of.familyOf(type)?.decodeSync(type, data) ?? { _tag: type }

const rebuilt = async (sql: SqlClient, projection: Projection) => (await rebuild(sql, projection, { decode })).events

const readAndThrowAway = async ({ sql, upTo }: Seeded, type: string): Promise<number> => {
  const newline = 10
  const stream = await sql
    .unsafe(copyStatement({ types: [type], after: 0, upTo, share: { index: 0, of: 1 } }))
    .readable()
  let rows = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) rows++
  }
  stream._read(0)
  return rows
}

/** Random pages of the statement, with and without a filter. */
const statementPages = async ({ log }: BenchContext, { url, sql, upTo }: Seeded) => {
  log("rebuilding the statements")
  await prepareProjections(sql, [accounts, wallet], { decode })
  const took: Array<number> = []
  await Effect.gen(function* () {
    for (let page = 0; page < PAGES; page += 1) {
      const position = Math.floor(Math.random() * upTo) + 1
      const before = page % 8 === 0 ? null : { position, account: `available:1:${BUSY}` }
      const filter = {
        assetTypeId: page % 2 === 0 ? null : 1,
        purpose: page % 5 === 0 ? ("donation" as const) : null,
        from: page % 7 === 0 ? new Date("2025-02-01") : null,
        until: null,
      }
      const beganMs = performance.now()
      yield* pageMovements(BUSY, { ...filter, before, limit: 51 })
      took.push(performance.now() - beganMs)
    }
  }).pipe(Effect.provide(Sql.layer(url)), Effect.runPromise)
  log(`${PAGES} pages of a statement`)
  return { statement_page_p95_ms: percentile(took, 0.95), statement_page_p50_ms: percentile(took, 0.5) }
}
