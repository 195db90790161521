import { Effect } from "effect"
import { type InferResult, type NotNull, sql } from "kysely"
import { BLOCKS_MAX, ROOMS_PER_PERSON_MAX } from "#contract/chat"
import { type OwnedRoom, roomIdOf } from "#core/chat"
import { Sql } from "#core/kernel"
import { isAnyOf, readModels } from "#projections/runner"
import { chatBan, chatBlock, chatGrant, chatMessage, chatPerson, chatReaction, chatRoom, chatSeat } from "./tables.ts"

/** Messages in one export. */
const EXPORTED_MESSAGES_MAX = 100_000
/** Reactions in one export. */
export const EXPORTED_REACTIONS_MAX = 100_000

const db = readModels(
  chatBan,
  chatBlock,
  chatGrant,
  chatMessage,
  chatPerson,
  chatReaction,
  chatRoom,
  chatSeat,
).withTables<{
  "read.account": { person_id: string; user_code: string; display_name: string | null }
}>()

/** People banned from a group room by its creator, the newest ban first. */
export const listBans = Effect.fn("listBans")(function* (room: OwnedRoom, limit: number) {
  const { query } = yield* Sql
  return yield* query(
    db
      .selectFrom("read.chat_ban as b")
      .innerJoin("read.account as a", "a.person_id", "b.person_id")
      .select((eb) => [
        "a.user_code as UserCode",
        eb.fn
          .coalesce(eb.fn<string | null>("nullif", ["a.display_name", sql.lit("")]), "a.user_code")
          .as("DisplayName"),
      ])
      .where("b.room_id", "=", roomIdOf(room))
      .where("b.cause", "=", "")
      .orderBy("b.banned_at", "desc")
      .orderBy("b.person_id")
      .limit(limit),
  )
})

/** Which of some people have at least a level with a creator. */
export const filterByLevel = Effect.fn("filterByLevel")(function* (
  creatorId: string,
  level: number,
  personIds: ReadonlyArray<string>,
) {
  const { query } = yield* Sql
  const rows = yield* query(
    db
      .selectFrom("read.chat_grant")
      .select("person_id")
      .distinct()
      .where("creator_id", "=", creatorId)
      .where("level", ">=", level)
      .where((eb) => isAnyOf(eb.ref("person_id"), personIds)),
  )
  return rows.map(({ person_id }) => person_id)
})

/** Which of some people have or had a conversation with a person. */
export const filterPartners = Effect.fn("filterPartners")(function* (
  personId: string,
  personIds: ReadonlyArray<string>,
) {
  const { query } = yield* Sql
  const rows = yield* query(
    db
      .selectFrom("read.chat_seat as s")
      .innerJoin("read.chat_room as r", (join) =>
        join.onRef("r.room_id", "=", "s.room_id").on("r.one_id", "is not", null),
      )
      .innerJoin("read.chat_seat as o", (join) =>
        join.onRef("o.room_id", "=", "s.room_id").onRef("o.person_id", "<>", "s.person_id"),
      )
      .select("o.person_id as partnerId")
      .where("s.person_id", "=", personId)
      .where((eb) => isAnyOf(eb.ref("o.person_id"), personIds)),
  )
  return rows.map(({ partnerId }) => partnerId)
})

const blocks = db
  .selectFrom("read.chat_block as b")
  .innerJoin("read.account as a", "a.person_id", "b.blocked_id")
  .select((eb) => [
    "b.blocked_id as personId",
    "a.user_code as userCode",
    eb.fn.coalesce("a.display_name", sql.lit("")).as("displayName"),
  ])
  .orderBy("b.blocked_at", "desc")
  .limit(BLOCKS_MAX)
/** A person blocked by another one. */
export type Blocked = InferResult<typeof blocks>[number]

/** People blocked by a person, the newest block first. */
export const listBlocks = Effect.fn("listBlocks")(function* (personId: string) {
  const { query } = yield* Sql
  return yield* query(blocks.where("b.person_id", "=", personId))
})

/** Ids of the rooms in which a person has a seat that has not ended. */
export const listSeatRoomIds = Effect.fn("listSeatRoomIds")(function* (
  personId: string,
  limit: number = ROOMS_PER_PERSON_MAX,
) {
  const { query } = yield* Sql
  const rows = yield* query(
    db
      .selectFrom("read.chat_seat")
      .select("room_id")
      .where("person_id", "=", personId)
      .where("status", "in", ["invited", "ignored", "joined", "none"])
      .limit(limit),
  )
  return rows.map(({ room_id }) => room_id)
})

/** The messages to which a person reacted, with the emoji. */
export const listReactedMessages = Effect.fn("listReactedMessages")(function* (
  personId: string,
  limit: number = EXPORTED_REACTIONS_MAX,
) {
  const { query } = yield* Sql
  return yield* query(
    db
      .selectFrom("read.chat_reaction")
      .select(["room_id as roomId", "seq", "emoji"])
      .where("person_id", "=", personId)
      .orderBy("room_id")
      .orderBy("seq")
      .orderBy("emoji")
      .limit(limit),
  )
})

/** Quiet hours by person; people without any are left out. */
export const findQuietHours = Effect.fn("findQuietHours")(function* (personIds: ReadonlyArray<string>) {
  const { query } = yield* Sql
  const rows = yield* query(
    db
      .selectFrom("read.chat_person")
      .select(["person_id", "hours"])
      .where((eb) => isAnyOf(eb.ref("person_id"), personIds))
      .where("hours", "is not", null)
      .$narrowType<{ hours: NotNull }>(),
  )
  return new Map(rows.map(({ person_id, hours }) => [person_id, hours]))
})

/** The messages of a person for their data export, newest first. */
export const listOwnMessages = Effect.fn("listOwnMessages")(function* (personId: string) {
  const { query } = yield* Sql
  return yield* query(
    db
      .selectFrom("read.chat_message")
      .select(["room_id as roomId", "seq", "text", "files", "posted_at as postedAt"])
      .where("sender_id", "=", personId)
      .where("is_forgotten", "=", false)
      .where("removed_at", "is", null)
      .orderBy("posted_at", "desc")
      .limit(EXPORTED_MESSAGES_MAX),
  )
})
