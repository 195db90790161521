import { createHmac } from "node:crypto"
import { Resolver } from "node:dns/promises"
import { isIP } from "node:net"
import { Clock, Context, Effect, Layer, Redacted, Result } from "effect"
import type { FeedId, SourceType } from "#contract/feeds"
import { FeedReader } from "#core/feeds"
import { Fetcher } from "#core/fetch"
import { type Aggregate, AppConfig, formatIso, reader, writer } from "#core/kernel"
import { type ClaimEvent, ClaimEvents, FeedClaimed, FeedReleased, type ProofPlace } from "./events.ts"
import { findProof } from "./findProof.ts"
import { NoProof, NotReached } from "./refusals.ts"

type ClaimState = { readonly ownerId: string | null }

/** The owner of a feed, by the feed's id. */
const FeedClaim: Aggregate<ClaimState, ClaimEvent> = {
  category: "feedclaim",
  events: ClaimEvents,
  initial: { ownerId: null },
  evolve: (_, event) => ({ ownerId: event._tag === "channels.FeedClaimed.v1" ? event.personId : null }),
}

/** Reads the owner of a feed from its newest events. */
export const claimReader = reader(FeedClaim)

type Claim = { readonly feedId: string; readonly personId: string; readonly nowMs: number }

/** The newest proof counts: pages and names of hosts change hands. */
const claimFeed =
  ({ nowMs, ...claim }: Claim & { readonly by: ProofPlace }) =>
  ({ ownerId }: ClaimState) =>
    Result.succeed(ownerId === claim.personId ? [] : [FeedClaimed.make({ ...claim, claimedAt: formatIso(nowMs) })])

/** Somebody else's claim is none of theirs to give up. */
const releaseFeed =
  ({ nowMs, ...claim }: Claim) =>
  ({ ownerId }: ClaimState) =>
    Result.succeed(ownerId === claim.personId ? [FeedReleased.make({ ...claim, releasedAt: formatIso(nowMs) })] : [])

const CODE_LENGTH = 20
const DNS_TIMEOUT_MS = 3_000

/** What a feed says about its owner. */
export type ClaimedFeed = {
  readonly feedId: FeedId
  readonly url: string
  /** The page that it says it belongs to. */
  readonly link: string | null
  readonly source: SourceType
}
export type Claimant = { readonly personId: string; readonly userCode: string }

/** Asks for the TXT records of a host; none where it has none, or does not answer. */
export type AskRecords = (host: string) => Promise<ReadonlyArray<string>>

/** Who publishes what, as publishers themselves say it. */
export class FeedClaims extends Context.Service<
  FeedClaims,
  {
    /** What a person puts where only the publisher can write. Follows from the two, and is kept nowhere. */
    codeOf(personId: string, feedId: string): string
    /** The page here that a `rel="me"` link leads to. */
    profileUrlOf(userCode: string): string
    /** Looks whether the publisher says that the feed is theirs, and notes it. Answers the position. */
    claim(who: Claimant, feed: ClaimedFeed): Effect.Effect<number, NoProof | NotReached>
    release(personId: string, feedId: string): Effect.Effect<number>
  }
>()("core/channels/FeedClaims") {
  static layerOf(askRecords: AskRecords) {
    return Layer.effect(
      FeedClaims,
      Effect.gen(function* () {
        const { masterKey, publicOrigin } = yield* AppConfig
        const fetcher = yield* Fetcher
        const feeds = yield* FeedReader
        const write = yield* writer(FeedClaim)
        const codeOf = (personId: string, feedId: string) => {
          const mac = createHmac("sha256", Redacted.value(masterKey)).update(`claim of a feed\n${personId}\n${feedId}`)
          return `quire-${mac.digest("hex").slice(0, CODE_LENGTH)}`
        }
        const profileUrlOf = (userCode: string) => `${publicOrigin}/user/${userCode}`

        const load = (url: string) => fetcher.fetchDocument({ url }).pipe(Effect.catch(() => Effect.succeed(null)))
        const describe = Effect.fnUntraced(function* ({ feedId, url, source }: ClaimedFeed, nowMs: number) {
          const document = yield* load(url)
          if (document === null || document.status === 304) return null
          return yield* feeds.read(document, { feedId, source, nowMs }).pipe(
            Effect.map(({ facts }) => facts.description ?? ""),
            Effect.catch(() => Effect.succeed(null)),
          )
        })
        const pageOf = Effect.fnUntraced(function* (link: string | null) {
          const document = link === null ? null : yield* load(link)
          return document === null ? null : new TextDecoder().decode(document.bytes)
        })

        return FeedClaims.of({
          codeOf,
          profileUrlOf,

          claim: Effect.fn("FeedClaims.claim")(function* ({ personId, userCode }, feed) {
            const nowMs = yield* Clock.currentTimeMillis
            const wanted = { code: codeOf(personId, feed.feedId), profileUrl: profileUrlOf(userCode) }
            const [description, page, records] = yield* Effect.all(
              [
                describe(feed, nowMs),
                pageOf(feed.link),
                Effect.forEach(hostsOf(feed), (host) => Effect.promise(() => askRecords(host))),
              ],
              { concurrency: "unbounded" },
            )
            const sources = { description: description ?? "", page: page ?? "", records: records.flat() }
            const by = findProof(wanted, sources)
            if (by === null) return yield* description === null && page === null ? new NotReached() : new NoProof()
            const claim = { feedId: feed.feedId, personId, nowMs, by }
            const { receipt } = yield* write(feed.feedId, claimFeed(claim)).pipe(Effect.orDie)
            return receipt.position
          }),

          release: Effect.fn("FeedClaims.release")(function* (personId, feedId) {
            const nowMs = yield* Clock.currentTimeMillis
            const { receipt } = yield* write(feedId, releaseFeed({ feedId, personId, nowMs })).pipe(Effect.orDie)
            return receipt.position
          }),
        })
      }),
    )
  }
  static readonly layer = FeedClaims.layerOf(async (host) => {
    const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 })
    const records = await resolver.resolveTxt(host).catch(() => [])
    return records.map((parts) => parts.join(""))
  })
}

/** Names of hosts; bare addresses have no records. */
const hostsOf = ({ url, link }: ClaimedFeed): ReadonlyArray<string> => {
  const hosts = [url, link].flatMap((each) => (each === null ? [] : (URL.parse(each)?.hostname ?? [])))
  return [...new Set(hosts)].filter((host) => isIP(host.replace(/^\[|\]$/g, "")) === 0)
}
