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
import type { FeedCandidate, Lead } from "./FeedCandidate.ts"
import { type FeedFormat, looksLikeFeed, titleOfFeed } from "./looksLikeFeed.ts"
import { NoFeedFound } from "./refusals.ts"

/** At most so many leads of one kind are looked at until one turns out to be a feed. */
const PROOFS_MAX = 4

type Proof = {
  /** The first lead that is a feed, then the leads after it as they are; nothing where none is. */
  readonly found: ReadonlyArray<FeedCandidate>
  /** What a server said against a lead, where that is worth telling. */
  readonly refusal: FetchRefusal | null
}

/** Looks at one lead after the other until one is a feed. */
export const proveFirst = Effect.fnUntraced(function* (
  leads: ReadonlyArray<Lead>,
): Effect.fn.Return<Proof, never, Fetcher> {
  let refusal: FetchRefusal | null = null
  for (const [index, lead] of leads.slice(0, PROOFS_MAX).entries()) {
    const proved = yield* Effect.result(proveLead(lead))
    if (Result.isSuccess(proved)) {
      const others = leads.slice(index + 1).map((other) => ({ ...other, document: null }))
      return { found: [proved.success, ...others], refusal: null }
    }
    if (proved.failure._tag !== "NoFeedFound" && isTelling(proved.failure)) refusal ??= proved.failure
  }
  return { found: [], refusal }
})

/** Fetches a lead and says whether it is a feed. */
export const proveLead = Effect.fnUntraced(function* (
  lead: Lead,
): Effect.fn.Return<FeedCandidate, FetchRefusal | NoFeedFound, Fetcher> {
  const fetcher = yield* Fetcher
  const document = yield* fetcher.fetchDocument({ url: lead.url })
  if (!isReceived(document)) return yield* new NoFeedFound({ url: lead.url })
  const { text } = decodeText(document.bytes, document.contentType)
  const format = looksLikeFeed(text)
  return format === null ? yield* new NoFeedFound({ url: lead.url }) : candidateOf(lead, document, text, format)
})

export const candidateOf = (
  lead: Lead,
  document: ReceivedDocument,
  text: string,
  format: FeedFormat,
): FeedCandidate => {
  const url = finalUrl(lead.url, document.redirects)
  return { ...lead, url: canonicalUrl(url) ?? url, title: titleOfFeed(text, format) ?? lead.title, document }
}

/** A fetcher that was given no validators gets no word that nothing has changed; the types cannot know. */
export const isReceived = (document: FetchedDocument): document is ReceivedDocument => document.status === 200

// That a guess, an old link or one to the publisher's own machine leads nowhere is no news; that a server forbids is.
const isTelling = (refusal: FetchRefusal): boolean =>
  !(
    refusal instanceof BadAddress ||
    (refusal instanceof HttpStatus && (refusal.status === 404 || refusal.status === 410))
  )
