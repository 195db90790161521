import { Effect, Option } from "effect"
import { BadAddress, decodeText, Fetcher, type FetchRefusal, type ReceivedDocument, TimedOut } from "#core/fetch"
import { ADDRESS_LENGTH_MAX, platformOf } from "#core/syndication"
import { type CandidateLink, candidatesFrom, candidatesOfPage, type FeedCandidate, unique } from "./candidates.ts"
import type { HostRule } from "./hosts/HostRule.ts"
import { ruleOf } from "./hosts/ruleOf.ts"
import { looksLikeFeed } from "./looksLikeFeed.ts"
import { readPage } from "./readPage.ts"
import { type DiscoveryRefusal, NoFeedFound, NoFeedOffered } from "./refusals.ts"
import { isReceived, verifiedCandidate, verifyCandidate, verifyFirst } from "./verifyCandidates.ts"

/** Addresses that are guessed at most. */
export const GUESSES_MAX = 9

/** Usual places of feeds: below the folder of the page, then below the root. */
export const wellKnownFeeds = (pageUrl: string): ReadonlyArray<string> => {
  const url = new URL(pageUrl)
  // A last segment without a dot is more often a folder without its slash than a file.
  const folder = url.pathname.replace(/\/[^/]*\.[^/]*$/, "/").replace(/([^/])$/, "$1/")
  const inFolder = folder === "/" ? [] : IN_FOLDER.map((name) => `${url.origin}${folder}${name}`)
  return [...inFolder, ...AT_ROOT.map((name) => `${url.origin}/${name}`)].slice(0, GUESSES_MAX)
}

const IN_FOLDER = ["feed/", "rss.xml", "feed.xml", "index.xml"]

const AT_ROOT = [
  "feed/",
  "rss.xml",
  "feed.xml",
  "atom.xml",
  "index.xml",
  "rss/",
  "feed.json",
  "feeds/posts/default",
  "index.rdf",
]

/**
 * The addresses to try for typed text, in order: https before http if it has no scheme. Understands old feed schemes
 * (feed:, pcast:, itpc:) and Mastodon names (@name@server).
 */
export const readAddress = (address: string): Effect.Effect<readonly [URL, ...ReadonlyArray<URL>], BadAddress> => {
  const text = address.trim()
  const refuse = (reason: BadAddress["reason"]) =>
    Effect.fail(new BadAddress({ url: text.slice(0, ADDRESS_LENGTH_MAX), reason }))
  if (text === "" || text.length > ADDRESS_LENGTH_MAX || /\s/.test(text)) return refuse("unreadable")

  const handle = MASTODON_NAME.exec(text)
  const plain = handle === null ? text.replace(FEED_SCHEME, "") : `https://${handle[2]}/@${handle[1]}`
  const scheme = SCHEME.exec(plain)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== "https" && scheme !== "http") return refuse("scheme")

  const tries = scheme === undefined ? [`https://${plain}`, `http://${plain}`] : [plain]
  const [first, ...others] = tries
    .map((candidate) => URL.parse(candidate))
    .filter((url) => url !== null)
    .filter(({ hostname }) => isHostName(hostname))
  if (first !== undefined) return Effect.succeed([first, ...others])
  return refuse(scheme === undefined && OTHER_SCHEME.test(plain) ? "scheme" : "unreadable")
}

/** At most 253 characters in labels of at most 63 (RFC 1035, 2.3.4). */
const isHostName = (name: string): boolean =>
  name.length <= HOST_LENGTH_MAX && name.split(".").every(({ length }) => length <= HOST_LABEL_LENGTH_MAX)
const HOST_LENGTH_MAX = 253
const HOST_LABEL_LENGTH_MAX = 63

const FEED_SCHEME = /^(?:feed|pcast|itpc):(?:\/\/)?/i
const SCHEME = /^([a-z][a-z\d+.-]*):\/\//i
const OTHER_SCHEME = /^[a-z][a-z\d+.-]*:/i
const MASTODON_NAME = /^@?([\w.-]+)@([\w-]+(?:\.[\w-]+)+)$/

export type { FeedCandidate, FoundBy } from "./candidates.ts"
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
