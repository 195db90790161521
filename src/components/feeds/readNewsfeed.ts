import { Effect } from "effect"
import type { SourceType } from "#contract/feeds"
import { type FeedCount, type ItemPage, type ListItems, listItems } from "#projections/feeds"
import { type FollowedByGroup, followedFeedsOf } from "../../lib/followsCookie.ts"
import { parseTimeFilter, timeRangeOf } from "../../lib/timeFilter.ts"

export interface Newsfeed {
  /** Items within the chosen time and sources. */
  readonly total: number
  readonly groups: ReadonlyArray<{ readonly name: string; readonly count: number }>
  /** Items of each source, within the chosen time and group. */
  readonly sources: ReadonlyArray<{ readonly source: SourceType; readonly count: number }>
  readonly page: ItemPage
}

interface Reader {
  readonly follows: FollowedByGroup
  /** A member's mute rules. */
  readonly muted?: ListItems["muted"]
  /** The person whose read marks are loaded. */
  readonly reader?: string | undefined
  /** The address's query: group, source, time, cursor. */
  readonly query: URLSearchParams
  readonly now: Date
  readonly timeZone: string
}

/** A reader's newsfeed for an address, with counts. */
export const readNewsfeed = Effect.fn("readNewsfeed")(function* ({
  follows,
  muted,
  reader,
  query,
  now,
  timeZone,
}: Reader) {
  const span = spanOf(query, now, timeZone)
  const all = [...followedFeedsOf(follows)]
  const group = query.get("group")
  const inGroup = new Set(group === null ? all : follows.get(group))
  const sources = query.getAll("source") as ReadonlyArray<SourceType>
  const cursor = query.get("cursor") ?? undefined
  const page = yield* listItems({ feedIds: [...inGroup], sources, ...span, cursor, muted, reader, counted: all })

  const sum = (some: ReadonlyArray<FeedCount>) => some.reduce((total, { count }) => total + count, 0)
  const ofSource = page.counts.filter(({ source }) => sources.length === 0 || sources.includes(source))
  const ofGroup = page.counts.filter(({ feedId }) => inGroup.has(feedId))
  const newsfeed: Newsfeed = {
    total: sum(ofSource),
    groups: Array.from(follows.keys())
      .filter((name) => name !== "")
      .map((name) => ({ name, count: sum(ofSource.filter(({ feedId }) => follows.get(name)?.includes(feedId))) })),
    sources: [...new Set(ofGroup.map(({ source }) => source))]
      .map((source) => ({ source, count: sum(ofGroup.filter((feed) => feed.source === source)) }))
      .sort((one, other) => other.count - one.count || (one.source < other.source ? -1 : 1)),
    page,
  }
  return newsfeed
})

/** The time filter of an address as bounds in milliseconds. */
export const spanOf = (query: URLSearchParams, now: Date, timeZone: string) => {
  const { from, before } = timeRangeOf(parseTimeFilter(query), now, timeZone)
  return { fromMs: from?.getTime(), beforeMs: before?.getTime() }
}

/** Whether a time range is unbounded: those counts are cached. */
export const isWhole = ({ fromMs, beforeMs }: ReturnType<typeof spanOf>): boolean =>
  fromMs === undefined && beforeMs === undefined
