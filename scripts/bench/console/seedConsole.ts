import type { SqlClient } from "#core/kernel"
import { prepareProjections } from "#projections/runner"
import { projections } from "../../../projections/registry.ts"

export type ConsoleSizes = {
  readonly events: number
  readonly people: number
  readonly tickets: number
}

/** Of all events, the share that operators caused. */
export const OPERATOR_SHARE = 10
export const OPERATORS = 6
/** Events of one command have one correlation id. */
export const COMMAND_EVENTS = 4
/** Events of a stream, in one go. */
export const STREAM_EVENTS = 20
/** Types of events, the first ones far more often than the last ones. */
export const TYPES = 200
/** Time between two events. */
const EVENT_MS = 500
/** Rows of one statement, so that progress can be shown. */
const CHUNK = 500_000

/**
 * Fills an empty database with a log, accounts and tickets as large as those of an installation of some years. The rows
 * are generated in the database; indexes are kept while they arrive, as in the product.
 */
export const seedConsole = async (sql: SqlClient, sizes: ConsoleSizes, log: (line: string) => void): Promise<void> => {
  await prepareProjections(sql, projections, { decode: () => ({ _tag: "" }) })
  const began = performance.now()
  const report = (what: string) => log(`${what} after ${Math.round((performance.now() - began) / 1_000)} s`)
  for (let from = 1; from <= sizes.events; from += CHUNK) {
    await seedEvents(sql, from, Math.min(from + CHUNK - 1, sizes.events), sizes)
    report(`${Math.min(from + CHUNK - 1, sizes.events)} events`)
  }
  await sql`
    insert into read.account (person_id, user_code, channel_id, channel_code, email, display_name, locale, role_id,
      preferences, credited, activated, opened_at)
    select ${personOf(sql)}, 'QI' || lpad(g::text, 8, '0'), case when g % 50 = 0 then g else 0 end,
      case when g % 50 = 0 then 'QC' || lpad(g::text, 8, '0') end, 'reader' || g || '@mail.example', 'Reader ' || g, 'en', 0,
      '{}', false, true, now() - g * interval '1 minute'
    from generate_series(1, ${sizes.people}) g`
  report(`${sizes.people} people`)
  await sql`
    insert into read.ticket (ticket_id, number, person_id, subject, topic, locale, status, priority, assignee, tags,
      breaches, version, changes, is_answered, opened_at, changed_at)
    select 'ticket-' || g, 'T' || lpad(g::text, 7, '0'), ${personOf(sql)}, 'A question of somebody', 'other', 'en',
      (array['open', 'waiting', 'solved', 'closed'])[1 + (g % 4)], (array['low', 'normal', 'high', 'urgent'])[1 + (g % 4)],
      case when g % 3 = 0 then null else 'operator:' || g % ${OPERATORS} end,
      case when g % 10 = 0 then array['refund'] else '{}' end, '{}', 1, 1, false,
      now() - g * interval '2 minutes', now() - g * interval '1 minute'
    from generate_series(1, ${sizes.tickets}) g`
  report(`${sizes.tickets} tickets`)
  await sql.unsafe("vacuum analyze")
  await sql.unsafe("checkpoint")
  report("all written")
}

const personOf = (sql: SqlClient) => sql`('00000000-0000-7000-8000-' || lpad(g::text, 12, '0'))`

const seedEvents = (sql: SqlClient, from: number, to: number, { events, people }: ConsoleSizes) => sql`
  insert into es.event (position, stream, version, event_id, type, recorded_at, correlation_id, causation_id, actor, data)
  select g, 'sample-' || g / ${STREAM_EVENTS}, 1 + g % ${STREAM_EVENTS}, gen_random_uuid(),
    'sample.Type' || floor(${TYPES} * power(random(), 4))::int || '.v1',
    now() - (${events} - g) * ${EVENT_MS} * interval '1 millisecond',
    -- Commands in the order of time, as version 7 of UUIDs has it.
    ('01900000-' || lpad(to_hex((g / ${COMMAND_EVENTS}) >> 16), 4, '0') || '-7000-8000-' || lpad(to_hex((g / ${COMMAND_EVENTS}) & 65535), 12, '0'))::uuid,
    gen_random_uuid(),
    case when g % ${OPERATOR_SHARE} = 0 then 'operator:' || g % ${OPERATORS} else 'user:' || 1 + g % ${people} end,
    jsonb_build_object('feedId', g, 'text', repeat('word ', 10))
  from generate_series(${from}::bigint, ${to}::bigint) g`
