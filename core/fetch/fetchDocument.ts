import { createHash } from "node:crypto"
import { Clock, Duration, Effect } from "effect"
import type { Agent } from "undici"
import { type AddressPolicy, isAllowedUrl, refusalOfUrl } from "./addressPolicy.ts"
import type { FetchAnswer, FetchedDocument, Redirect } from "./FetchedDocument.ts"
import type { WithinHostLimits } from "./hostLimits.ts"
import { BadAddress, type FetchRefusal, HttpStatus, TimedOut, TooManyRedirects } from "./refusals.ts"
import { type HopAnswer, requestHop } from "./requestHop.ts"
import {
  cacheMaxAgeSecondsOf,
  HEADER_LENGTH_MAX,
  headerOf,
  linkHeadersOf,
  type ResponseHeaders,
  retryAfterSecondsOf,
  robotsTagOf,
} from "./responseHeaders.ts"

const REDIRECTS_MAX = 5
export const DOCUMENT_BYTES_MAX = 10_000_000

export type FetchRequest = {
  readonly url: string
  /** Validators of the last answer, unchanged. Absent or null: an unconditional request. */
  readonly etag?: string | null | undefined
  readonly lastModified?: string | null | undefined
  /** The Accept header; default FEED_ACCEPT. */
  readonly accept?: string | undefined
  /** A background request: it keeps the minimum interval between two requests to one host. */
  readonly spaced?: boolean | undefined
  /** The caller's limit, if it is lower than that of the fetcher. */
  readonly bytesMax?: number | undefined
}

export type FetchTimeouts = {
  readonly connectMs: number
  readonly headersMs: number
  readonly bodyIdleMs: number
  /** From the first request to the last byte, with all redirects; waiting in the queue of the host does not count. */
  readonly totalMs: number
}

type FetchSettings = {
  readonly agent: Agent
  readonly policy: AddressPolicy
  readonly withinHostLimits: WithinHostLimits
  readonly timeouts: FetchTimeouts
  readonly userAgent: string
  readonly bytesMax: number
}

/** Feeds first, then pages in which feeds can be discovered. */
const FEED_ACCEPT =
  "application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, " +
  "application/xml;q=0.9, text/xml;q=0.9, text/html;q=0.8, application/json;q=0.7, */*;q=0.5"

/** Fetches a document within all limits. Follows redirects; each target is checked like the first address. */
export const makeFetchDocument = (settings: FetchSettings) =>
  Effect.fn("Fetcher.fetchDocument")(function* (
    request: FetchRequest,
  ): Effect.fn.Return<FetchedDocument, FetchRefusal> {
    const headers = requestHeaders(request, settings.userAgent)
    const bytesMax = Math.min(request.bytesMax ?? settings.bytesMax, settings.bytesMax)
    const conditional = "if-none-match" in headers || "if-modified-since" in headers
    const redirects: Array<Redirect> = []
    const visited = new Set<string>()
    // A server that redirects to itself expects the next request at once.
    const cameFrom = new Set<string>()
    let url = yield* readUrl(settings.policy, request.url)
    let leftMs = settings.timeouts.totalMs

    for (;;) {
      visited.add(url.href)
      const hostRequest = {
        host: url.hostname,
        isOwn: isAllowedUrl(settings.policy, url),
        isSpaced: request.spaced === true && !cameFrom.has(url.hostname),
      }
      const [took, answer] = yield* settings.withinHostLimits(
        hostRequest,
        oneHop({ ...settings, bytesMax }, url, headers, leftMs),
      )
      cameFrom.add(url.hostname)
      leftMs -= Duration.toMillis(took)

      if (answer.kind === "redirect") {
        const to = yield* follow(settings.policy, answer.to, visited, redirects.length)
        redirects.push(redirectOf(url, to, answer.status))
        url = to
        continue
      }
      const now = yield* Clock.currentTimeMillis
      if (answer.kind === "document") {
        const bodyHash = createHash("sha256").update(answer.bytes).digest("hex")
        return { ...answerOf(answer.headers, url, redirects, now), status: 200, bytes: answer.bytes, bodyHash }
      }
      if (answer.kind === "unchanged" && conditional) {
        return {
          ...answerOf(answer.headers, url, redirects, now),
          status: 304,
          bytes: new Uint8Array(),
          bodyHash: null,
        }
      }
      return yield* new HttpStatus({
        url: url.href,
        status: answer.kind === "unchanged" ? 304 : answer.status,
        retryAfterSeconds: retryAfterSecondsOf(answer.headers, now),
      })
    }
  })

const oneHop = (
  { agent, timeouts, bytesMax }: FetchSettings,
  url: URL,
  headers: Record<string, string>,
  leftMs: number,
): Effect.Effect<[Duration.Duration, HopAnswer], FetchRefusal> =>
  requestHop(agent, { ...timeouts, url, headers, bytesMax }).pipe(
    Effect.timeoutOrElse({
      duration: Math.max(leftMs, 0),
      orElse: () => Effect.fail(new TimedOut({ url: url.href, phase: "total" })),
    }),
    Effect.timed,
  )

export const readUrl = (policy: AddressPolicy, address: string): Effect.Effect<URL, BadAddress> => {
  const url = URL.parse(address)
  if (url === null)
    return Effect.fail(new BadAddress({ url: address.slice(0, HEADER_LENGTH_MAX), reason: "unreadable" }))
  url.hash = ""
  return checkUrl(policy, url)
}

const checkUrl = (policy: AddressPolicy, url: URL): Effect.Effect<URL, BadAddress> => {
  const reason = refusalOfUrl(policy, url)
  return reason === null ? Effect.succeed(url) : Effect.fail(new BadAddress({ url: url.href, reason }))
}

export const follow = (policy: AddressPolicy, to: URL, visited: ReadonlySet<string>, followed: number) => {
  const loop = visited.has(to.href)
  if (loop || followed === REDIRECTS_MAX) return Effect.fail(new TooManyRedirects({ url: to.href, loop }))
  return checkUrl(policy, to)
}

const redirectOf = (from: URL, to: URL, status: number): Redirect => ({
  from: from.href,
  to: to.href,
  status,
  permanent: status === 301 || status === 308,
  downgrade: from.protocol === "https:" && to.protocol === "http:",
})

const requestHeaders = (request: FetchRequest, userAgent: string): Record<string, string> => ({
  "user-agent": userAgent,
  accept: request.accept ?? FEED_ACCEPT,
  "accept-encoding": "gzip, deflate, br, zstd",
  ...validator("if-none-match", request.etag),
  ...validator("if-modified-since", request.lastModified),
})

// Stored validators may contain anything; ignore those that are not valid header values.
const validator = (name: string, value: string | null | undefined): Record<string, string> =>
  value && value.length <= HEADER_LENGTH_MAX && /^[\t\x20-\x7e\x80-\xff]+$/.test(value) ? { [name]: value } : {}

const answerOf = (
  headers: ResponseHeaders,
  url: URL,
  redirects: ReadonlyArray<Redirect>,
  now: number,
): FetchAnswer => ({
  finalUrl: url.href,
  redirects,
  etag: headerOf(headers, "etag"),
  lastModified: headerOf(headers, "last-modified"),
  cacheMaxAgeSeconds: cacheMaxAgeSecondsOf(headers, now),
  contentType: headerOf(headers, "content-type"),
  robotsTag: robotsTagOf(headers),
  links: linkHeadersOf(headers, url.href),
})
