import type { Scope } from "#contract/chat"
import type { Level } from "#core/chat"
import type { SqlClient } from "#core/kernel"
import { type HistoryMessage, messageColumns } from "./pageHistory.ts"

/**
 * The level `g` of a person with the owner of room `r`, and the last message `e` before it opened the room: earlier
 * messages are not new to them. Empty for rooms without a level. The arguments are SQL expressions.
 */
export const withLevel = (ownerId: string, personId: string): string => `
  left join lateral (
    select max(o.level) as level, min(o.subscriber_at) as subscriber_at, min(o.premium_at) as premium_at
    from read.chat_grant o where o.creator_id = ${ownerId} and o.person_id = ${personId}) g on true
  left join lateral (
    select m.seq from read.chat_message m
    where m.room_id = r.room_id
      and m.posted_at < case r.scope when 'Subscriber' then g.subscriber_at when 'Premium' then g.premium_at end
    order by m.posted_at desc, m.seq desc limit 1) e on true`

/** A room that may not exist yet. */
export type Target = {
  readonly room_id: string
  readonly scope: Scope
  readonly owner_id: string | null
  readonly other_id: string | null
}

type SeatStatus = "none" | "invited" | "ignored" | "joined" | "left"

/** Everything about one person in one room. */
export type RoomRow = {
  readonly roomId: string
  readonly scope: Scope
  readonly ownerId: string | null
  readonly otherId: string | null
  readonly epoch: number
  readonly status: "none" | "open" | "shut"
  readonly head: number
  readonly lastAtIso: string | null
  readonly seat: SeatStatus
  /** Whether the person has a seat or wrote in the room. */
  readonly isSeated: boolean
  /** Messages up to this number are not new: read, written by the person, or older than their level. */
  readonly read: number
  readonly isMuted: boolean
  readonly otherSeat: SeatStatus
  /** The number up to which the other person has read or written. */
  readonly otherRead: number
  readonly isBanned: boolean
  readonly level: Level
  readonly blocks: boolean
  readonly isBlocked: boolean
  readonly isPersonalRoomShut: boolean
  readonly isGone: boolean
  readonly isTargetGone: boolean
  readonly targetCode: string
  readonly targetName: string
  readonly headerImage: string | null
  readonly last: HistoryMessage | null
}

type Fragment = ReturnType<SqlClient>

/** Rooms in the list of a person: seats, levels and own rooms. */
export const roomsOf = (sql: SqlClient, personId: string): Fragment => sql`
  select r.room_id, r.scope, r.owner_id, case when r.one_id = ${personId} then r.other_id else r.one_id end as other_id
  from read.chat_room r where r.room_id in (
    select room_id from read.chat_seat where person_id = ${personId} and status in ('invited', 'joined')
    union select o.room_id from read.chat_grant g join read.chat_room o on o.owner_id = g.creator_id
      where g.person_id = ${personId} and o.scope in ('Subscriber', 'Premium')
    union select room_id from read.chat_room
      where owner_id = ${personId} and (scope <> 'Person' or status = 'shut'))`

export const filterRooms = (sql: SqlClient, rooms: Fragment, roomIds: ReadonlyArray<string>): Fragment => sql`
  select * from (${rooms}) x where x.room_id = any(${[...roomIds]})`

/** Given rooms, even if they do not exist. */
export const roomsOfTargets = (sql: SqlClient, targets: ReadonlyArray<Target>): Fragment => sql`
  select * from jsonb_to_recordset(${JSON.stringify(targets)}::text::jsonb)
    as t(room_id text, scope text, owner_id text, other_id text)`

/**
 * Reads everything that permissions and unread counts need, most recent room first. Raw SQL: one measured plan for up
 * to 500 rooms.
 */
export const readRooms = (
  sql: SqlClient,
  personId: string,
  targets: Fragment,
  limit: number,
): Promise<ReadonlyArray<RoomRow>> => sql<Array<RoomRow>>`
  select x.room_id as "roomId", x.scope, x.owner_id as "ownerId", x.other_id as "otherId",
    coalesce(r.epoch, 0) as epoch, coalesce(r.status, 'none') as status, coalesce(r.head, 0) as head,
    to_char(r.last_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastAtIso",
    coalesce(s.status, 'none') as seat, s.room_id is not null or w.room_id is not null as "isSeated",
    greatest(s.read, w.seq, e.seq, 0) as read, coalesce(s.is_muted, false) as "isMuted",
    coalesce(o.status, 'none') as "otherSeat", greatest(coalesce(o.read, 0), coalesce(v.seq, 0)) as "otherRead",
    exists (select from read.chat_ban b where b.room_id = x.room_id and b.person_id = ${personId}) as "isBanned", coalesce(g.level, 0) as level,
    x.other_id is not null and exists (
      select from read.chat_block k where k.person_id = ${personId} and k.blocked_id = x.other_id) as blocks,
    x.other_id is not null and exists (
      select from read.chat_block k where k.person_id = x.other_id and k.blocked_id = ${personId}) as "isBlocked",
    x.other_id is not null and exists (
      select from read.chat_room d where d.owner_id in (x.other_id, ${personId}) and d.scope = 'Person'
        and d.status = 'shut') as "isPersonalRoomShut",
    coalesce(i.is_forgotten, false) as "isGone", coalesce(p.is_forgotten, false) as "isTargetGone",
    coalesce(q.group_id, t.user_code, '') as "targetCode", coalesce(q.name, t.display_name, '') as "targetName",
    t.header_image as "headerImage",
    (select to_jsonb(l) from (select ${messageColumns(sql)} from read.chat_message m
      left join read.account a on a.person_id = m.sender_id
      where m.room_id = x.room_id and m.seq = r.head) l) as last
  from (select ${personId}::text as person_id) me cross join (${targets}) x
    left join read.chat_room r on r.room_id = x.room_id
    left join read.chat_seat s on s.room_id = x.room_id and s.person_id = ${personId}
    left join read.chat_author w on w.room_id = x.room_id and w.person_id = ${personId}
    left join read.chat_seat o on o.room_id = x.room_id and o.person_id = x.other_id
    left join read.chat_author v on v.room_id = x.room_id and v.person_id = x.other_id
    ${sql.unsafe(withLevel("x.owner_id", "me.person_id"))}
    left join read.chat_group q on x.scope = 'Group' and q.group_id = x.owner_id
    left join read.chat_person i on i.person_id = me.person_id
    left join read.chat_person p on p.person_id = coalesce(x.owner_id, x.other_id)
    left join read.account t on t.person_id = coalesce(x.owner_id, x.other_id)
  order by r.last_at desc nulls last, x.room_id limit ${limit}`
