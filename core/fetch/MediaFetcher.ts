import { Clock, Context, Effect, Layer, type Scope } from "effect"
import type { Agent } from "undici"
import { type AddressPolicy, makeAddressPolicy } from "./addressPolicy.ts"
import { makeAgent } from "./connect.ts"
import type { FetcherOptions } from "./Fetcher.ts"
import { follow, readUrl } from "./fetchDocument.ts"
import { POLITENESS } from "./hostLimits.ts"
import { readFailure } from "./readFailure.ts"
import { BadAddress, type FetchRefusal, HttpStatus, TimedOut } from "./refusals.ts"
import { REDIRECTS, resolveLocation } from "./requestHop.ts"
import { headerOf, type ResponseHeaders, retryAfterSecondsOf } from "./responseHeaders.ts"

/** Concurrent connections to one publisher; players request several ranges in parallel. */
const HOST_CONNECTIONS_MAX = 6
const CONNECT_MS = 5_000
const HEADERS_MS = 10_000
/** Maximum pause of a publisher while it sends the body. */
const BODY_IDLE_MS = 10_000
/** Time to the first byte, including all redirects. */
const OPEN_MS = 20_000

export type MediaRequest = {
  readonly url: string
  readonly accept: string
  /** The Range header of the request: `bytes=0-1023`. */
  readonly range: string | null
}

/** A file whose body is being received. The scope closes the connection. */
export type OpenedMedia = {
  readonly status: 200 | 206
  readonly contentType: string | null
  /** Content-Length, if the server sent it. */
  readonly length: number | null
  /** Content-Range: `bytes 0-1023/4096`. */
  readonly contentRange: string | null
  readonly body: AsyncIterable<Uint8Array>
}

/** Streams audio and video of publishers, with the same address checks as Fetcher. */
export class MediaFetcher extends Context.Service<
  MediaFetcher,
  {
    /** Opens a file. An unsatisfiable range fails with HttpStatus 416. */
    open(request: MediaRequest): Effect.Effect<OpenedMedia, FetchRefusal, Scope.Scope>
  }
>()("core/fetch/MediaFetcher") {
  static readonly layer = ({ userAgent, ...options }: FetcherOptions): Layer.Layer<MediaFetcher> =>
    Layer.effect(
      MediaFetcher,
      Effect.gen(function* () {
        const policy = makeAddressPolicy(options)
        const politeness = {
          ...POLITENESS,
          hostRequestsMax: HOST_CONNECTIONS_MAX,
          ownRequestsMax: HOST_CONNECTIONS_MAX,
        }
        const agent = yield* Effect.acquireRelease(
          Effect.sync(() => makeAgent({ ...options, policy, politeness, connectMs: CONNECT_MS })),
          (agent) => Effect.promise(() => agent.destroy()),
        )
        return MediaFetcher.of({ open: (request) => openMedia(agent, policy, userAgent, request) })
      }),
    )
}

const openMedia = Effect.fn("MediaFetcher.open")(function* (
  agent: Agent,
  policy: AddressPolicy,
  userAgent: string,
  { url: address, accept, range }: MediaRequest,
): Effect.fn.Return<OpenedMedia, FetchRefusal, Scope.Scope> {
  const headers = {
    "user-agent": userAgent,
    accept,
    // A range of a compressed body is not a range of the file.
    "accept-encoding": "identity",
    ...(range === null ? {} : { range }),
  }
  const visited = new Set<string>()
  const answer = yield* Effect.gen(function* () {
    for (let url = yield* readUrl(policy, address); ; ) {
      visited.add(url.href)
      const hop = yield* request(agent, url, headers)
      const location = REDIRECTS.has(hop.statusCode) ? headerOf(hop.headers, "location") : null
      if (location === null) return { ...hop, url }
      const to = yield* Effect.try({
        try: () => resolveLocation(location, url),
        catch: () => new BadAddress({ url: url.href, reason: "unreadable" }),
      })
      url = yield* follow(policy, to, visited, visited.size - 1)
    }
  }).pipe(
    Effect.timeoutOrElse({
      duration: OPEN_MS,
      orElse: () => Effect.fail(new TimedOut({ url: address, phase: "total" })),
    }),
  )
  return yield* read(answer)
})

/** Sends one request; the scope closes the body. */
const request = (agent: Agent, url: URL, headers: Record<string, string>) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: (signal) =>
        agent.request({
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: "GET",
          headers,
          headersTimeout: HEADERS_MS,
          bodyTimeout: BODY_IDLE_MS,
          signal,
        }),
      catch: (error) => readFailure(error, url.href),
    }),
    ({ body }) => Effect.sync(() => body.on("error", () => undefined).destroy()),
    { interruptible: true },
  )

type Answer = {
  readonly statusCode: number
  readonly headers: ResponseHeaders
  readonly body: AsyncIterable<Uint8Array>
}

const read = Effect.fnUntraced(function* ({ statusCode, headers, body, url }: Answer & { readonly url: URL }) {
  if (statusCode !== 200 && statusCode !== 206) {
    const retryAfterSeconds = retryAfterSecondsOf(headers, yield* Clock.currentTimeMillis)
    return yield* new HttpStatus({ url: url.href, status: statusCode, retryAfterSeconds })
  }
  const length = headerOf(headers, "content-length")
  const opened: OpenedMedia = {
    status: statusCode,
    contentType: headerOf(headers, "content-type"),
    length: length !== null && /^\d{1,15}$/.test(length) ? Number(length) : null,
    contentRange: headerOf(headers, "content-range"),
    body,
  }
  return opened
})
