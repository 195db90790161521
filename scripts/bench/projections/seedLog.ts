import type { SqlClient } from "#core/kernel"
import { TALLIED } from "./events.ts"

/**
 * Writes events directly into the log, distributed evenly over streams, as the store would have: about 200 bytes of
 * JSON each. Returns the last position.
 */
export const seedLog = async (
  sql: SqlClient,
  { events, streams }: { readonly events: number; readonly streams: number },
): Promise<number> => {
  await sql`
    insert into es.event (position, stream, version, event_id, type, correlation_id, causation_id, actor, data)
    select n + 1, 'tally-' || t, (n - 1) / ${streams}::int + 1, gen_random_uuid(), ${TALLIED}, gen_random_uuid(),
      gen_random_uuid(), 'user:abcdef', jsonb_build_object('tallyId', 't' || t, 'by', n % 100, 'at', '2026-11-21T08:00:00.000Z',
        'kind', (array['view', 'like', 'share'])[n % 3 + 1], 'isFirst', n % 2 = 0, 'note', repeat('lorem ipsum dolor ', 6))
    from (select n, (n::bigint * 7919) % ${streams}::int as t from generate_series(1, ${events}::int) n) x`
  await sql`select setval('es.position', ${events + 1})`
  await sql.unsafe("vacuum analyze es.event")
  await sql.unsafe("checkpoint")
  return events + 1
}
