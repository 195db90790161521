import { Effect, Schema } from "effect"
import { HISTORY_PAGE, HISTORY_PAGE_MAX } from "#contract/chat"
import { pageHistory } from "#projections/chat"
import { readJson, readRoom, SeqOrZero } from "./fields.ts"
import type { Handler } from "./Handler.ts"
import { historyOf, readableRoom } from "./pages.ts"

const PageSize = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: HISTORY_PAGE_MAX }))
const Options = Schema.Struct({
  Date: Schema.optional(Schema.NullOr(Schema.String.check(Schema.isMaxLength(40)))),
  Direction: Schema.optional(Schema.Literals(["Older", "Newer"])),
  PageSize: Schema.optional(PageSize),
  Seq: Schema.optional(Schema.NullOr(SeqOrZero)),
})

/** A page of a room's history before or after a date. */
export const lh: Handler = Effect.fn("Lh")(function* (asker, [scope = "", target = "", json = ""]) {
  const {
    Date: date,
    Direction: direction = "Older",
    PageSize: limit = HISTORY_PAGE,
    Seq: seq,
  } = yield* readJson(json, Options)
  const place = yield* readableRoom(asker, yield* readRoom(asker, scope, target, "Person"))
  const page = yield* pageHistory({ roomId: place.roomId, direction, dateIso: date || null, seq: seq ?? null, limit })
  return yield* historyOf(asker, place, page, direction === "Older" ? "last" : "first")
})
