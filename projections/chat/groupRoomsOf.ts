import { Effect } from "effect"
import { type GroupScope, ROOMS_PER_PERSON_MAX } from "#contract/chat"
import { LEVEL_BY_SCOPE } from "#core/chat"
import { Sql } from "#core/kernel"

/** A group room that sends a person pushes. */
export type GroupRoom = { readonly scope: GroupScope | "Group"; readonly ownerId: string }

/**
 * The group rooms of several people in one statement: joined ones, those of their level unless they left, and own ones.
 * Excludes bans. Raw SQL: `unnest` with a lateral limit per person.
 */
export const groupRoomsOf = Effect.fn("groupRoomsOf")(function* (personIds: ReadonlyArray<string>) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<GroupRoom & { readonly personId: string }>>`
      select p.person_id as "personId", r.scope, r.owner_id as "ownerId"
      from unnest(${[...personIds]}::text[]) as p(person_id)
      cross join lateral (
        select distinct m.room_id, m.scope, m.owner_id, m.last_at from (
          select r.* from read.chat_seat s join read.chat_room r using (room_id)
          where s.person_id = p.person_id and s.status = 'joined' and r.scope in ('Team', 'Group')
          union all
          select r.* from read.chat_grant g join read.chat_room r on r.owner_id = g.creator_id
          where g.person_id = p.person_id
            and (r.scope = 'Subscriber' and g.level >= ${LEVEL_BY_SCOPE.Subscriber}
              or r.scope = 'Premium' and g.level >= ${LEVEL_BY_SCOPE.Premium})
            and not exists (select from read.chat_seat s
              where s.room_id = r.room_id and s.person_id = p.person_id and s.status = 'left')
          union all
          select r.* from read.chat_room r where r.owner_id = p.person_id and r.scope <> 'Person') m
        where not exists (select from read.chat_ban b where b.room_id = m.room_id and b.person_id = p.person_id)
        order by m.last_at desc limit ${ROOMS_PER_PERSON_MAX}) r`,
  )
  const rooms = new Map<string, Array<GroupRoom>>()
  for (const { personId, ...room } of rows) rooms.set(personId, [...(rooms.get(personId) ?? []), room])
  return rooms
})
