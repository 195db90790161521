import { Effect } from "effect"
import type { Banned } from "#contract/chat"
import { type OwnedRoom, roomIdOf } from "#core/chat"
import { Sql } from "#core/kernel"

/** Who is banned from a creator's room, the last one first. */
export const bannedFrom = Effect.fn("bannedFrom")(function* (room: OwnedRoom, limit: number) {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<Banned>>`
      select a.user_code as "UserCode", coalesce(nullif(a.display_name, ''), a.user_code) as "DisplayName"
      from read.chat_ban b join read.account a on a.person_id = b.person_id
      where b.room_id = ${roomIdOf(room)} order by b.banned_at desc, b.person_id limit ${limit}`,
  )
})
