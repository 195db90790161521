import { Effect } from "effect"
import { findFeeds, listItems, popularFeeds } from "#projections/feeds"
import { search } from "#projections/library"
import { toChannelItem } from "#src/api/wire.ts"
import { type FollowedByGroup, followedFeedsOf } from "../../lib/followsCookie.ts"
import { spanOf } from "../feeds/readNewsfeed.ts"

/** Channels in the tabs. */
const CHANNELS_BESIDE = 12

/** Channels for the tabs: followed ones, or popular ones if the reader follows none. */
export const readChannelsBeside = Effect.fn("readChannelsBeside")(function* (follows: FollowedByGroup) {
  const followed = [...followedFeedsOf(follows)].slice(0, CHANNELS_BESIDE)
  const feeds = followed.length > 0 ? yield* findFeeds(followed) : yield* popularFeeds(CHANNELS_BESIDE)
  return feeds.map(toChannelItem)
})

interface ChannelQuery {
  readonly feedId: string
  /** The query of the address: text, time, cursor. */
  readonly query: URLSearchParams
  readonly now: Date
  readonly timeZone: string
}

/** The items of a channel within the time filter, newest first. */
export const readChannel = Effect.fn("readChannel")(function* ({ feedId, query, now, timeZone }: ChannelQuery) {
  const cursor = query.get("cursor") ?? undefined
  return yield* listItems({ feedIds: [feedId], cursor, ...spanOf(query, now, timeZone) })
})

/** Searches the items of a channel. */
export const searchChannel = Effect.fn("searchChannel")(
  function* ({ feedId, query, now, timeZone }: ChannelQuery) {
    return yield* search({
      query: query.get("kw") ?? "",
      feedIds: [feedId],
      time: spanOf(query, now, timeZone),
      cursor: query.get("cursor") ?? undefined,
    })
  },
  // Pages show the failure, and the log contains the reason.
  Effect.orDie,
)
