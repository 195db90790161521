import { Effect } from "effect"
import { findFeeds, listItems, popularFeeds } from "#projections/feeds"
import { search } from "#projections/library"
import { toChannelItem } from "#src/api/wire.ts"
import { type FollowedByGroup, followedFeedsOf } from "../../lib/followsCookie.ts"
import { spanOf } from "../feeds/readNewsfeed.ts"

/** Channels that one can go to from another. */
const CHANNELS_BESIDE = 12

/** The channels that a reader may want to switch to: those they follow, or popular ones while they follow none. */
export const readChannelsBeside = Effect.fn("readChannelsBeside")(function* (follows: FollowedByGroup) {
  const followed = [...followedFeedsOf(follows)].slice(0, CHANNELS_BESIDE)
  const feeds = followed.length > 0 ? yield* findFeeds(followed) : yield* popularFeeds(CHANNELS_BESIDE)
  return feeds.map(toChannelItem)
})

interface Asked {
  readonly feedId: string
  /** The address's query: words, time, cursor. */
  readonly query: URLSearchParams
  readonly now: Date
  readonly timeZone: string
}

/** What a channel published, newest first, within the time that the address asks for. */
export const readChannel = Effect.fn("readChannel")(function* ({ feedId, query, now, timeZone }: Asked) {
  const cursor = query.get("cursor") ?? undefined
  return yield* listItems({ feedIds: [feedId], cursor, ...spanOf(query, now, timeZone) })
})

/** What a channel published with these words. */
export const searchChannel = Effect.fn("searchChannel")(
  function* ({ feedId, query, now, timeZone }: Asked) {
    return yield* search({
      query: query.get("kw") ?? "",
      feedIds: [feedId],
      time: spanOf(query, now, timeZone),
      cursor: query.get("cursor") ?? undefined,
    })
  },
  // Pages show that it failed, and the reason goes into the log.
  Effect.orDie,
)
