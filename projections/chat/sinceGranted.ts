import type { SqlClient, SqlPart } from "#core/kernel"

/**
 * The last message of a room `r` that is older than the level that opened it to somebody, `g`: what stands up to there is
 * not new to them, as it is not to who joins. Joined as `e`; nothing for who needs no level.
 */
export const sinceGranted = (sql: SqlClient): SqlPart => sql`
  left join lateral (
    select m.seq from read.chat_message m
    where m.room_id = r.room_id
      and m.posted_at < case r.scope when 'Subscriber' then g.subscriber_at when 'Premium' then g.premium_at end
    order by m.posted_at desc, m.seq desc limit 1) e on true`
