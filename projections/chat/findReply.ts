import { Effect } from "effect"
import type { GroupScope } from "#contract/chat"
import { Sql } from "#core/kernel"
import { groupRoomsOf } from "./groupRoomsOf.ts"

/** A reply in a group room to somebody who has not read it yet. */
export type UnreadReply = {
  /** The author of the answered message. */
  readonly answeredId: string
  readonly answeredSeq: number
  readonly scope: GroupScope
  readonly ownerId: string
  readonly ownerCode: string
  readonly ownerName: string
  readonly who: string
}

/**
 * A reply in a group room; null if its reader has seen it, may not read the room, has blocked its author or was blocked by
 * them, or if one of both messages was removed. Raw SQL: both messages, their room and its people in one statement.
 */
export const findUnreadReply = Effect.fn("findUnreadReply")(function* (roomId: string, seq: number) {
  const { client: sql } = yield* Sql
  const [reply] = yield* Effect.promise(
    () => sql<Array<UnreadReply>>`
      select q.sender_id as "answeredId", q.seq as "answeredSeq", r.scope, r.owner_id as "ownerId",
        o.user_code as "ownerCode", coalesce(nullif(o.display_name, ''), o.user_code) as "ownerName",
        coalesce(nullif(w.display_name, ''), w.user_code) as who
      from read.chat_message m join read.chat_room r using (room_id)
        join read.chat_message q on q.room_id = m.room_id and q.seq = m.reply_to
        join read.account o on o.person_id = r.owner_id
        join read.account w on w.person_id = m.sender_id
        left join read.chat_seat s on s.room_id = m.room_id and s.person_id = q.sender_id
        left join read.chat_author a on a.room_id = m.room_id and a.person_id = q.sender_id
      where m.room_id = ${roomId} and m.seq = ${seq} and r.one_id is null and r.status = 'open'
        and q.sender_id <> m.sender_id and greatest(s.read, a.seq) < m.seq
        and m.removed_at is null and not m.is_forgotten and q.removed_at is null and not q.is_forgotten
        and not exists (select from read.chat_block b
          where (b.person_id, b.blocked_id) in ((q.sender_id, m.sender_id), (m.sender_id, q.sender_id)))`,
  )
  if (reply === undefined) return null
  const rooms = (yield* groupRoomsOf([reply.answeredId])).get(reply.answeredId) ?? []
  return rooms.some(({ scope, ownerId }) => scope === reply.scope && ownerId === reply.ownerId) ? reply : null
})
