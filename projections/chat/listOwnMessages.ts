import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** Messages that one file holds at most. */
const MESSAGES_MAX = 100_000

/** What a person wrote, wherever it was, the newest first: for their own copy. */
export const listOwnMessages = Effect.fn("listOwnMessages")(function* (personId: string) {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<{ roomId: string; seq: number; text: string | null; postedAt: Date }>>`
      select room_id as "roomId", seq, text, posted_at as "postedAt" from read.chat_message
      where sender_id = ${personId} and not is_forgotten and removed_at is null
      order by posted_at desc limit ${MESSAGES_MAX}`,
  )
})
