import { Effect } from "effect"
import { followFeed, moveFeeds, unfollowFeed } from "#core/follows"
import { personFollows } from "#projections/follows"
import { badRequest, type Call, done } from "../Call.ts"
import { carryOut, putIntoGroup } from "../ownFollows.ts"
import { labelOf, parseStream } from "../streamIds.ts"
import { addFeed, knownFeed } from "./addFeed.ts"

/** Feeds that one call may name. */
const FEEDS_MAX = 100

/**
 * Follows feeds, ends follows, and moves feeds between groups; a feed stands in one group, so the last one named counts. A
 * title is passed over: a feed is called here as its publisher calls it.
 */
export const editSubscription = Effect.fn("editSubscription")(function* (call: Call) {
  const { params } = call
  const named = params.all("s").flatMap((id) => {
    const stream = parseStream(id)
    return stream?.kind === "feed" ? [stream.feed] : []
  })
  if (named.length === 0 || named.length > FEEDS_MAX) return yield* badRequest("s names no feed")
  const [added, removed] = [lastLabel(params.all("a")), params.all("r").flatMap((id) => labelOf(id) ?? [])]
  switch (params.one("ac") ?? "edit") {
    case "subscribe":
      for (const feed of named) {
        const { feedId } = yield* addFeed(call, feed)
        yield* carryOut(call, followFeed({ feedId, ...(added === undefined ? {} : { groupName: added }) }))
        if (added !== undefined) yield* putIntoGroup(call, [feedId], added)
      }
      return done()
    case "unsubscribe":
      for (const feedId of yield* idsOf(named)) yield* carryOut(call, unfollowFeed({ feedId }))
      return done()
    case "edit": {
      const feedIds = yield* idsOf(named)
      if (added !== undefined) yield* putIntoGroup(call, feedIds, added)
      else if (removed.length > 0) {
        const { byGroup } = yield* personFollows(call.personId)
        const leaving = new Set(removed.flatMap((name) => byGroup.get(name) ?? []))
        yield* carryOut(call, moveFeeds({ feedIds: feedIds.filter((feedId) => leaving.has(feedId)) }))
      }
      return done()
    }
    default:
      return yield* badRequest("ac must be subscribe, unsubscribe or edit")
  }
})

const lastLabel = (ids: ReadonlyArray<string>): string | undefined => ids.flatMap((id) => labelOf(id) ?? []).at(-1)

/** The ids of those feeds that the library has. */
const idsOf = Effect.fnUntraced(function* (named: ReadonlyArray<string>) {
  const feeds = yield* Effect.forEach(named, knownFeed)
  return feeds.flatMap((feed) => (feed === null ? [] : [feed.feedId]))
})
