import { Effect } from "effect"
import { ChannelEvents, ClaimEvents } from "#core/channels"
import { EventStore, type Sql } from "#core/kernel"
import { Notices } from "#core/notifications"
import { noticeWith } from "#projections/notifications"
import { type Reactor, waitFor } from "#projections/runner"
import { listWaitingFor, type WaitingReader } from "#projections/subscriptions"

/** How long to wait for a read model. */
const KNOWN_MS_MAX = 10_000
const CLAIMED = "channels.FeedClaimed.v1"
const OPENED = "channels.ChannelOpened.v1"

/**
 * Tells the people who promised to support a feed that its author is here: has claimed it, and has a channel. A reactor of its
 * own, because a popular author has thousands of them. Each is notified once about a feed and its author.
 */
export const pledgeNoticesReactor = Effect.gen(function* () {
  const [notices, store] = [yield* Notices, yield* EventStore]
  const services = yield* Effect.context<Sql>()

  const notifyAll = Effect.fnUntraced(function* (authorId: string, position: number, at: string) {
    yield* Effect.forEach(["feed_claims", "channels", "pledges"], (name) => waitFor(name, position, KNOWN_MS_MAX))
    for (let after: WaitingReader | null = null; ; ) {
      const page: ReadonlyArray<WaitingReader> = yield* listWaitingFor(authorId, after)
      for (const { personId, feedId, title, subject } of page) {
        // After erasure there is no key to seal a notice with.
        if ((yield* store.readStream(`subject-${personId}`, 0, 1)).length > 0) continue
        const notice = noticeWith("pledgeArrived", at, { title, name: subject })
        yield* notices.give(personId, `pledge ${feedId} ${authorId}`, notice)
      }
      after = page.at(-1) ?? null
      if (after === null) return
    }
  })

  return {
    name: "pledge_notices",
    types: [CLAIMED, OPENED],
    from: "now",
    react: async ({ type, data, position }) => {
      const claimed = type === CLAIMED ? ClaimEvents.decodeSync(type, data) : null
      const opened = type === OPENED ? ChannelEvents.decodeOpen(type, data) : null
      if (claimed?._tag === CLAIMED)
        await Effect.runPromiseWith(services)(notifyAll(claimed.personId, position, claimed.claimedAt))
      if (opened?._tag === OPENED)
        await Effect.runPromiseWith(services)(notifyAll(opened.personId, position, opened.openedAt))
    },
  } satisfies Reactor
})
