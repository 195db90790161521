import { Clock, Effect } from "effect"
import { type AttemptLimit, Attempts } from "#core/accounts"
import { Feeds } from "#core/feeds"
import {
  type BadGroupName,
  createGroup,
  Follows,
  type FollowsCommand,
  followFeed,
  moveFeeds,
  type NoGroup,
  type TooManyFollows,
  unfollowFeed,
} from "#core/follows"
import { writeOpml } from "#core/syndication"
import { findFeed } from "#projections/feeds"
import { type FollowedFeed, followedFeeds, personFollows } from "#projections/follows"
import { waitFor } from "#projections/runner"
import { publicAddress } from "#src/lib/publicAddress.ts"
import { imageUrl } from "../images/imageUrl.ts"
import {
  badRequest,
  jsonResponse,
  okResponse,
  type ReaderCall,
  ReaderRefusal,
  textResponse,
  tooManyRequests,
} from "./ReaderCall.ts"
import { feedStream, labelOf, labelStream, parseStream } from "./streamIds.ts"

/** New addresses that the apps of one person may have us fetch. */
const READER_ADDS: AttemptLimit = { name: "reader-add", times: 60, seconds: 600 }
/** A feed that was just added has nothing to show until the read models have it. */
const ADDED_MS_MAX = 5_000
/** Feeds in one call. */
const FEEDS_MAX = 100
const ICON_WIDTH = 64

/** The feeds that the person follows, each with its group. */
export const listSubscriptions = Effect.fn("listSubscriptions")(function* ({ personId, origin }: ReaderCall) {
  const feeds = yield* followedFeeds(personId)
  return jsonResponse({ subscriptions: feeds.map((feed) => subscriptionOf(feed, origin)) })
})

const subscriptionOf = (feed: FollowedFeed, origin: string) => {
  const { feedId, title, url, link, iconUrl, groupName, followedMs } = feed
  const icon = imageUrl(iconUrl, ICON_WIDTH)
  return {
    id: feedStream(feedId),
    title: title === "" ? url : title,
    categories: groupName === null ? [] : [{ id: labelStream(groupName), label: groupName, type: "folder" }],
    sortid: feedId.slice(0, 8).toUpperCase(),
    firstitemmsec: String(followedMs),
    url: publicAddress(url, origin),
    htmlUrl: publicAddress(link ?? url, origin),
    iconUrl: icon === null ? "" : origin + icon,
  }
}

/**
 * Follows and unfollows feeds, and moves them between groups. A feed is in one group, so the last one named counts. Titles
 * are ignored: a feed has the title that its publisher gave it.
 */
export const editSubscription = Effect.fn("editSubscription")(function* (call: ReaderCall) {
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
        yield* dispatchFollows(call, followFeed({ feedId, ...(added === undefined ? {} : { groupName: added }) }))
        if (added !== undefined) yield* moveIntoGroup(call, [feedId], added)
      }
      return okResponse()
    case "unsubscribe":
      for (const feedId of yield* libraryIds(named)) yield* dispatchFollows(call, unfollowFeed({ feedId }))
      return okResponse()
    case "edit": {
      const feedIds = yield* libraryIds(named)
      if (added !== undefined) yield* moveIntoGroup(call, feedIds, added)
      else if (removed.length > 0) {
        const { byGroup } = yield* personFollows(call.personId)
        const leaving = new Set(removed.flatMap((name) => byGroup.get(name) ?? []))
        yield* dispatchFollows(call, moveFeeds({ feedIds: feedIds.filter((feedId) => leaving.has(feedId)) }))
      }
      return okResponse()
    }
    default:
      return yield* badRequest("ac must be subscribe, unsubscribe or edit")
  }
})

const lastLabel = (ids: ReadonlyArray<string>): string | undefined => ids.flatMap((id) => labelOf(id) ?? []).at(-1)

/** Follows the feed at an address. If there is none, the response has no results and says why. */
export const quickAdd = Effect.fn("quickAdd")(function* (call: ReaderCall) {
  const query = call.params.one("quickadd")?.trim() ?? ""
  if (query === "") return yield* badRequest("quickadd names no address")
  const feed = yield* addFeed(call, query.replace(/^feed\//, "")).pipe(
    Effect.catchIf(
      ({ status }) => status === 400,
      ({ text }) => Effect.succeed({ error: text }),
    ),
  )
  if ("error" in feed) return jsonResponse({ query, numResults: 0, error: feed.error })
  const { feedId, title } = feed
  yield* dispatchFollows(call, followFeed({ feedId }))
  return jsonResponse({ query, numResults: 1, streamId: feedStream(feedId), streamName: title })
})

/** The person's follows as OPML. */
export const exportOpml = Effect.fn("exportOpml")(function* ({ personId, t, origin }: ReaderCall) {
  const groups = Map.groupBy(yield* followedFeeds(personId), ({ groupName }: FollowedFeed) => groupName ?? "")
  const opml = Array.from(groups, ([name, feeds]) => ({
    path: name === "" ? [] : [name],
    feeds: feeds.map(({ title, url, link }) => ({
      title,
      xmlUrl: publicAddress(url, origin),
      htmlUrl: link === null ? null : publicAddress(link, origin),
    })),
  }))
  const document = writeOpml({ title: t("shell.product"), groups: opml }, yield* Clock.currentTimeMillis)
  return textResponse(document, 200, { "content-type": "text/x-opml; charset=utf-8" })
})

/** A feed by our id or by an address; a new address is fetched and added to the library. */
const addFeed = Effect.fn("addFeed")(function* ({ personId, t }: ReaderCall, feed: string) {
  const known = yield* findLibraryFeed(feed)
  if (known !== null) return known
  const seconds = yield* Attempts.use(({ count }) => count(READER_ADDS, personId))
  if (seconds > 0) return yield* tooManyRequests(seconds)
  const { feedId, position } = yield* Feeds.use((feeds) => feeds.add(feed)).pipe(
    Effect.mapError(({ messageKey }) => badRequest(t(messageKey))),
  )
  yield* waitFor("feeds", position, ADDED_MS_MAX)
  yield* waitFor("items", position, ADDED_MS_MAX)
  return (yield* findFeed(feedId)) ?? (yield* badRequest(t("api.noFeed")))
})

/** A feed of the library by our id or by its address, or null. */
export const findLibraryFeed = Effect.fnUntraced(function* (feed: string) {
  const byId = yield* findFeed(feed)
  if (byId !== null) return byId
  const feedId = yield* Feeds.use(({ lookUp }) => lookUp(feed))
  return feedId === null ? null : yield* findFeed(feedId)
})

/** The ids of those feeds that the library has. */
const libraryIds = Effect.fnUntraced(function* (named: ReadonlyArray<string>) {
  const feeds = yield* Effect.forEach(named, findLibraryFeed)
  return feeds.flatMap((feed) => (feed === null ? [] : [feed.feedId]))
})

type FollowsRefusal = TooManyFollows | BadGroupName | NoGroup

/** Applies a command to the person's follows and waits until the change can be read. */
export const dispatchFollows = Effect.fnUntraced(function* (
  { personId, t }: ReaderCall,
  command: FollowsCommand<FollowsRefusal>,
) {
  const { position } = yield* Follows.use((follows) => follows.dispatch(personId, command)).pipe(
    Effect.mapError((error) => {
      if (error._tag === "TooManyFollows")
        return new ReaderRefusal({ status: 409, text: t(error.messageKey, { count: error.count }) })
      return error._tag === "NoGroup"
        ? new ReaderRefusal({ status: 404, text: t(error.messageKey) })
        : badRequest(t(error.messageKey))
    }),
  )
  if (position > 0) yield* waitFor("follows", position)
})

/** Moves followed feeds into a group by its name; the group is created if needed. */
const moveIntoGroup = (call: ReaderCall, feedIds: ReadonlyArray<string>, groupName: string) => {
  const move = dispatchFollows(call, moveFeeds({ feedIds, groupName }))
  return move.pipe(
    Effect.catchIf(
      ({ status }) => status === 404,
      () => Effect.andThen(dispatchFollows(call, createGroup({ groupName })), move),
    ),
  )
}
