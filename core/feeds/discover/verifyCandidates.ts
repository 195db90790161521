import { Effect, Result } from "effect"
import {
  BadAddress,
  decodeText,
  type FetchedDocument,
  Fetcher,
  type FetchRefusal,
  finalUrl,
  HttpStatus,
  type ReceivedDocument,
} from "#core/fetch"
import { canonicalUrl } from "#core/syndication"
import type { CandidateLink, FeedCandidate } from "./candidates.ts"
import { type FeedFormat, looksLikeFeed, titleOfFeed } from "./looksLikeFeed.ts"
import { NoFeedFound } from "./refusals.ts"

/** Candidates of one kind that are fetched until one is a feed. */
const VERIFICATIONS_MAX = 4

type Verification = {
  /** The first candidate that is a feed, then the remaining ones unverified; empty if none is a feed. */
  readonly found: ReadonlyArray<FeedCandidate>
  /** The error of a server, if it is worth showing. */
  readonly refusal: FetchRefusal | null
}

/** Fetches candidates in order until one is a feed. */
export const verifyFirst = Effect.fnUntraced(function* (
  candidates: ReadonlyArray<CandidateLink>,
): Effect.fn.Return<Verification, never, Fetcher> {
  let refusal: FetchRefusal | null = null
  for (const [index, candidate] of candidates.slice(0, VERIFICATIONS_MAX).entries()) {
    const verified = yield* Effect.result(verifyCandidate(candidate))
    if (Result.isSuccess(verified)) {
      const others = candidates.slice(index + 1).map((other) => ({ ...other, document: null }))
      return { found: [verified.success, ...others], refusal: null }
    }
    if (verified.failure._tag !== "NoFeedFound" && isTelling(verified.failure)) refusal ??= verified.failure
  }
  return { found: [], refusal }
})

/** Fetches a candidate and checks that it is a feed. */
export const verifyCandidate = Effect.fnUntraced(function* (
  candidate: CandidateLink,
): Effect.fn.Return<FeedCandidate, FetchRefusal | NoFeedFound, Fetcher> {
  const fetcher = yield* Fetcher
  const document = yield* fetcher.fetchDocument({ url: candidate.url })
  if (!isReceived(document)) return yield* new NoFeedFound({ url: candidate.url })
  const { text } = decodeText(document.bytes, document.contentType)
  const format = looksLikeFeed(text)
  return format === null
    ? yield* new NoFeedFound({ url: candidate.url })
    : verifiedCandidate(candidate, document, text, format)
})

export const verifiedCandidate = (
  candidate: CandidateLink,
  document: ReceivedDocument,
  text: string,
  format: FeedFormat,
): FeedCandidate => {
  const url = finalUrl(candidate.url, document.redirects)
  return { ...candidate, url: canonicalUrl(url) ?? url, title: titleOfFeed(text, format) ?? candidate.title, document }
}

/** Without validators in the request no server answers 304, which the types cannot know. */
export const isReceived = (document: FetchedDocument): document is ReceivedDocument => document.status === 200

// A wrong guess or an outdated link is not worth reporting; a server that forbids access is.
const isTelling = (refusal: FetchRefusal): boolean =>
  !(
    refusal instanceof BadAddress ||
    (refusal instanceof HttpStatus && (refusal.status === 404 || refusal.status === 410))
  )
