import { Clock, Effect } from "effect"
import { ReadMarks } from "#core/follows"
import { type PersonFollows, personFollows, unreadMarksAmong } from "#projections/follows"
import { articles, countUnread, type StreamQuery, seenThrough, streamPage } from "#projections/readerApps"
import { shortItemId } from "./itemIds.ts"
import { badRequest, jsonResponse, okResponse, type Params, type ReaderCall } from "./ReaderCall.ts"
import { feedStream, labelStream, parseStream, READING_LIST, type Stream, stateOf } from "./streamIds.ts"
import { findLibraryFeed } from "./subscriptions.ts"
import { namedItems } from "./tags.ts"
import { writeArticles } from "./writeArticle.ts"

/** Items that arrived during an app's last request would be missed without an overlap. */
const OVERLAP_S = 60
/** Timestamps beyond the year 5138 are not in seconds. */
const SECONDS_MAX = 1e11
/** Articles that one call may name. */
const ARTICLES_MAX = 1_000

type PageSize = { readonly default: number; readonly max: number }
const CONTENTS_SIZE: PageSize = { default: 20, max: 250 }
const IDS_SIZE: PageSize = { default: 1_000, max: 10_000 }

/** Unread counts of each feed, each group and everything. Zero counts are left out. */
export const countUnreadItems = Effect.fn("countUnreadItems")(function* ({ personId }: ReaderCall) {
  const { byGroup, muted } = yield* personFollows(personId)
  const counts = new Map(
    (yield* countUnread(personId, [...byGroup.values()].flat(), muted)).map((each) => [each.feedId, each]),
  )
  const sumOf = (id: string, feedIds: Iterable<string>) => {
    let [count, newestMs] = [0, 0]
    for (const feedId of feedIds) {
      const feed = counts.get(feedId)
      count += feed?.count ?? 0
      newestMs = Math.max(newestMs, feed?.newestMs ?? 0)
    }
    return { id, count, newestItemTimestampUsec: `${newestMs}000` }
  }
  const all = sumOf(READING_LIST, counts.keys())
  const feeds = Array.from(counts.keys(), (feedId) => sumOf(feedStream(feedId), [feedId]))
  const labels = [...byGroup].flatMap(([name, feedIds]) => (name === "" ? [] : [sumOf(labelStream(name), feedIds)]))
  return jsonResponse({ max: all.count, unreadcounts: [...feeds, ...labels, all].filter(({ count }) => count > 0) })
})

/** The articles of a stream. */
export const streamContents = Effect.fn("streamContents")(function* (call: ReaderCall) {
  const { entries, next, id, follows } = yield* readStream(call, CONTENTS_SIZE)
  const found = yield* articles(
    call.personId,
    entries.map(({ itemId }) => itemId),
  )
  return jsonResponse({ ...writeArticles(found, { id, follows, origin: call.origin }), ...continuationOf(next) })
})

/** The item ids of a stream. */
export const streamItemIds = Effect.fn("streamItemIds")(function* (call: ReaderCall) {
  const { entries, next } = yield* readStream(call, IDS_SIZE)
  const itemRefs = entries.map(({ itemId, seenMs }) => ({
    id: shortItemId(itemId),
    directStreamIds: [],
    timestampUsec: `${seenMs}000`,
  }))
  return jsonResponse({ itemRefs, ...continuationOf(next) })
})

const continuationOf = (next: string | null) => (next === null ? {} : { continuation: next })

/** The articles with given ids. */
export const itemContents = Effect.fn("itemContents")(function* ({ personId, params, origin }: ReaderCall) {
  const itemIds = yield* namedItems(params, ARTICLES_MAX)
  const [follows, found] = yield* Effect.all([personFollows(personId), articles(personId, itemIds)], { concurrency: 2 })
  return jsonResponse(writeArticles(found, { id: READING_LIST, follows, origin }))
})

/** Marks everything of a feed, a group or the reading list as read that had arrived by a moment (`ts`, in µs), or by now. */
export const markAllAsRead = Effect.fn("markAllAsRead")(function* ({ personId, params }: ReaderCall) {
  const stream = parseStream(params.one("s") ?? READING_LIST)
  if (stream === null || (stream.kind === "state" && stream.state !== "reading-list"))
    return yield* badRequest("s must name a feed, a label or the reading list")
  const feedIds = (yield* feedsOf(stream, yield* personFollows(personId))) ?? []
  if (feedIds.length === 0) return okResponse()
  const micros = Number(params.one("ts") ?? Number.NaN)
  const nowMs = yield* Clock.currentTimeMillis
  const untilMs = micros > 0 ? Math.min(Math.floor(micros / 1_000), nowMs) : nowMs
  const { position, itemIds } = yield* seenThrough(feedIds, untilMs)
  const unread = yield* unreadMarksAmong(personId, feedIds, position)
  yield* ReadMarks.use(({ mark, markAll }) =>
    Effect.gen(function* () {
      yield* markAll(personId, { feedIds, position, unread })
      if (itemIds.length > 0) yield* mark(personId, itemIds, true)
    }),
  )
  return okResponse()
})

/** A page of the stream that a call names, and the person's follows. */
const readStream = Effect.fn("readStream")(function* (call: ReaderCall, size: PageSize) {
  const { personId, params, rest } = call
  const id = rest || params.one("s") || READING_LIST
  const stream = parseStream(id)
  if (stream === null) return yield* badRequest("there is no such stream")
  const follows = yield* personFollows(personId)
  const feedIds = yield* feedsOf(stream, follows)
  const page = yield* streamPage({
    personId,
    feedIds,
    muted: follows.muted,
    ...statesOf(stream, params),
    ...timeRangeOf(params),
    oldestFirst: params.one("r") === "o",
    limit: countOf(params.one("n"), size),
    cursor: params.one("c"),
  })
  return { ...page, id, follows }
})

/** The feeds of a stream; null for saved items, which may be of any feed. */
const feedsOf = Effect.fnUntraced(function* (stream: Stream, { byGroup }: PersonFollows) {
  switch (stream.kind) {
    case "feed": {
      const feed = yield* findLibraryFeed(stream.feed)
      return feed === null ? [] : [feed.feedId]
    }
    case "label":
      return byGroup.get(stream.name) ?? []
    case "state":
      return stream.state === "starred" ? null : FOLLOWED_STATES.has(stream.state) ? [...byGroup.values()].flat() : []
  }
})
const FOLLOWED_STATES: ReadonlySet<string> = new Set(["reading-list", "read", "kept-unread", "unread"])

/** States that items must have (`it`) or must not have (`xt`). */
const statesOf = (stream: Stream, params: Params): Pick<StreamQuery, "isRead" | "isSaved"> => {
  const states = (name: string) => new Set(params.all(name).map(stateOf))
  const [included, excluded] = [states("it"), states("xt")]
  if (stream.kind === "state") included.add(stream.state)
  const isUnread = excluded.has("read") || included.has("kept-unread") || included.has("unread")
  const isRead = isUnread ? false : included.has("read") || excluded.has("kept-unread") ? true : undefined
  return { isRead, isSaved: excluded.has("starred") ? false : included.has("starred") ? true : undefined }
}

/** `ot` and `nt` are in seconds; some apps send fractions. */
const timeRangeOf = (params: Params): Pick<StreamQuery, "fromMs" | "untilMs"> => {
  const secondsOf = (name: string) => {
    const seconds = Number(params.one(name) ?? Number.NaN)
    return seconds > 0 && seconds < SECONDS_MAX ? seconds : undefined
  }
  const [from, until] = [secondsOf("ot"), secondsOf("nt")]
  return {
    fromMs: from === undefined ? undefined : (from - OVERLAP_S) * 1_000,
    untilMs: until === undefined ? undefined : until * 1_000,
  }
}

const countOf = (text: string | undefined, size: PageSize): number => {
  const count = Number(text ?? size.default)
  return Number.isInteger(count) && count > 0 ? Math.min(count, size.max) : size.default
}
