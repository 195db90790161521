import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { BadAddress, Fetcher } from "#core/fetch"
import { CurrentMeta, EventStore, Sealing, writer } from "#core/kernel"
import type { NotAFeed } from "#core/syndication"
import { type AddedUnseen, addUnseen } from "./addUnseen.ts"
import { Added, type AddedFeed, admitFeed } from "./admitFeed.ts"
import { ADDRESS_LENGTH_MAX, canonicalUrl, type FeedId } from "./contract.ts"
import { type DiscoveryRefusal, discoverFeeds, type FeedCandidate } from "./discover/discoverFeeds.ts"
import type { FeedFetched } from "./events.ts"
import { Feed } from "./Feed.ts"
import { type CheckOutcome, checkFeed } from "./poll/checkFeed.ts"
import type { Pace } from "./poll/nextCheck.ts"
import { OwnNetwork } from "./poll/OwnNetwork.ts"
import { pollDue } from "./poll/pollDue.ts"
import { PollSchedule } from "./poll/Schedule.ts"
import { makeWants } from "./poll/wants.ts"
import { askHubs } from "./push/askHubs.ts"
import { HubLeases } from "./push/HubLeases.ts"
import { answerHub, type HubQuestion, hearHub, type ReceivedNews } from "./push/hearHub.ts"
import { offerHub } from "./push/offerHub.ts"
import { readNews } from "./push/readNews.ts"
import { FeedReader } from "./reading/FeedReader.ts"
import { Headlines } from "./stories/Headlines.ts"
import { joinStories } from "./stories/joinStories.ts"

/** Why an address did not become a feed. Each has a `messageKey`. */
export type AddRefusal = DiscoveryRefusal | NotAFeed

/** Everything the rest of the product may ask of feeds. */
export class Feeds extends Context.Service<
  Feeds,
  {
    /** The feeds that an address leads to, the best one first. Adds nothing. */
    discover(address: string): Effect.Effect<ReadonlyArray<FeedCandidate>, DiscoveryRefusal>
    /** The feed of the library that an address is known to lead to, or null. Asks nobody outside. */
    lookUp(address: string): Effect.Effect<FeedId | null>
    /**
     * Adds the feed at an address, or the first one that a page leads to, with all its items. A feed that is in the
     * library already is answered as it is: one feed for all who follow it.
     */
    add(address: string): Effect.Effect<AddedFeed, AddRefusal>
    /**
     * Adds the feeds at these addresses without asking anybody: the poller looks at them from now on. For lists that
     * operators bring; at most ADD_UNSEEN_MAX at a time.
     */
    addUnseen(addresses: ReadonlyArray<string>): Effect.Effect<AddedUnseen>
    /** Fetches a feed now and records what is new. Null where the feed is unknown or being fetched by another worker. */
    refresh(feedId: string): Effect.Effect<CheckOutcome | null>
    /** Fetches the feeds that are due, at most `limit`, many side by side. Answers how many there were. */
    checkDue(limit: number): Effect.Effect<number>
    /** Readers ask for these feeds: what nobody asks for is looked at less often. Costs next to nothing. */
    want(feedIds: ReadonlyArray<string>): Effect.Effect<void>
    /** Finds the new items that tell what other feeds told before, and records it. Answers how many there were. */
    joinStories(fetched: FeedFetched): Effect.Effect<number>
    /** Forgets headlines that nothing new is compared with any more. */
    forgetHeadlines: Effect.Effect<void>
    /** Asks publishers' hubs to tell us of news, at most `limit` whose turn it is. Answers how many there were. */
    askHubs(limit: number): Effect.Effect<number>
    /** What to answer a hub that makes sure of a lease, or null where it is none of ours. */
    answerHub(question: HubQuestion): Effect.Effect<string | null>
    /** Takes news that a hub sends, for a worker to read. Not to be believed unsigned. */
    hearHub(news: ReceivedNews): Effect.Effect<"kept" | "unsigned" | "unknown" | "too-large">
    /** Reads news of hubs, at most `limit`. Answers how much there was. */
    readNews(limit: number): Effect.Effect<number>
  }
>()("core/feeds/Feeds") {
  /**
   * @param pace how often feeds are looked at, where the configuration says so
   * @param origin where the installation is reached, such as https://quire.example.org: what hubs call
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
        const offer = offerHub({ leases, origin, ownHosts: pace.ownHosts ?? [] })
        const check = checkFeed({ ownNetwork: new OwnNetwork(), write, fetcher, reader, schedule, leases, offer, pace })
        const admit = admitFeed({ write, reader, schedule, offer, pace })
        const poll = pollDue({ schedule, check, ownHosts: pace.ownHosts })
        const want = makeWants(schedule)
        const sealing = yield* Sealing
        const discover = (address: string) => discoverFeeds(address).pipe(Effect.provideService(Fetcher, fetcher))

        const lookUp = Effect.fn("Feeds.lookUp")(function* (address: string) {
          const url = canonicalUrl(address)
          return url === null ? null : ((yield* schedule.lookUp(url)) as FeedId | null)
        })

        const find = Effect.fnUntraced(function* (address: string) {
          const [{ url, source, document }] = yield* discover(address)
          if (document === null) return yield* Effect.die(new Error("a discovery whose first candidate is not proven"))
          // Addresses are found again by an index, and what is longer than this no browser would open either.
          if (url.length > ADDRESS_LENGTH_MAX) return yield* new BadAddress({ url, reason: "unreadable" })
          return { url, source, document }
        })

        /** What the same command was answered before: it is carried out once, however often it is sent. */
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

          addUnseen: addUnseen({ write, store, sealing, schedule }),

          refresh: Effect.fn("Feeds.refresh")(function* (feedId) {
            const due = yield* schedule.claimOne(feedId, yield* Clock.currentTimeMillis)
            return due === null ? null : yield* check(due)
          }),

          checkDue: poll,
          want,
          joinStories: joinStories({ headlines, write }),
          forgetHeadlines: Effect.flatMap(Clock.currentTimeMillis, headlines.forget),
          askHubs: askHubs({ leases, fetcher, origin }),
          answerHub: answerHub(leases),
          hearHub: hearHub(leases),
          readNews: readNews({ leases, reader, write }),
        })
      }),
    ).pipe(Layer.provide(Layer.mergeAll(HubLeases.layer, Headlines.layer)))
  }
}

const decodeAdded = Schema.decodeUnknownOption(Added)
