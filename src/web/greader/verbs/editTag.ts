import { Effect } from "effect"
import { keepItems, ReadMarks } from "#core/follows"
import { badRequest, type Call, done } from "../Call.ts"
import { carryOut } from "../ownFollows.ts"
import { stateOf } from "../streamIds.ts"
import { namedItems } from "./namedItems.ts"

/** Items that one call may name, and of these, how many are kept by one command. */
const ITEMS_MAX = 10_000
const KEPT_AT_ONCE = 500

/** Marks items as read or unread, and keeps them for later or no longer. Other states are passed over: nothing stands behind them. */
export const editTag = Effect.fn("editTag")(function* (call: Call) {
  const { personId, params } = call
  const states = (name: string) => new Set(params.all(name).map(stateOf))
  const [added, removed] = [states("a"), states("r")]
  if (params.all("a").length + params.all("r").length === 0) return yield* badRequest("a or r must name a tag")
  const itemIds = yield* namedItems(params, ITEMS_MAX)
  const isRead = added.has("read") ? true : removed.has("read") || added.has("kept-unread") ? false : undefined
  if (isRead !== undefined && itemIds.length > 0) yield* ReadMarks.use((marks) => marks.mark(personId, itemIds, isRead))
  const isKept = added.has("starred") ? true : removed.has("starred") ? false : undefined
  for (let at = 0; isKept !== undefined && at < itemIds.length; at += KEPT_AT_ONCE)
    yield* carryOut(call, keepItems(itemIds.slice(at, at + KEPT_AT_ONCE), isKept))
  return done()
})
