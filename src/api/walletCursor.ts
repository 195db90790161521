import { Effect } from "effect"
import { translator } from "#src/i18n/index.ts"
import { BadRequest, refusal } from "./envelope.ts"
import { CurrentCaller } from "./Guard.ts"

/** A log position below 2^53. */
const POSITION = /^[1-9]\d{0,14}$/

/** Reads the cursor of a list sorted by log position; null for the first page. */
export const parsePositionCursor = Effect.fnUntraced(function* (cursor: string | undefined) {
  if (cursor === undefined) return null
  return POSITION.test(cursor) ? Number(cursor) : yield* invalidCursor
})

/** The refusal of an invalid cursor. */
export const invalidCursor = Effect.gen(function* () {
  const message = translator((yield* CurrentCaller).locale)("walletCall.badCursor")
  return yield* new BadRequest({ ...refusal(message), errors: { cursor: [message] } })
})
