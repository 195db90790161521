import { Cause, Clock, Effect } from "effect"
import { formatIso } from "#core/kernel"
import { detectSource, type FeedId } from "../contract.ts"
import type { FeedFacts } from "../events.ts"
import type { FeedWriter } from "../poll/checkFeed.ts"
import type { FeedReader } from "../reading/FeedReader.ts"
import { recordFetch } from "../recordFetch.ts"
import type { HubDelivery, HubLeases } from "./HubLeases.ts"

type Tools = {
  readonly leases: (typeof HubLeases)["Service"]
  readonly reader: (typeof FeedReader)["Service"]
  readonly write: FeedWriter
}

/**
 * Reads waiting deliveries, at most `limit`, and returns their number. Only items are taken from them: metadata comes
 * from the whole feed. A delivery that is not a feed only makes the feed due.
 */
export const readHubDeliveries = ({ leases, reader, write }: Tools) =>
  Effect.fn("readHubDeliveries")(function* (limit: number) {
    const nowMs = yield* Clock.currentTimeMillis
    const nowIso = formatIso(nowMs)

    const readOne = (news: HubDelivery) => {
      const feedId = news.feedId as FeedId
      const { url, contentType, body } = news
      return Effect.gen(function* () {
        const document = { bytes: body, finalUrl: url, contentType, links: { hubs: [], self: null } }
        const read = yield* reader.read(document, { feedId, nowMs, source: detectSource(url) })
        yield* write(feedId, (state) => {
          const facts = state.facts === null ? read.facts : (JSON.parse(state.facts) as FeedFacts)
          const problems = JSON.parse(state.problems ?? "[]") as ReadonlyArray<string>
          return recordFetch({ feedId, nowIso, facts, problems, items: read.items })(state)
        }).pipe(Effect.orDie)
        yield* leases.finishDelivery(news, nowMs, false)
      }).pipe(
        Effect.catch(() => leases.finishDelivery(news, nowMs, true)),
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.failCause(cause)
            : Effect.logError("a hub's news could not be read", { feedId, url }, cause).pipe(
                Effect.andThen(leases.finishDelivery(news, nowMs, true)),
              ),
        ),
      )
    }

    const waiting = yield* leases.claimDeliveries(nowMs, limit)
    // Sequential, because deliveries of one feed conflict with each other.
    yield* Effect.forEach(waiting, readOne, { discard: true })
    return waiting.length
  })
