import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { BadAddress, Fetcher } from "#core/fetch"
import { CurrentMeta, currentTimeIso, dieOnConflict, EventStore, Sealing, writer } from "#core/kernel"
import type { NotAFeed } from "#core/syndication"
import { addUnverified, type UnverifiedFeeds } from "./addUnverified.ts"
import { Added, type AddedFeed, admitFeed } from "./admitFeed.ts"
import { ADDRESS_LENGTH_MAX, canonicalUrl, type FeedId } from "./contract.ts"
import { type DiscoveryRefusal, discoverFeeds, type FeedCandidate } from "./discover/discoverFeeds.ts"
import type { FeedFetched } from "./events.ts"
import { Feed } from "./Feed.ts"
import { type CheckOutcome, checkFeed } from "./poll/checkFeed.ts"
import { makeDemandRecorder } from "./poll/demand.ts"
import type { Pace } from "./poll/nextCheck.ts"
import { OwnNetwork } from "./poll/OwnNetwork.ts"
import { pollDue } from "./poll/pollDue.ts"
import { PollSchedule } from "./poll/Schedule.ts"
import { HubLeases } from "./push/HubLeases.ts"
import { readHubDeliveries } from "./push/readHubDeliveries.ts"
import { confirmHubLease, type HubChallenge, type HubPing, receiveHubPing } from "./push/receiveHubPing.ts"
import { subscribeDueHubs } from "./push/subscribeDueHubs.ts"
import { trackHub } from "./push/trackHub.ts"
import { FeedReader } from "./reading/FeedReader.ts"
import { Headlines } from "./stories/Headlines.ts"
import { joinStories } from "./stories/joinStories.ts"
import { releaseFeed, type Withholdable, withholdFeed } from "./withholdFeed.ts"

/** Why an address could not be added. Each refusal has a `messageKey`. */
export type AddRefusal = DiscoveryRefusal | NotAFeed

/** The commands of the feeds module. */
export class Feeds extends Context.Service<
  Feeds,
  {
    /** The feeds that an address leads to, the best one first. Adds nothing. */
    discover(address: string): Effect.Effect<ReadonlyArray<FeedCandidate>, DiscoveryRefusal>
    /** The feed of the library that an address is known to lead to, or null. Sends no request. */
    lookUp(address: string): Effect.Effect<FeedId | null>
    /**
     * Adds the feed at an address, or the first one that a page leads to, with its items. Returns the existing feed if
     * it is in the library.
     */
    add(address: string): Effect.Effect<AddedFeed, AddRefusal>
    /**
     * Adds feeds without fetching them; the poller checks them later. For imports by operators, at most
     * ADD_UNVERIFIED_MAX at a time.
     */
    addUnverified(addresses: ReadonlyArray<string>): Effect.Effect<UnverifiedFeeds>
    /** Fetches a feed now and records changes. Null if the feed is unknown or leased by another worker. */
    refresh(feedId: string): Effect.Effect<CheckOutcome | null>
    /** Fetches due feeds concurrently, at most `limit`. Returns their number. */
    checkDue(limit: number): Effect.Effect<number>
    /**
     * Records that readers want these feeds; feeds without demand are polled less often. Cheap enough to call for every
     * page.
     */
    recordDemand(feedIds: ReadonlyArray<string>): Effect.Effect<void>
    /**
     * Finds new items that tell the same story as items of other feeds and records the matches. Returns their number.
     */
    joinStories(fetched: FeedFetched): Effect.Effect<number>
    /** Takes a feed or one of its items from its readers, for operators; idempotent. */
    withhold(what: Withholdable): Effect.Effect<void>
    /** Gives it back; idempotent. */
    release(what: Withholdable): Effect.Effect<void>
    /** Deletes headlines that are too old to be compared. */
    forgetHeadlines: Effect.Effect<void>
    /** Sends due subscription requests to WebSub hubs, at most `limit`. Returns their number. */
    subscribeDueHubs(limit: number): Effect.Effect<number>
    /** The response to a hub that verifies a subscription, or null if we have no such subscription. */
    confirmHubLease(question: HubChallenge): Effect.Effect<string | null>
    /** Stores a signed delivery of a hub for a worker to read. */
    receiveHubPing(news: HubPing): Effect.Effect<"accepted" | "unsigned" | "unknown" | "too-large">
    /** Reads deliveries of hubs, at most `limit`. Returns their number. */
    readHubDeliveries(limit: number): Effect.Effect<number>
  }
>()("core/feeds/Feeds") {
  /**
   * @param pace polling intervals from the configuration
   * @param origin public origin, such as https://quire.example.org, which hubs call
   */
  static layerOf(pace: Pace = {}, origin = "http://localhost") {
    return Layer.effect(
      Feeds,
      Effect.gen(function* () {
        const write = yield* writer(Feed)
        const store = yield* EventStore
        const fetcher = yield* Fetcher
        const reader = yield* FeedReader
        const schedule = yield* PollSchedule
        const leases = yield* HubLeases
        const headlines = yield* Headlines
        const offer = trackHub({ leases, origin, ownHosts: pace.ownHosts ?? [] })
        const check = checkFeed({ ownNetwork: new OwnNetwork(), write, fetcher, reader, schedule, leases, offer, pace })
        const admit = admitFeed({ write, reader, schedule, offer, pace })
        const poll = pollDue({ schedule, check, ownHosts: pace.ownHosts })
        const recordDemand = makeDemandRecorder(schedule)
        const sealing = yield* Sealing
        const discover = (address: string) => discoverFeeds(address).pipe(Effect.provideService(Fetcher, fetcher))

        const lookUp = Effect.fn("Feeds.lookUp")(function* (address: string) {
          const url = canonicalUrl(address)
          return url === null ? null : ((yield* schedule.lookUp(url)) as FeedId | null)
        })

        const find = Effect.fnUntraced(function* (address: string) {
          const [{ url, source, document }] = yield* discover(address)
          if (document === null) return yield* Effect.die(new Error("the first candidate of a discovery is unverified"))
          // An index holds addresses, and browsers do not open longer ones.
          if (url.length > ADDRESS_LENGTH_MAX) return yield* new BadAddress({ url, reason: "unreadable" })
          return { url, source, document }
        })

        /** The answer to an earlier run of the same command, if it was retried. */
        const answered = Effect.gen(function* () {
          const { commandId } = yield* CurrentMeta
          const receipt = commandId === null ? null : yield* store.receipt(commandId)
          const added = Option.getOrNull(decodeAdded(receipt?.answer))
          return receipt === null || added === null ? null : { ...added, position: receipt.position }
        })

        return Feeds.of({
          discover,
          lookUp,

          add: Effect.fn("Feeds.add")(function* (address) {
            const before = yield* answered
            if (before !== null) return before
            const there = yield* lookUp(address)
            if (there !== null) return { feedId: there, position: 0 }
            const found = yield* find(address)
            const same = yield* lookUp(found.url)
            return same === null ? yield* admit(found) : { feedId: same, position: 0 }
          }),

          addUnverified: addUnverified({ write, store, sealing, schedule }),

          refresh: Effect.fn("Feeds.refresh")(function* (feedId) {
            const due = yield* schedule.claimOne(feedId, yield* Clock.currentTimeMillis)
            return due === null ? null : yield* check(due)
          }),

          checkDue: poll,
          recordDemand,
          joinStories: joinStories({ headlines, write }),
          withhold: Effect.fn("Feeds.withhold")(function* (what) {
            yield* write(what.feedId, withholdFeed({ ...what, nowIso: yield* currentTimeIso })).pipe(dieOnConflict)
          }),
          release: Effect.fn("Feeds.release")(function* (what) {
            yield* write(what.feedId, releaseFeed({ ...what, nowIso: yield* currentTimeIso })).pipe(dieOnConflict)
          }),
          forgetHeadlines: Effect.flatMap(Clock.currentTimeMillis, headlines.forget),
          subscribeDueHubs: subscribeDueHubs({ leases, fetcher, origin }),
          confirmHubLease: confirmHubLease(leases),
          receiveHubPing: receiveHubPing(leases),
          readHubDeliveries: readHubDeliveries({ leases, reader, write }),
        })
      }),
    ).pipe(Layer.provide(Layer.mergeAll(HubLeases.layer, Headlines.layer)))
  }
}

const decodeAdded = Schema.decodeUnknownOption(Added)
