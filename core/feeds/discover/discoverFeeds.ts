import { Effect, Option } from "effect"
import type { ReceivedDocument } from "#core/fetch"
import { decodeText, Fetcher, type FetchRefusal, TimedOut } from "#core/fetch"
import { platformOf } from "#core/syndication"
import type { FeedCandidate, Lead } from "./FeedCandidate.ts"
import type { HostRule } from "./hosts/HostRule.ts"
import { ruleOf } from "./hosts/ruleOf.ts"
import { leadsOf, leadsOfPage, unique } from "./leads.ts"
import { looksLikeFeed } from "./looksLikeFeed.ts"
import { candidateOf, isReceived, proveFirst, proveLead } from "./proveLeads.ts"
import { readAddress } from "./readAddress.ts"
import { readPage } from "./readPage.ts"
import { type DiscoveryRefusal, NoFeedFound, NoFeedOffered } from "./refusals.ts"
import { wellKnownFeeds } from "./wellKnown.ts"

export type { FeedCandidate, FoundBy } from "./FeedCandidate.ts"
export { DiscoveryRefusal } from "./refusals.ts"

const DISCOVERY_MS_MAX = 45_000
const GUESSING_MS_MAX = 10_000
const GUESSES_AT_ONCE = 3

/** One candidate at least, the best first, and the first one proven. */
type FeedCandidates = readonly [FeedCandidate, ...ReadonlyArray<FeedCandidate>]

/**
 * Finds the feeds behind what a person typed: the document itself, the ways of known hosts, the page's link tags, its
 * links that look like feeds, and at last the places where feeds commonly lie; feeds of comments come after all others.
 * Stops asking as soon as one is found.
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

  const direct = yield* proveFirst(leadsOf(rule?.fromUrl?.(url) ?? [], "known-host", rule?.source ?? null))
  if (isNonEmpty(direct.found)) return direct.found

  const lookup = rule?.lookup?.(url) ?? null
  const document = yield* fetchAny(lookup === null ? urls : [new URL(lookup)])
  const { text } = decodeText(document.bytes, document.contentType)
  const format = looksLikeFeed(text)
  if (format !== null) {
    const itself = leadOfItself(document.redirects[0]?.from ?? document.finalUrl, rule)
    return [candidateOf(itself, document, text, format)]
  }

  const landed = lookup === null ? ruleOf(new URL(document.finalUrl)) : rule
  if (landed?.offers === "none") return yield* notOffered(url, landed)
  const leads = leadsOfPage({
    page: readPage(text, document.finalUrl),
    text,
    url: lookup === null ? new URL(document.finalUrl) : url,
    rule: landed,
    // What the address alone tells was tried before, unless a redirect led to another platform.
    skipFromUrl: landed === rule,
  })
  const declared = yield* proveFirst(leads.declared)
  const others = landed === null && declared.found.length === 0 ? yield* lookFurther(document, leads.anchors) : []
  const best = [...declared.found, ...others]
  const last = best.length === 0 ? (yield* proveFirst(leads.comments)).found : leads.comments.map(unproven)
  const found = unique([...best, ...last])
  if (isNonEmpty(found)) return found

  const refusal = declared.refusal ?? direct.refusal
  if (refusal !== null) return yield* refusal
  return yield* landed?.offers === "declared" ? notOffered(url, landed) : new NoFeedFound({ url: url.href })
})

/** Looks where nothing was declared: at links that look like feeds, then at well-known places, a few at a time. */
const lookFurther = Effect.fnUntraced(function* (
  document: ReceivedDocument,
  anchors: ReadonlyArray<Lead>,
): Effect.fn.Return<ReadonlyArray<FeedCandidate>, never, Fetcher> {
  const linked = yield* proveFirst(anchors)
  if (linked.found.length > 0) return linked.found
  const guesses = leadsOf(wellKnownFeeds(document.finalUrl), "well-known", null)
  return Option.getOrElse(yield* Effect.timeoutOption(guess(guesses), GUESSING_MS_MAX), () => [])
})

const guess = Effect.fnUntraced(function* (
  leads: ReadonlyArray<Lead>,
): Effect.fn.Return<ReadonlyArray<FeedCandidate>, never, Fetcher> {
  for (let start = 0; start < leads.length; start += GUESSES_AT_ONCE) {
    const batch = leads.slice(start, start + GUESSES_AT_ONCE)
    const proved = yield* Effect.forEach(batch, (lead) => Effect.option(proveLead(lead)), { concurrency: "unbounded" })
    const found = proved.flatMap(Option.toArray)
    if (found.length > 0) return distinct(found)
  }
  return []
})

/** The document at the first address that a server answers at, for a missing scheme may mean either. */
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

const leadOfItself = (url: string, rule: HostRule | null): Lead => ({
  url,
  title: null,
  source: platformOf(url) ?? rule?.source ?? "RSS",
  how: "itself",
})

/** One feed often lies at several places. */
const distinct = (candidates: ReadonlyArray<FeedCandidate>): ReadonlyArray<FeedCandidate> => {
  const seen = new Set<string | undefined>()
  return unique(candidates).filter(({ document }) => {
    const isNew = !seen.has(document?.bodyHash)
    seen.add(document?.bodyHash)
    return isNew
  })
}

const unproven = (lead: Lead): FeedCandidate => ({ ...lead, document: null })

const notOffered = (url: URL, rule: HostRule) =>
  new NoFeedOffered({ url: url.href, platform: rule.platform ?? rule.source })

const isNonEmpty = (candidates: ReadonlyArray<FeedCandidate>): candidates is FeedCandidates => candidates.length > 0
