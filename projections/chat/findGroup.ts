import { Effect } from "effect"
import { GROUP_MEMBERS_MAX } from "#contract/chat"
import { groupRoomOf, roomIdOf } from "#core/chat"
import { isUuid, Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { chatGroup, chatSeat } from "./tables.ts"

const db = readModels(chatGroup, chatSeat).withTables<{
  "read.account": { person_id: string; user_code: string; display_name: string | null; header_image: string | null }
}>()

/** A group among friends as one of its members sees it; null for everyone else. */
export const findGroup = Effect.fn("findGroup")(function* (personId: string, groupId: string) {
  if (!isUuid(groupId)) return null
  const { query } = yield* Sql
  const [group] = yield* query(
    db.selectFrom("read.chat_group").select(["name", "owner_id as ownerId"]).where("group_id", "=", groupId),
  )
  const members = yield* query(
    db
      .selectFrom("read.chat_seat as s")
      .innerJoin("read.account as a", "a.person_id", "s.person_id")
      .select([
        "a.person_id as personId",
        "a.user_code as userCode",
        "a.display_name as displayName",
        "a.header_image as headerImage",
      ])
      .where("s.room_id", "=", roomIdOf(groupRoomOf(groupId)))
      .where("s.status", "=", "joined")
      .orderBy("s.person_id")
      .limit(GROUP_MEMBERS_MAX),
  )
  if (group === undefined || !members.some((member) => member.personId === personId)) return null
  // The owner first, the others by the age of their accounts.
  const isOwner = (member: { readonly personId: string }) => member.personId === group.ownerId
  return { ...group, members: members.toSorted((one, other) => Number(isOwner(other)) - Number(isOwner(one))) }
})
