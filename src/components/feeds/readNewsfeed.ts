import { Effect } from "effect"
import type { SourceType } from "#contract/feeds"
import { type FeedCount, type ItemPage, type ListItems, listItems, type Reader } from "#projections/feeds"
import { type FollowedByGroup, followedFeedsOf } from "../../lib/followsCookie.ts"
import { parseTimeFilter, timeRangeOf } from "../../lib/timeFilter.ts"

export interface Count {
  readonly count: number
  /** Whether there are more than `count`. */
  readonly isMore: boolean
}

export interface Newsfeed {
  /** Unread items within the chosen time and sources. */
  readonly total: Count
  readonly groups: ReadonlyArray<
    Count & {
      /** "" for feeds in no group. */
      readonly name: string
      readonly feeds: ReadonlyArray<Count & { readonly feedId: string; readonly title: string }>
    }
  >
  /** Unread items of each source, within the chosen time and group. */
  readonly sources: ReadonlyArray<Count & { readonly source: SourceType }>
  readonly page: ItemPage
}

interface NewsfeedQuery {
  readonly follows: FollowedByGroup
  /** A member's mute rules. */
  readonly muted?: ListItems["muted"]
  /** The reader whose marks count. */
  readonly reader: Reader
  readonly unreadOnly: boolean
  /** The address's query: group, only (a feed), source, time, cursor. */
  readonly query: URLSearchParams
  readonly now: Date
  readonly timeZone: string
}

/** A reader's newsfeed for an address, with unread counts. */
export const readNewsfeed = Effect.fn("readNewsfeed")(function* ({
  follows,
  muted,
  reader,
  unreadOnly,
  query,
  now,
  timeZone,
}: NewsfeedQuery) {
  const span = spanOf(query, now, timeZone)
  const all = [...followedFeedsOf(follows)]
  const [group, only] = [query.get("group"), query.get("only")]
  const inGroup = new Set(group === null ? all : follows.get(group))
  const shown = only === null ? inGroup : new Set(all.filter((feedId) => feedId === only))
  const sources = query.getAll("source") as ReadonlyArray<SourceType>
  const cursor = query.get("cursor") ?? undefined
  const feedIds = [...shown]
  const page = yield* listItems({ feedIds, sources, ...span, cursor, muted, reader, unreadOnly, counted: all })

  const ofSource = page.counts.filter(({ source }) => sources.length === 0 || sources.includes(source))
  const byId = new Map(ofSource.map((feed) => [feed.feedId, feed]))
  const ofShown = page.counts.filter(({ feedId }) => shown.has(feedId))
  const newsfeed: Newsfeed = {
    total: sum(ofSource),
    groups: Array.from(follows, ([name, ids]) => {
      const feeds = ids.flatMap((feedId) => byId.get(feedId) ?? [])
      return { name, feeds, ...sum(feeds) }
    }),
    sources: [...new Set(ofShown.map(({ source }) => source))]
      .map((source) => ({ source, ...sum(ofShown.filter((feed) => feed.source === source)) }))
      .sort((one, other) => other.count - one.count || (one.source < other.source ? -1 : 1)),
    page,
  }
  return newsfeed
})

const sum = (counts: ReadonlyArray<FeedCount>): Count => ({
  count: counts.reduce((total, { count }) => total + count, 0),
  isMore: counts.some(({ isMore }) => isMore),
})

/** The time filter of an address as bounds in milliseconds. */
export const spanOf = (query: URLSearchParams, now: Date, timeZone: string) => {
  const { from, before } = timeRangeOf(parseTimeFilter(query), now, timeZone)
  return { fromMs: from?.getTime(), beforeMs: before?.getTime() }
}

/** Whether a time range is unbounded: those counts are cached. */
export const isWhole = ({ fromMs, beforeMs }: ReturnType<typeof spanOf>): boolean =>
  fromMs === undefined && beforeMs === undefined
