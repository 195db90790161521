import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { performance } from "node:perf_hooks"
import { constants } from "node:zlib"
import compression from "compression"
import sirv from "sirv"
import { clientAddressOf, observer, sourceOf, uuidv7 } from "#core/kernel"
import { SERVICE_WORKER } from "#src/lib/fixedPaths.ts"
import { type MeasureRule, mayMeasure } from "../../process/metrics/mayMeasure.ts"
import type { Registry } from "../../process/metrics/Registry.ts"
import { answerProbe, currentPhase } from "../../process/phase.ts"
import { checkRequest, readRange } from "./checkRequest.ts"
import { endsOf, type ServerEnds } from "./serverEnds.ts"
import { type WarmUp, warmUp } from "./warmUp.ts"

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const METHODS = new Set(["GET", "HEAD", "POST"])

/** Measures requests. The returned function ends the measurement and returns status and duration. */
const measureRequests = (registry: Registry) => {
  let inFlight = 0
  registry.gauge("quire_http_requests_under_way", "Requests that are being answered.", () => inFlight)
  const count = registry.counter("quire_http_requests_total", "Requests by route and status.")
  const time = registry.histogram("quire_http_request_seconds", "Request duration in seconds, by route.", SECONDS)

  return (request: IncomingMessage, response: ServerResponse, correlationId: string) => {
    const started = performance.now()
    inFlight++
    return () => {
      inFlight--
      const ms = performance.now() - started
      const kind = kindOf(request.url ?? "")
      const method = METHODS.has(request.method ?? "") ? (request.method ?? "") : "other"
      const status = response.writableFinished ? response.statusCode : "aborted"
      count({ method, kind, status })
      time(ms / 1000, { kind })
      observer()?.request({
        method,
        route: kind,
        status: status === "aborted" ? null : status,
        seconds: ms / 1000,
        correlationId,
        traceParent: request.headers["traceparent"] as string | undefined,
      })
      return { status, ms: Math.round(ms) }
    }
  }
}

/** A fixed set of labels, whatever paths clients request. */
const kindOf = (url: string): string => {
  if (url.startsWith("/api/")) return "call"
  if (url.startsWith("/img?")) return "picture"
  return /\.[a-z\d]{2,11}(?:\?|$)/i.test(url) ? "file" : "page"
}

/** Pipelined requests per connection; browsers send none. More close the connection. */
export const PIPELINED_MAX = 16

/**
 * Processes one request of a connection at a time. Node starts every parsed request, so a client that sends a
 * thousand without reading a response would keep the process busy for minutes. The next one starts when the client has
 * received the previous response, and while one waits nothing more is read from the connection.
 */
const answerInOrder = (listener: RequestListener): RequestListener => {
  const waitingOf = new WeakMap<Socket, Array<() => void>>()

  const startNext = (socket: Socket) => {
    const waiting = waitingOf.get(socket)
    const start = waiting?.shift()
    if (start === undefined || socket.destroyed) return void waitingOf.delete(socket)
    if (waiting?.length === 0) socket.resume()
    start()
  }

  return (request, response) => {
    const { socket } = request
    const start = () => {
      response.once("close", () => startNext(socket))
      listener(request, response)
    }
    const waiting = waitingOf.get(socket)
    if (waiting === undefined) {
      waitingOf.set(socket, [])
      return start()
    }
    if (waiting.length >= PIPELINED_MAX) return void socket.destroy()
    waiting.push(start)
    socket.pause()
  }
}

/** Bytes of request bodies in transit, per source and in all: slow senders may hold them for a minute. */
const BODIES_BYTES_PER_SOURCE_MAX = 40_000_000
const BODIES_BYTES_MAX = 400_000_000
/** A body without a declared length counts as the longest that a call accepts. */
const UNDECLARED_BYTES = 2_000_000
/** Shorter bodies count only towards their source, so that uploads never block forms and calls. */
const SMALL_BYTES_MAX = 64_000

/** Limits the request bodies in transit, by their declared length. */
class BodyBudget {
  readonly #bySource = new Map<string, number>()
  #bytes = 0

  /** Reserves budget for a request's body; returns the release function, or null if the budget is used up. */
  reserve({ headers }: Pick<IncomingMessage, "headers">, address: string): (() => void) | null {
    const declared = Number(headers["content-length"] ?? 0)
    const bytes = headers["transfer-encoding"] === undefined ? declared : UNDECLARED_BYTES
    if (!(bytes > 0)) return () => undefined
    const source = sourceOf(address)
    const shared = bytes > SMALL_BYTES_MAX ? bytes : 0
    const held = (this.#bySource.get(source) ?? 0) + bytes
    if (held > BODIES_BYTES_PER_SOURCE_MAX || this.#bytes + shared > BODIES_BYTES_MAX) return null
    this.#bySource.set(source, held)
    this.#bytes += shared
    return () => {
      const rest = (this.#bySource.get(source) ?? 0) - bytes
      if (rest > 0) this.#bySource.set(source, rest)
      else this.#bySource.delete(source)
      this.#bytes -= shared
    }
  }
}

/** Timeouts for receiving headers and whole requests. */
const HEADERS_MS_MAX = 15_000
const REQUEST_MS_MAX = 60_000
/** Interval at which these timeouts are checked. */
const CHECK_MS = 5_000
/** Timeout of idle connections, longer than any call. */
const IDLE_MS_MAX = 75_000
/** Longer than proxies keep connections alive, so that none sends a request into a closing connection. */
const KEEP_ALIVE_MS = 65_000
const CONNECTIONS_MAX = 10_000
const YEAR_SECONDS = 31_536_000

/** Astro's handler in middleware mode. */
export type SiteHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: Readonly<Record<string, unknown>>,
) => Promise<void>

export type SiteOptions = {
  readonly handler: SiteHandler
  /** Directory of the static files. */
  readonly files: string
  readonly host: string
  readonly port: number
  /** A socket that is bound already, in place of host and port. */
  readonly socketFd?: number | undefined
  /** Pages to render before the first connection is accepted, and the host that they are requested with. */
  readonly warmUp?: WarmUp | undefined
  readonly measure: MeasureRule
  readonly trustedProxies: number
  readonly registry: Registry
  readonly log: SiteLog
  readonly now: () => number
  /** The handler has a page `/readyz`, which looks whether this process can save. */
  readonly hasReadyPage?: boolean
  /** Serves files of posts; returns false for other requests. Undefined until the handler was loaded. */
  readonly serveFile?: () => FileServer | undefined
  readonly timeouts?: Partial<{
    readonly headersMs: number
    readonly requestMs: number
    readonly checkMs: number
    readonly idleMs: number
  }>
}

export type FileServer = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

type SiteLog = Record<"debug" | "info" | "warn" | "error", (fields: object, message: string) => void>

export type Site = ServerEnds & { readonly port: number }

/** Serves static files, pages and calls. */
export const openSite = async (options: SiteOptions): Promise<Site> => {
  const {
    headersMs = HEADERS_MS_MAX,
    requestMs = REQUEST_MS_MAX,
    checkMs = CHECK_MS,
    idleMs = IDLE_MS_MAX,
  } = options.timeouts ?? {}
  const listener = answerInOrder(listenerOf(options))
  if (options.warmUp !== undefined) await warmUp(listener, options.warmUp)
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    listener,
  )
  server.maxConnections = CONNECTIONS_MAX
  server.setTimeout(idleMs)
  const ends = endsOf(server)
  await listening(server, options)
  return { port: (server.address() as AddressInfo).port, ...ends }
}

const listenerOf = ({
  handler,
  files: directory,
  measure,
  trustedProxies,
  registry,
  log,
  now,
  hasReadyPage = false,
  serveFile,
}: SiteOptions): RequestListener => {
  // A range of a compressed file is not a range of the file.
  const compress = compression({
    filter: (request, response) => request.headers.range === undefined && compression.filter(request, response),
    level: GZIP_LEVEL,
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  })
  const files = sirv(directory, { etag: true, brotli: true, gzip: true, setHeaders: fileHeaders })
  const measured = measureRequests(registry)
  const bodies = new BodyBudget()

  let isWarned = false
  const addressOf = (request: IncomingMessage): string => {
    const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    if (trustedProxies === 0 && forwarded !== "" && !isWarned) {
      isWarned = true
      log.warn({}, "requests come through a proxy while TRUSTED_PROXIES is 0: limits count the proxy as one client")
    }
    return clientAddressOf(request.socket.remoteAddress ?? "", forwarded, trustedProxies)
  }

  return (request, response) => {
    const correlationId = uuidv7(now())
    const fields = { correlationId, method: request.method, path: loggedPath(request) }
    const done = measured(request, response, correlationId)
    response.once("close", () => log.debug({ ...fields, ...done() }, "request"))
    let isOver = false
    const failed = (error: unknown) => {
      // A client that disconnected is not an error.
      if (isOver || response.destroyed || request.socket.destroyed)
        return log.debug({ ...fields, err: error }, "request abandoned")
      isOver = true
      log.error({ ...fields, err: error }, "request failed")
      if (response.headersSent) response.destroy()
      else fail(response, request.url ?? "", correlationId)
    }
    // The client sends its next request over a new connection, to a process that stays.
    if (currentPhase() === "draining") response.setHeader("connection", "close")
    const probe = answerProbe(pathOf(request))
    if (probe !== null && !(probe.status === 200 && hasReadyPage && pathOf(request) === "/readyz")) {
      response.writeHead(probe.status, { "content-type": "application/json", "cache-control": "no-store" })
      return void response.end(probe.body)
    }
    const clientAddress = addressOf(request)
    const release = bodies.reserve(request, clientAddress)
    if (release === null) return refuseBody(response)
    response.once("close", release)
    const locals = {
      correlationId,
      clientAddress,
      mayMeasure: mayMeasure(request, measure),
      report: (error: unknown) => log.error({ ...fields, err: error }, "page failed"),
    }
    request.on("error", failed)
    response.on("error", failed)
    const refused = checkRequest(request)
    if (refused !== null) {
      response.writeHead(refused.status, { ...refused.headers, "x-content-type-options": "nosniff" }).end(refused.text)
      return
    }
    const range = readRange(request.headers.range)
    setRange(request, range.forFile)
    const page = () => {
      if (pathOf(request).startsWith(UNUSED_IMAGE_PATH)) return void response.writeHead(404).end()
      setRange(request, range.forHandler)
      handler(request, response, (error) => (error ? failed(error) : response.writeHead(404).end()), locals).catch(
        failed,
      )
    }
    const serve = FILES_PATHS.test(pathOf(request)) ? serveFile?.() : undefined
    if (serve !== undefined) {
      setRange(request, range.forHandler)
      serve(request, response).then((isServed) => isServed || page(), failed)
      return
    }
    try {
      compress(request as never, response as never, () => files(request, response, page))
    } catch (error) {
      failed(error)
    }
  }
}

/** For pages of 150 kB a third of the time of the defaults, 6 and 4, and 5 to 8 percent more bytes. */
const GZIP_LEVEL = 3
const BROTLI_QUALITY = 3

const setRange = ({ headers }: IncomingMessage, range: string | undefined): void => {
  if (range === undefined) return void delete headers.range
  headers.range = range
  // Ranges are those of the file, not of the compressed one beside it (scripts/run/compressFiles.ts).
  delete headers["accept-encoding"]
}

/** Files of posts and exports, which are large and need no page around them. */
const FILES_PATHS = /^\/(?:media|feeds\/mine)\//

/** Astro's own picture service, which nothing here uses: it would serve any public file as any type. */
const UNUSED_IMAGE_PATH = "/_image"

/** The path without the query, which may contain sign-in codes. */
const pathOf = ({ url = "" }: IncomingMessage): string => url.split("?")[0] ?? ""

/** The path for logs, without the tokens of private feeds. */
const loggedPath = (request: IncomingMessage): string => pathOf(request).replace(FEED_TOKEN, "$1…")
const FEED_TOKEN = /^(\/feeds\/mine\/)[^/]+/

const fileHeaders = (response: ServerResponse, path: string) => {
  response.setHeader("x-content-type-options", "nosniff")
  response.setHeader("cache-control", cachingOf(path))
}

const cachingOf = (path: string): string => {
  // A cached old service worker would keep the whole site old.
  if (path === SERVICE_WORKER) return "no-cache"
  return path.startsWith("/_astro/") ? `public, max-age=${YEAR_SECONDS}, immutable` : "public, max-age=3600"
}

const BODY_RETRY_SECONDS = 30

/** Rejects a body before reading it, and closes the connection, because the client would still send the rest. */
const refuseBody = (response: ServerResponse): void => {
  const message = "Too much is being sent at once. Please try again later."
  response
    .writeHead(503, {
      "content-type": "application/json",
      "retry-after": String(BODY_RETRY_SECONDS),
      connection: "close",
    })
    .end(JSON.stringify({ status: false, message, data: null }))
}

/** The response if even the error page fails; calls get the envelope. */
const fail = (response: ServerResponse, url: string, correlationId: string): void => {
  const [path = ""] = url.split("?")
  const [type, body] = path.startsWith("/api/")
    ? [
        "application/json",
        JSON.stringify({ status: false, message: `API request error: ${path} (${correlationId})`, data: null }),
      ]
    : ["text/plain; charset=utf-8", `The system is busy, please try again later (${correlationId})`]
  response
    .writeHead(500, { "content-type": type, "x-correlation-id": correlationId, "x-content-type-options": "nosniff" })
    .end(body)
}

const listening = (server: Server, { host, port, socketFd }: SiteOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(socketFd === undefined ? { host, port } : { fd: socketFd }, () => resolve())
  })
