import { Effect } from "effect"
import { Sql, type SqlClient, type SqlPart } from "#core/kernel"
import { sinceGranted } from "./sinceGranted.ts"

/**
 * How much is new to some people in all their rooms; who has nothing new is left out. Requests of strangers do not count,
 * whatever became of them (`isRequest` of core): they are no messages yet.
 */
export const unreadCounts = Effect.fn("unreadCounts")(function* (personIds: ReadonlyArray<string>) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ personId: string; unread: number }>>`
    select person_id as "personId", sum(unread)::int as unread from ${unreadRooms(sql, sql`${[...personIds]}`)} group by person_id`,
  )
  return new Map(rows.map(({ personId, unread }) => [personId, unread]))
})

/** How much is new to one person. */
export const unreadOf = Effect.fn("unreadOf")(function* (personId: string) {
  return (yield* unreadCounts([personId])).get(personId) ?? 0
})

/** The same as a value within another statement. */
export const unreadChats = (sql: SqlClient, personId: string | SqlPart) =>
  sql`(select coalesce(sum(unread), 0)::int from ${unreadRooms(sql, sql`array[${personId}]`)})`

/** The rooms of some people that hold something new to them, and how much. */
const unreadRooms = (sql: SqlClient, personIds: SqlPart) => sql`(
  select mine.person_id, r.head - greatest(s.read, w.seq, e.seq, 0) as unread
  from (
    select person_id, room_id from read.chat_seat
      where person_id = any(${personIds}) and status in ('joined', 'none')
    union select person_id, room_id from read.chat_author where person_id = any(${personIds})
    union select o.person_id, p.room_id from read.chat_grant o join read.chat_room p on p.owner_id = o.creator_id
      where o.person_id = any(${personIds}) and p.scope in ('Subscriber', 'Premium')
    union select owner_id, room_id from read.chat_room
      where owner_id = any(${personIds}) and scope <> 'Person'
  ) mine
    join read.chat_room r using (room_id)
    left join read.chat_seat s on s.room_id = mine.room_id and s.person_id = mine.person_id
    left join read.chat_author w on w.room_id = mine.room_id and w.person_id = mine.person_id
    left join read.chat_grant g on g.creator_id = r.owner_id and g.person_id = mine.person_id
    ${sinceGranted(sql)}
  where r.head > greatest(s.read, w.seq, e.seq, 0)
    and (r.owner_id = mine.person_id or s.status = 'joined'
      or (coalesce(s.status, 'none') = 'none' and r.scope in ('Subscriber', 'Premium')))
    and (r.owner_id is null or r.owner_id = mine.person_id
      or coalesce(g.level, 1) >= case r.scope when 'Premium' then 3 when 'Subscriber' then 2 else 1 end)
    and not exists (select from read.chat_ban b where b.room_id = r.room_id and b.person_id = mine.person_id)
) as unread_room`
