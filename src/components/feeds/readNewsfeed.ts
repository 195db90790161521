import { Effect } from "effect"
import type { Source } from "#contract/feeds"
import { countByFeed, type DirectoryFeed, findFeeds, type ItemPage, listItems } from "#projections/feeds"
import { type FollowedByGroup, followedFeedsOf } from "../../lib/followsCookie.ts"
import { parseTimeFilter, timeRangeOf } from "../../lib/timeFilter.ts"

export interface Newsfeed {
  /** The followed feeds that are in the library. */
  readonly feeds: ReadonlyArray<DirectoryFeed>
  /** Items of all of them, within the chosen time and sources. */
  readonly total: number
  readonly groups: ReadonlyArray<{ readonly name: string; readonly count: number }>
  /** Items of each source, within the chosen time and group. */
  readonly sources: ReadonlyArray<{ readonly source: Source; readonly count: number }>
  readonly page: ItemPage
}

interface Reader {
  readonly follows: FollowedByGroup
  /** The address's query: group, source, time, cursor. */
  readonly query: URLSearchParams
  readonly now: Date
  readonly timeZone: string
}

/** A guest's personal feed as the address asks for it, with the counts beside it. */
export const readNewsfeed = Effect.fn("readNewsfeed")(function* ({ follows, query, now, timeZone }: Reader) {
  const feeds = yield* findFeeds([...followedFeedsOf(follows)])
  const span = spanOf(query, now, timeZone)
  const counts = yield* countsOf(feeds, span)

  const group = query.get("group")
  const inGroup = new Set(group === null ? feeds.map(({ feedId }) => feedId) : follows.get(group))
  const wanted = new Set(query.getAll("source"))
  const ofSource = feeds.filter(({ source }) => wanted.size === 0 || wanted.has(source))
  const ofGroup = feeds.filter(({ feedId }) => inGroup.has(feedId))
  const chosen = ofSource.filter(({ feedId }) => inGroup.has(feedId))

  const page = yield* listItems({
    feedIds: chosen.map(({ feedId }) => feedId),
    ...span,
    cursor: query.get("cursor") ?? undefined,
  })
  const sum = (some: ReadonlyArray<DirectoryFeed>) =>
    some.reduce((all, { feedId }) => all + (counts.get(feedId) ?? 0), 0)
  const newsfeed: Newsfeed = {
    feeds,
    total: sum(ofSource),
    groups: Array.from(follows.keys())
      .filter((name) => name !== "")
      .map((name) => ({ name, count: sum(ofSource.filter(({ feedId }) => follows.get(name)?.includes(feedId))) })),
    sources: [...new Set(ofGroup.map(({ source }) => source))]
      .map((source) => ({ source, count: sum(ofGroup.filter((feed) => feed.source === source)) }))
      .sort((one, other) => other.count - one.count),
    page,
  }
  return newsfeed
})

/** Bounds in milliseconds of what the address says about time. */
export const spanOf = (query: URLSearchParams, now: Date, timeZone: string) => {
  const { from, before } = timeRangeOf(parseTimeFilter(query), now, timeZone)
  return { fromMs: from?.getTime(), beforeMs: before?.getTime() }
}

const countsOf = Effect.fnUntraced(function* (feeds: ReadonlyArray<DirectoryFeed>, span: ReturnType<typeof spanOf>) {
  if (span.fromMs === undefined && span.beforeMs === undefined)
    return new Map(feeds.map(({ feedId, itemCount }) => [feedId, itemCount]))
  return yield* countByFeed(
    feeds.map(({ feedId }) => feedId),
    span,
  )
})
