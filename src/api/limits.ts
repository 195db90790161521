import { Clock, Context, Effect, Layer } from "effect"
import { networkOf, sourceOf } from "#core/kernel"
import { CurrentCaller } from "./Guard.ts"
import { tooManyRequestsAnswer } from "./tooManyRequestsAnswer.ts"

/** Rate limits per source: an IPv4 address, or the /64 of an IPv6 one. */
export type Limit = {
  readonly name: string
  readonly calls: number
  readonly seconds: number
  /** The same for the /48 of an IPv6 source, for calls with costs for third parties. */
  readonly networkCalls?: number
}

/** Requests that make the server fetch a given address: ten a minute. */
export const OUTGOING: Limit = { name: "outgoing", calls: 10, seconds: 60, networkCalls: 80 }
/** Demo coins: enough to try everything, too few to fill a demo chain. */
const FAUCET: Limit = { name: "faucet", calls: 6, seconds: 60, networkCalls: 48 }
/** Link previews of conversations, most of which are already cached. */
const PREVIEWING: Limit = { name: "previewing", calls: 60, seconds: 60 }
/** Calls that write to the log: faster than people read. */
export const WRITING: Limit = { name: "writing", calls: 60, seconds: 60 }
/** Images of identity documents: enough for every attempt, too few to keep the decoder busy. */
const IDENTIFYING: Limit = { name: "identity images", calls: 30, seconds: 3_600 }
/** Autosaves and previews of the composer: one of each every second. */
const COMPOSING: Limit = { name: "composing", calls: 120, seconds: 60 }
/** Reports of guests, each of which a moderator reads. */
const GUEST_REPORTING: Limit = { name: "reports of guests", calls: 5, seconds: 3_600, networkCalls: 40 }
/** Letters that a creator sends to themselves to see what readers get. */
export const TEST_LETTERS: Limit = { name: "test letters", calls: 10, seconds: 3_600 }
/** Ranges of audio and video: enough for seeking. */
export const MEDIA: Limit = { name: "media", calls: 240, seconds: 60 }
/** Engine calls; the daily budget limits their total size. */
export const ASSISTING: Limit = { name: "assisting", calls: 30, seconds: 60, networkCalls: 240 }
/** Searches by calls and pages; one call may read twenty pages of an index. */
const SEARCHING: Limit = { name: "searching", calls: 240, seconds: 60 }
/** Feeds of lists: a server that reads for many people requests many at once. */
const LISTING: Limit = { name: "listing", calls: 240, seconds: 60 }
/** Requests of uploads, each of up to 8 MB: more than any connection sends. */
const UPLOADING: Limit = { name: "uploading", calls: 1_200, seconds: 60 }
/** Statements and tables of movements. */
const EXPORTING: Limit = { name: "exporting", calls: 20, seconds: 60 }
/** Requests of one private feed: apps ask every few minutes, all formats together. */
export const MEMBER_FEED: Limit = { name: "private feed", calls: 120, seconds: 3_600 }
/** Ranges of files of one private feed: an app that loads a whole season at once. */
export const MEMBER_FEED_FILES: Limit = { name: "files of a private feed", calls: 600, seconds: 60 }
/** Everything else: enough for any reader, too little to copy the whole library. */
export const STANDARD_CALLS: Limit = { name: "ordinary", calls: 600, seconds: 60 }

/** Callers kept at once; the least recently active one is dropped first. */
const CALLERS_MAX = 50_000

/** Counts calls per caller in this process with a token bucket. */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** Consumes one call of the source. Returns the seconds to wait if the limit is reached, else 0. */
    take(limit: Limit, address: string): Effect.Effect<number>
  }
>()("src/api/RateLimits") {
  static readonly layer = Layer.sync(RateLimits, () => {
    const buckets = new Map<string, { readonly tokens: number; readonly atMs: number }>()
    const takeFrom = (key: string, calls: number, seconds: number, nowMs: number): number => {
      const bucket = buckets.get(key) ?? { tokens: calls, atMs: nowMs }
      const perMs = calls / (seconds * 1000)
      const tokens = Math.min(calls, bucket.tokens + Math.max(nowMs - bucket.atMs, 0) * perMs)
      buckets.delete(key)
      buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, atMs: nowMs })
      const [oldest] = buckets.keys()
      if (buckets.size > CALLERS_MAX && oldest !== undefined) buckets.delete(oldest)
      return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perMs / 1000)
    }
    return RateLimits.of({
      take: ({ name, calls, seconds, networkCalls }, address) =>
        Effect.map(Clock.currentTimeMillis, (nowMs) => {
          const [source, network] = [sourceOf(address), networkOf(address)]
          const waitSeconds = takeFrom(`${name} ${source}`, calls, seconds, nowMs)
          if (waitSeconds > 0 || networkCalls === undefined || network === source) return waitSeconds
          return takeFrom(`${name} ${network}`, networkCalls, seconds, nowMs)
        }),
    })
  })
}

/** Consumes one call of the caller, or refuses; resolved once per group of handlers. */
const limitedBy = (limit: Limit) =>
  Effect.map(RateLimits, (limits) =>
    Effect.gen(function* () {
      const { address } = yield* CurrentCaller
      const seconds = yield* limits.take(limit, address)
      if (seconds === 0) return
      return yield* Effect.flatMap(tooManyRequestsAnswer(seconds), Effect.fail)
    }),
  )
export const limitedAsStandard = limitedBy(STANDARD_CALLS)
export const searching = limitedBy(SEARCHING)
export const outgoing = limitedBy(OUTGOING)
export const previewing = limitedBy(PREVIEWING)
export const faucet = limitedBy(FAUCET)
export const writing = limitedBy(WRITING)
export const media = limitedBy(MEDIA)
export const composing = limitedBy(COMPOSING)
export const assisting = limitedBy(ASSISTING)
export const guestReporting = limitedBy(GUEST_REPORTING)
export const identifying = limitedBy(IDENTIFYING)

/** The limit of an expensive page or document, or null. */
const limitOfPath = (path: string): Limit | null => {
  if (/^\/(?:searchcontents|searchuser|newsfeeds\/search)\/?$/.test(path)) return SEARCHING
  if (path.startsWith("/feeds/")) return LISTING
  if (path.startsWith("/media/uploads")) return UPLOADING
  return /^\/(?:transactionhistory\.(?:pdf|csv)|subscriptions\/receipt\.pdf|writers\/(?:readers\.csv|paydays\.pdf))\/?$/.test(
    path,
  )
    ? EXPORTING
    : null
}

const pageLimits = Effect.runSync(RateLimits.pipe(Effect.provide(RateLimits.layer)))

/** Counts a use of something that has its own limit, by its id. Returns the seconds to wait, else 0. */
export const takeToken = (limit: Limit, id: string): Effect.Effect<number> => pageLimits.take(limit, id)

/** Counts a requested page or document. Returns the seconds to wait if its limit is reached, else 0; null without a limit. */
export const takePageToken = (path: string, address: string): Effect.Effect<number> | null => {
  const limit = limitOfPath(path)
  return limit === null ? null : pageLimits.take(limit, address)
}
