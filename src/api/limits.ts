import { Effect } from "effect"
import type { Limit } from "../process/limits/CallBuckets.ts"
import { RateLimits } from "../process/limits/RateLimits.ts"
import { CurrentCaller } from "./Guard.ts"
import { tooManyRequestsAnswer } from "./tooManyRequestsAnswer.ts"

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

/** Counts a use of something that has its own limit, by its id. Returns the seconds to wait, else 0. */
export const takeToken = (limit: Limit, id: string): Effect.Effect<number, never, RateLimits> =>
  RateLimits.use((limits) => limits.take(limit, id))

/** Counts a requested page or document. Returns the seconds to wait if its limit is reached, else 0; null without a limit. */
export const takePageToken = (path: string, address: string): Effect.Effect<number, never, RateLimits> | null => {
  const limit = limitOfPath(path)
  return limit === null ? null : takeToken(limit, address)
}
