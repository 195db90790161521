import { Effect, Schema } from "effect"
import { HISTORY_PAGE, HISTORY_PAGE_MAX } from "#contract/chat"
import { pageAfter } from "#projections/chat"
import { readJson, readRoom, SeqOrZero } from "./fields.ts"
import type { Handler } from "./Handler.ts"
import { historyOf, readableRoom } from "./pages.ts"

const Options = Schema.Struct({
  AfterSeq: Schema.optional(SeqOrZero),
  PageSize: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: HISTORY_PAGE_MAX }))),
})

/** Messages of a room after a number. */
export const lm: Handler = Effect.fn("Lm")(function* (asker, [scope = "", target = "", json = ""]) {
  const { AfterSeq: after = 0, PageSize: limit = HISTORY_PAGE } = yield* readJson(json, Options)
  const place = yield* readableRoom(asker, yield* readRoom(asker, scope, target, "Team"))
  return yield* historyOf(asker, place, yield* pageAfter(place.roomId, after, limit), "first")
})
