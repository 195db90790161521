import { Result } from "effect"
import type { FeedId, ItemId } from "./contract.ts"
import { type FeedEvent, FeedReleased, FeedWithheld, ItemReleased, ItemWithheld } from "./events.ts"
import type { FeedState } from "./Feed.ts"

/** A whole feed, or one item of it. */
export type Withholdable = { readonly feedId: FeedId; readonly itemId: ItemId | null }
type Request = Withholdable & { readonly nowIso: string }
type Decided = Result.Result<ReadonlyArray<FeedEvent>, never>

/** Takes a feed or one of its items from its readers, for operators. Idempotent. */
export const withholdFeed =
  ({ feedId, itemId, nowIso: withheldAt }: Request) =>
  (state: FeedState): Decided => {
    if (state.url === null || isWithheld(state, itemId)) return Result.succeed([])
    return Result.succeed([
      itemId === null ? FeedWithheld.make({ feedId, withheldAt }) : ItemWithheld.make({ feedId, itemId, withheldAt }),
    ])
  }

/** Gives it back. Idempotent. */
export const releaseFeed =
  ({ feedId, itemId, nowIso: releasedAt }: Request) =>
  (state: FeedState): Decided => {
    if (!isWithheld(state, itemId)) return Result.succeed([])
    return Result.succeed([
      itemId === null ? FeedReleased.make({ feedId, releasedAt }) : ItemReleased.make({ feedId, itemId, releasedAt }),
    ])
  }

const isWithheld = ({ isWithheld: isWhole, withheldItems }: FeedState, itemId: ItemId | null): boolean =>
  itemId === null ? isWhole : withheldItems.includes(itemId)
