import { Effect } from "effect"
import type { PreviewItem } from "#contract/feeds"
import { POST_LEVEL } from "#contract/publishing"
import { Entitlements } from "#core/chat"
import { findChannel } from "#projections/channels"
import { CurrentCaller } from "../Guard.ts"

/** What the description of a locked item says (S2-083): clients show a block in place of the item. */
const DENIED = "permission denied"

/** Items of a channel's feed, with those locked that the caller's level does not open. */
export const withLocks = Effect.fnUntraced(function* (items: ReadonlyArray<PreviewItem>, feedCode: string) {
  if (items.every(({ levelId }) => levelId === POST_LEVEL.everyone)) return items
  const { member } = yield* CurrentCaller
  const personId = member?.isSecondStepPending === false ? member.personId : null
  const channel = yield* findChannel(feedCode)
  if (channel === null || channel.personId === personId) return items
  const entitlements = yield* Entitlements
  const needed = Math.max(...items.map(({ levelId }) => levelId))
  const level = personId === null ? 0 : yield* entitlements.levelFor(channel.personId, personId, needed)
  return items.map((item) =>
    item.levelId > POST_LEVEL.everyone && level < item.levelId ? { ...item, description: DENIED } : item,
  )
})
