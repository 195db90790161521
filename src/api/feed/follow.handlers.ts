import { Effect, Schema } from "effect"
import { CHANNEL_DISPLAY } from "#contract/channels"
import type { PageFilter, SourceType } from "#contract/feeds"
import { FOLLOWED, type FollowedFeed, UNFOLLOWED } from "#contract/follows"
import type { Feeds } from "#core/feeds"
import { countUnmerged, type Follows, followFeed, mergeFollows, unfollowFeed } from "#core/follows"
import type { EventStore, Sealing, Sql } from "#core/kernel"
import { channelFeedId } from "#core/publishing"
import { findPerson } from "#projections/accounts"
import { channelsOf, listClaims } from "#projections/channels"
import { findFeedByCode, findFeeds, listItems } from "#projections/feeds"
import { followedFeeds, personFollows } from "#projections/follows"
import { languageTagsOf } from "#src/lib/contentLanguages.ts"
import { type DateFilter, dateBounds } from "#src/lib/dateFilter.ts"
import { answer } from "../envelope.ts"
import { limitedAsStandard } from "../limits.ts"
import { ownFollows } from "../ownFollows.ts"
import { requireMember } from "../requireMember.ts"
import { toFeedInList, toFeedItem, toFollowableFeed, toFollowedFeed } from "../wire.ts"
import { requireFeed } from "./which.ts"

/** Handlers of follow.contract.ts; resolved once for the group. */
export const followHandlers = Effect.gen(function* () {
  const services = yield* Effect.context<Sql | EventStore | Sealing | Follows | Feeds>()
  const limited = yield* limitedAsStandard
  const own = yield* ownFollows
  const provide = Effect.provide(services)

  const follow = Effect.fnUntraced(function* ({ feedId, groupId, groupName }: Change, withCreator = false) {
    yield* requireMember
    const feed = yield* requireFeed(feedId)
    yield* own.dispatch(followFeed({ feedId, groupId, groupName, withCreator }))
    return feed
  })
  const unfollow = Effect.fnUntraced(function* ({ feedId }: { readonly feedId: string }) {
    yield* own.dispatch(unfollowFeed({ feedId }))
    return answer({ feedId, followStatusId: UNFOLLOWED })
  })

  return {
    InitFollow: Effect.fn("InitFollow")(function* ({ payload }: { readonly payload: { readonly feeds: GuestItems } }) {
      yield* requireMember
      const items = payload.feeds.map(({ id, feedId, groupName }) => ({ feedId: id === "" ? "" : feedId, groupName }))
      const known = new Set((yield* findFeeds(items.map(({ feedId }) => feedId))).map(({ feedId }) => feedId))
      const mergeable = items.filter(({ feedId }) => feedId === "" || known.has(feedId))
      const merged = yield* own.dispatch(mergeFollows(mergeable), {
        answerOf: (state, events) => ({
          followed: events.filter(({ _tag }) => _tag === "follows.FeedFollowed.v1").length,
          groups: events.filter(({ _tag }) => _tag === "follows.GroupCreated.v1").length,
          left: countUnmerged(state, items),
        }),
      })
      return answer(decodeMerged(merged))
    }, provide),

    Follow: Effect.fn("Follow")(function* ({ payload }: { readonly payload: Change }) {
      const { feedId } = yield* follow(payload)
      return answer({ feedId, followStatusId: FOLLOWED })
    }, provide),

    FollowWithCreator: Effect.fn("FollowWithCreator")(function* ({ payload }: { readonly payload: Change }) {
      const { feedId, code } = yield* follow(payload, true)
      return answer({ feedId, followStatusId: FOLLOWED, creatorCode: code })
    }, provide),

    UnFollow: Effect.fn("UnFollow")(function* ({ payload }: { readonly payload: Change }) {
      return yield* unfollow(payload)
    }, provide),

    UpdateFollow: Effect.fn("UpdateFollow")(function* ({ payload }: { readonly payload: StatusChange }) {
      if (payload.followStatusId === UNFOLLOWED) return yield* unfollow(payload)
      const { feedId } = yield* follow(payload)
      return answer({ feedId, followStatusId: FOLLOWED })
    }, provide),

    FollowList: Effect.fn("FollowList")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      const { position } = yield* personFollows(personId)
      const feeds: ReadonlyArray<FollowedFeed> = (yield* followedFeeds(personId)).map(toFollowedFeed)
      return answer({ feeds, index: position })
    }, provide),

    UnFollowList: Effect.fn("UnFollowList")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      const ended = yield* followedFeeds(personId, "ended")
      return answer({ feeds: ended.map((feed) => ({ ...toFeedInList(feed), unfollowed: feed.endedMs ?? 0 })) })
    }, provide),

    ListUserFeed: Effect.fn("ListUserFeed")(function* ({
      payload,
    }: {
      readonly payload: { readonly userCode: string }
    }) {
      yield* limited
      const { userCode } = payload
      const [named, person] = yield* Effect.all([findFeedByCode(userCode), findPerson(userCode)], { concurrency: 2 })
      const channels = person === null ? [] : yield* channelsOf(person.personId)
      const claims = person === null ? [] : yield* listClaims(person.personId)
      const own = channels
        .filter(({ displayStatusId, isWithheld }) => displayStatusId === CHANNEL_DISPLAY.shown && !isWithheld)
        .map(({ channelId }) => channelFeedId(channelId))
      const feeds = yield* findFeeds([...own, ...claims.map(({ feedId }) => feedId)])
      // The code of a channel names its creator, too.
      const isAmong = feeds.some(({ feedId }) => feedId === named?.feedId)
      return answer({ feeds: [...(named === null || isAmong ? [] : [named]), ...feeds].map(toFollowableFeed) })
    }, provide),

    LoadPersonalFeeds: Effect.fn("LoadPersonalFeeds")(function* ({ payload }: { readonly payload: Chosen }) {
      yield* limited
      const { filter, languageCode, sources, cursor } = payload
      const { page, pageSize, ...dates } = filter
      const { feedIds, muted } = yield* own.find(payload)
      const { items, next } = yield* listItems({
        feedIds,
        muted,
        pageSize,
        // A cursor contains its position; page numbers count from the start.
        offset: cursor === undefined ? (page - 1) * pageSize : 0,
        cursor,
        languages: languageTagsOf(languageCode),
        sources,
        ...dateBounds(dates),
      })
      return answer({ items: items.map(toFeedItem), hasMore: next !== null, next })
    }, provide),
  }
})

type Group = { readonly groupId?: string; readonly groupName?: string }
type Change = Group & { readonly feedId: string }
type StatusChange = Change & { readonly followStatusId: 1 | 2 }
type GuestItems = ReadonlyArray<{ readonly id: string; readonly feedId: string; readonly groupName: string }>
type Chosen = Group & {
  readonly filter: PageFilter & DateFilter
  readonly languageCode?: string
  readonly sources?: ReadonlyArray<SourceType>
  readonly cursor?: string
}

const decodeMerged = Schema.decodeUnknownSync(
  Schema.Struct({ followed: Schema.Int, groups: Schema.Int, left: Schema.Int }),
)
