import { Effect, Option } from "effect"
import type { ReceivedDocument } from "#core/fetch"
import { decodeText, Fetcher, type FetchRefusal, TimedOut } from "#core/fetch"
import { platformOf } from "#core/syndication"
import { candidatesFrom, candidatesOfPage, unique } from "./candidates.ts"
import type { CandidateLink, FeedCandidate } from "./FeedCandidate.ts"
import type { HostRule } from "./hosts/HostRule.ts"
import { ruleOf } from "./hosts/ruleOf.ts"
import { looksLikeFeed } from "./looksLikeFeed.ts"
import { readAddress } from "./readAddress.ts"
import { readPage } from "./readPage.ts"
import { type DiscoveryRefusal, NoFeedFound, NoFeedOffered } from "./refusals.ts"
import { isReceived, verifiedCandidate, verifyCandidate, verifyFirst } from "./verifyCandidates.ts"
import { wellKnownFeeds } from "./wellKnown.ts"

export type { FeedCandidate, FoundBy } from "./FeedCandidate.ts"
export { DiscoveryRefusal } from "./refusals.ts"

const DISCOVERY_MS_MAX = 45_000
const GUESSING_MS_MAX = 10_000
const GUESSES_AT_ONCE = 3

/** At least one candidate, the best first; the first one is verified. */
type FeedCandidates = readonly [FeedCandidate, ...ReadonlyArray<FeedCandidate>]

/**
 * Finds the feeds behind an address that a person typed: the document itself, rules for known hosts, link tags, links
 * that look like feeds, then well-known paths. Feeds of comments come last. Stops at the first feed.
 */
export const discoverFeeds = Effect.fn("discoverFeeds")(function* (
  address: string,
): Effect.fn.Return<FeedCandidates, DiscoveryRefusal, Fetcher> {
  const urls = yield* readAddress(address)
  const url = urls[0].href
  return yield* search(urls).pipe(
    Effect.timeoutOrElse({
      duration: DISCOVERY_MS_MAX,
      orElse: () => Effect.fail(new TimedOut({ url, phase: "total" })),
    }),
  )
})

const search = Effect.fnUntraced(function* (
  urls: readonly [URL, ...ReadonlyArray<URL>],
): Effect.fn.Return<FeedCandidates, DiscoveryRefusal, Fetcher> {
  const [url] = urls
  const rule = ruleOf(url)
  if (rule?.offers === "none") return yield* notOffered(url, rule)

  const direct = yield* verifyFirst(candidatesFrom(rule?.fromUrl?.(url) ?? [], "known-host", rule?.source ?? null))
  if (isNonEmpty(direct.found)) return direct.found

  const lookup = rule?.lookup?.(url) ?? null
  const document = yield* fetchAny(lookup === null ? urls : [new URL(lookup)])
  const { text } = decodeText(document.bytes, document.contentType)
  const format = looksLikeFeed(text)
  if (format !== null) {
    const itself = candidateOfItself(document.redirects[0]?.from ?? document.finalUrl, rule)
    return [verifiedCandidate(itself, document, text, format)]
  }

  const landed = lookup === null ? ruleOf(new URL(document.finalUrl)) : rule
  if (landed?.offers === "none") return yield* notOffered(url, landed)
  const candidates = candidatesOfPage({
    page: readPage(text, document.finalUrl),
    text,
    url: lookup === null ? new URL(document.finalUrl) : url,
    rule: landed,
    // The address alone was checked before, unless a redirect led to another platform.
    skipFromUrl: landed === rule,
  })
  const declared = yield* verifyFirst(candidates.declared)
  const others = landed === null && declared.found.length === 0 ? yield* lookFurther(document, candidates.anchors) : []
  const best = [...declared.found, ...others]
  const last = best.length === 0 ? (yield* verifyFirst(candidates.comments)).found : candidates.comments.map(unverified)
  const found = unique([...best, ...last])
  if (isNonEmpty(found)) return found

  const refusal = declared.refusal ?? direct.refusal
  if (refusal !== null) return yield* refusal
  return yield* landed?.offers === "declared" ? notOffered(url, landed) : new NoFeedFound({ url: url.href })
})

/** Checks links that look like feeds, then well-known paths, a few at a time. */
const lookFurther = Effect.fnUntraced(function* (
  document: ReceivedDocument,
  anchors: ReadonlyArray<CandidateLink>,
): Effect.fn.Return<ReadonlyArray<FeedCandidate>, never, Fetcher> {
  const linked = yield* verifyFirst(anchors)
  if (linked.found.length > 0) return linked.found
  const guesses = candidatesFrom(wellKnownFeeds(document.finalUrl), "well-known", null)
  return Option.getOrElse(yield* Effect.timeoutOption(guess(guesses), GUESSING_MS_MAX), () => [])
})

const guess = Effect.fnUntraced(function* (
  candidates: ReadonlyArray<CandidateLink>,
): Effect.fn.Return<ReadonlyArray<FeedCandidate>, never, Fetcher> {
  for (let start = 0; start < candidates.length; start += GUESSES_AT_ONCE) {
    const batch = candidates.slice(start, start + GUESSES_AT_ONCE)
    const verified = yield* Effect.forEach(batch, (candidate) => Effect.option(verifyCandidate(candidate)), {
      concurrency: "unbounded",
    })
    const found = verified.flatMap(Option.toArray)
    if (found.length > 0) return distinct(found)
  }
  return []
})

/** The document at the first address with a response: an address without scheme may be https or http. */
const fetchAny = ([first, second]: readonly [URL, ...ReadonlyArray<URL>]) =>
  fetchPage(first).pipe(
    Effect.catchTag(["Unreachable", "TimedOut"], (refusal) =>
      second === undefined ? Effect.fail(refusal) : fetchPage(second),
    ),
  )

const fetchPage = Effect.fnUntraced(function* (
  url: URL,
): Effect.fn.Return<ReceivedDocument, FetchRefusal | NoFeedFound, Fetcher> {
  const fetcher = yield* Fetcher
  const document = yield* fetcher.fetchDocument({ url: url.href })
  return isReceived(document) ? document : yield* new NoFeedFound({ url: url.href })
})

const candidateOfItself = (url: string, rule: HostRule | null): CandidateLink => ({
  url,
  title: null,
  source: platformOf(url) ?? rule?.source ?? "RSS",
  how: "itself",
})

/** One feed often has several addresses. */
const distinct = (candidates: ReadonlyArray<FeedCandidate>): ReadonlyArray<FeedCandidate> => {
  const seen = new Set<string | undefined>()
  return unique(candidates).filter(({ document }) => {
    const isNew = !seen.has(document?.bodyHash)
    seen.add(document?.bodyHash)
    return isNew
  })
}

const unverified = (candidate: CandidateLink): FeedCandidate => ({ ...candidate, document: null })

const notOffered = (url: URL, rule: HostRule) =>
  new NoFeedOffered({ url: url.href, platform: rule.platform ?? rule.source })

const isNonEmpty = (candidates: ReadonlyArray<FeedCandidate>): candidates is FeedCandidates => candidates.length > 0
