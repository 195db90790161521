import { shortId } from "#core/kernel"
import { FeedId, ItemId } from "./contract.ts"

/** The id of the feed at a canonical address: the same for all its followers. */
export const feedIdOf = (canonical: string): FeedId => FeedId.make(shortId("feed", canonical))

/** The public code of a feed: QF and ten characters of its id. */
export const feedCodeOf = (feedId: string): string => `QF${feedId.slice(0, 10).toUpperCase()}`

/** The id of an item within its feed. */
export const itemIdOf = (feedId: string, identity: string): ItemId => ItemId.make(shortId(feedId, identity))
