import type { SqlClient } from "#core/kernel"

/** An account that takes part in half of all transfers, with a million entries. */
export const BUSY = "01890000-0000-7000-8000-00000000b054"

/**
 * Writes transfers directly into the log, as the ledger would have: between one busy account and `people` others.
 * Returns the last position.
 */
export const seedTransfers = async (sql: SqlClient, transfers: number, people: number): Promise<number> => {
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
