import { Effect } from "effect"
import { type Call, jsonAnswer } from "../Call.ts"
import { shortItemId } from "../itemIds.ts"
import { readStream } from "./readStream.ts"

/** Ids that one answer has. */
const LIMITS = { usual: 1_000, max: 10_000 }

/** The ids of a stream's items. */
export const streamItemIds = Effect.fn("streamItemIds")(function* (call: Call) {
  const { entries, next } = yield* readStream(call, LIMITS)
  const itemRefs = entries.map(({ itemId, seenMs }) => ({
    id: shortItemId(itemId),
    directStreamIds: [],
    timestampUsec: `${seenMs}000`,
  }))
  return jsonAnswer({ itemRefs, ...(next === null ? {} : { continuation: next }) })
})
