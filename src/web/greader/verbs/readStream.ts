import { Effect } from "effect"
import { type PersonFollows, personFollows } from "#projections/follows"
import { type StreamQuery, streamPage } from "#projections/readerApps"
import { badRequest, type Call, type Params } from "../Call.ts"
import { parseStream, READING_LIST, type Stream, stateOf } from "../streamIds.ts"
import { knownFeed } from "./addFeed.ts"

/** What an app has when it asks for what is newer may have come while it asked the last time. */
const OVERLAP_S = 60

/** Reads a page of the stream that a call names, and what the person follows beside it. */
export const readStream = Effect.fn("readStream")(function* (call: Call, limits: { usual: number; max: number }) {
  const { personId, params, rest } = call
  const id = rest || params.one("s") || READING_LIST
  const stream = parseStream(id)
  if (stream === null) return yield* badRequest("there is no such stream")
  const follows = yield* personFollows(personId)
  const feedIds = yield* feedsOf(stream, follows)
  const { fromMs, untilMs } = spanOf(params)
  const page = yield* streamPage({
    personId,
    feedIds,
    muted: follows.muted,
    ...statesOf(stream, params),
    fromMs,
    untilMs,
    oldestFirst: params.one("r") === "o",
    limit: countOf(params.one("n"), limits),
    cursor: params.one("c"),
  })
  return { ...page, id, follows }
})

/** The feeds whose items a stream has; null for what the person keeps, which may be of any feed. */
export const feedsOf = Effect.fnUntraced(function* (stream: Stream, { byGroup }: PersonFollows) {
  switch (stream.kind) {
    case "feed": {
      const feed = yield* knownFeed(stream.feed)
      return feed === null ? [] : [feed.feedId]
    }
    case "label":
      return byGroup.get(stream.name) ?? []
    case "state":
      return stream.state === "starred" ? null : FOLLOWED.has(stream.state) ? [...byGroup.values()].flat() : []
  }
})

/** States that are streams of their own. */
const FOLLOWED: ReadonlySet<string> = new Set(["reading-list", "read", "kept-unread", "unread"])

/** Which states the items must have (`it`) or must not (`xt`). */
const statesOf = (stream: Stream, params: Params): Pick<StreamQuery, "isRead" | "isSaved"> => {
  const states = (name: string) => new Set(params.all(name).map(stateOf))
  const [wanted, left] = [states("it"), states("xt")]
  if (stream.kind === "state") wanted.add(stream.state)
  const isUnread = left.has("read") || wanted.has("kept-unread") || wanted.has("unread")
  const isRead = isUnread ? false : wanted.has("read") || left.has("kept-unread") ? true : undefined
  return { isRead, isSaved: left.has("starred") ? false : wanted.has("starred") ? true : undefined }
}

/** `ot` and `nt` are seconds, of some apps with a fraction. */
const spanOf = (params: Params): Pick<StreamQuery, "fromMs" | "untilMs"> => {
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
/** The year 5138: what is beyond is no time in seconds. */
const SECONDS_MAX = 1e11

const countOf = (text: string | undefined, { usual, max }: { usual: number; max: number }): number => {
  const count = Number(text ?? usual)
  return Number.isInteger(count) && count > 0 ? Math.min(count, max) : usual
}
