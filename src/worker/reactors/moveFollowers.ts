import { Effect } from "effect"
import { ChannelEvents, channelReader } from "#core/channels"
import { Follows, followFeed, unfollowFeed } from "#core/follows"
import type { EventStore, Sealing, Sql } from "#core/kernel"
import { Notices } from "#core/notifications"
import { channelFeedId } from "#core/publishing"
import { listFollowers } from "#projections/follows"
import { noticeWith } from "#projections/notifications"
import { type Reactor, waitFor } from "#projections/runner"
import { hostOf } from "#src/lib/hostOf.ts"

/** Followers of one page. */
const PAGE_SIZE = 500
const KNOWN_MS_MAX = 10_000

/**
 * Moves the follows of a channel to the feed that it moved to, and tells each follower. A move that was ended or replaced since
 * does nothing, so the log can be read again.
 */
export const moveFollowersReactor = Effect.gen(function* () {
  const [follows, notices, readChannel] = [yield* Follows, yield* Notices, yield* channelReader]
  const services = yield* Effect.context<Sql | Sealing | EventStore>()

  /** Follows the new feed in the same group, and the former one no longer. */
  const moveFollow = Effect.fnUntraced(function* (
    personId: string,
    groupId: string | null,
    { from, to }: { readonly from: string; readonly to: string },
  ) {
    const follow = (group: { readonly groupId?: string }) =>
      follows.dispatch(personId, followFeed({ feedId: to, ...group }))
    const end = follows.dispatch(personId, unfollowFeed({ feedId: from }))
    yield* follow(groupId === null ? {} : { groupId }).pipe(
      Effect.catchTag("NoGroup", () => follow({})),
      // Who follows as many feeds as they may has room once the former one is gone.
      Effect.catchTag("TooManyFollows", () => Effect.andThen(end, follow({}))),
      Effect.ignore,
    )
    yield* end
  })

  return {
    name: "moveFollowers",
    types: ["channels.ChannelMoved.v1"],
    from: "beginning",
    react: async (stored) => {
      const work = Effect.gen(function* () {
        const event = yield* ChannelEvents.decode(stored)
        if (event._tag !== "channels.ChannelMoved.v1" || event.to === null) return
        const { channelId, feedId, to, movedAt } = event
        const { movedTo, subject } = yield* readChannel(String(channelId))
        if (movedTo !== to) return
        const from = channelFeedId(channelId)
        yield* waitFor("follows", stored.position, KNOWN_MS_MAX)
        const notice = noticeWith("channelMoved", movedAt, { name: subject, host: hostOf(to), feedId })
        for (let after = ""; ; ) {
          const page = yield* listFollowers(from, after, PAGE_SIZE)
          for (const { personId, groupId } of page) {
            yield* moveFollow(personId, groupId, { from, to: feedId })
            yield* notices.give(personId, stored.eventId, notice)
          }
          if (page.length < PAGE_SIZE) return
          after = page.at(-1)?.personId ?? ""
        }
      })
      await Effect.runPromise(Effect.provide(work, services))
    },
  } satisfies Reactor
})
