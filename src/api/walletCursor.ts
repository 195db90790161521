import { Effect } from "effect"
import { translator } from "#src/i18n/index.ts"
import { BadRequest, refusal } from "./envelope.ts"
import { CurrentCaller } from "./Guard.ts"

/** A position of the log, which is far below 2^53. */
const POSITION = /^[1-9]\d{0,14}$/

/** Where a list goes on that is sorted by positions of the log; null for its beginning. */
export const parsePositionCursor = Effect.fnUntraced(function* (cursor: string | undefined) {
  if (cursor === undefined) return null
  return POSITION.test(cursor) ? Number(cursor) : yield* invalidCursor
})

/** What is said of a cursor that is none. */
export const invalidCursor = Effect.gen(function* () {
  const message = translator((yield* CurrentCaller).locale)("walletCall.badCursor")
  return yield* new BadRequest({ ...refusal(message), errors: { cursor: [message] } })
})
