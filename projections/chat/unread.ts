import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { withLevel } from "./readRooms.ts"

/**
 * Unread messages by person; people without any are left out. Requests of strangers do not count (`isRequest` of core).
 * Raw SQL: parts of it are used in other statements.
 */
export const unreadCounts = (personIds: ReadonlyArray<string>) => countByPerson(unreadRooms("$1"), personIds)

export const unreadOf = Effect.fn("unreadOf")(function* (personId: string) {
  return (yield* unreadCounts([personId])).get(personId) ?? 0
})

/** As a value inside another statement. */
export const unreadChats = (personId: string): string =>
  `(select coalesce(sum(unread), 0)::int from ${unreadRooms(`array[${personId}]`)})`

/** Unread messages of requests that can be answered, by person; people without any are left out. Raw SQL, as above. */
export const unreadRequestCounts = (personIds: ReadonlyArray<string>) => countByPerson(requestRooms("$1"), personIds)

/** As a value inside another statement. */
export const unreadRequests = (personId: string): string =>
  `(select coalesce(sum(unread), 0)::int from ${requestRooms(`array[${personId}]`)})`

const countByPerson = Effect.fn("countByPerson")(function* (rooms: string, personIds: ReadonlyArray<string>) {
  const { client: sql } = yield* Sql
  const text = `select person_id as "personId", sum(unread)::int as unread from ${rooms} group by person_id`
  const rows = yield* Effect.promise(() =>
    sql.unsafe<Array<{ personId: string; unread: number }>>(text, [[...personIds]], { prepare: true }),
  )
  return new Map(rows.map(({ personId, unread }) => [personId, unread]))
})

/** SQL of the requests with unread messages per person, without those of blocked people and of people who left. */
const requestRooms = (personIds: string) => `(
  select s.person_id, r.head - s.read as unread
  from read.chat_seat s join read.chat_room r on r.room_id = s.room_id and r.one_id is not null
  where s.person_id = any(${personIds}::text[]) and s.status = 'invited' and r.head > s.read
    and not exists (select from read.chat_block b
      where (b.person_id, b.blocked_id) in ((r.one_id, r.other_id), (r.other_id, r.one_id)))
    and not exists (select from read.chat_seat o
      where o.room_id = r.room_id and o.person_id <> s.person_id and o.status = 'left')
) as request_room`

/** SQL of the rooms with unread messages per person. */
const unreadRooms = (personIds: string) => `(
  select mine.person_id, r.head - greatest(s.read, w.seq, e.seq, 0) as unread
  from (
    select person_id, room_id from read.chat_seat
      where person_id = any(${personIds}::text[]) and status in ('joined', 'none')
    union select person_id, room_id from read.chat_author where person_id = any(${personIds}::text[])
    union select o.person_id, p.room_id from read.chat_grant o join read.chat_room p on p.owner_id = o.creator_id
      where o.person_id = any(${personIds}::text[]) and p.scope in ('Subscriber', 'Premium')
    union select owner_id, room_id from read.chat_room
      where owner_id = any(${personIds}::text[]) and scope <> 'Person'
  ) mine
    join read.chat_room r using (room_id)
    left join read.chat_seat s on s.room_id = mine.room_id and s.person_id = mine.person_id
    left join read.chat_author w on w.room_id = mine.room_id and w.person_id = mine.person_id
    ${withLevel("r.owner_id", "mine.person_id")}
  where r.head > greatest(s.read, w.seq, e.seq, 0)
    and (r.owner_id = mine.person_id or s.status = 'joined'
      or (coalesce(s.status, 'none') = 'none' and r.scope in ('Subscriber', 'Premium')))
    and (r.owner_id is null or r.owner_id = mine.person_id
      or coalesce(g.level, 1) >= case r.scope when 'Premium' then 3 when 'Subscriber' then 2 else 1 end)
    and not exists (select from read.chat_ban b where b.room_id = r.room_id and b.person_id = mine.person_id)
) as unread_room`
