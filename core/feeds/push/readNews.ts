import { Cause, Clock, Effect } from "effect"
import { formatIso } from "#core/kernel"
import { detectSource, type FeedId } from "../contract.ts"
import type { FeedFacts } from "../events.ts"
import type { FeedWriter } from "../poll/checkFeed.ts"
import type { FeedReader } from "../reading/FeedReader.ts"
import { recordFetch } from "../recordFetch.ts"
import type { HubLeases, HubNews } from "./HubLeases.ts"

type Tools = {
  readonly leases: (typeof HubLeases)["Service"]
  readonly reader: (typeof FeedReader)["Service"]
  readonly write: FeedWriter
}

/**
 * Reads news that hubs sent, at most `limit`, and answers how much there was. Items alone are believed: what a part of a
 * feed says of the whole, the whole says better. What is no feed only says that there is something to look at.
 */
export const readNews = ({ leases, reader, write }: Tools) =>
  Effect.fn("readNews")(function* (limit: number) {
    const nowMs = yield* Clock.currentTimeMillis
    const nowIso = formatIso(nowMs)

    const readOne = (news: HubNews) => {
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
        yield* leases.dropNews(news, nowMs, false)
      }).pipe(
        Effect.catch(() => leases.dropNews(news, nowMs, true)),
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.failCause(cause)
            : Effect.logError("a hub's news could not be read", { feedId, url }, cause).pipe(
                Effect.andThen(leases.dropNews(news, nowMs, true)),
              ),
        ),
      )
    }

    const waiting = yield* leases.claimNews(nowMs, limit)
    // One after another: several of one feed would only wait for each other.
    yield* Effect.forEach(waiting, readOne, { discard: true })
    return waiting.length
  })
