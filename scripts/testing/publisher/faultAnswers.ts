import type { IncomingMessage, ServerResponse } from "node:http"
import zlib from "node:zlib"

/** Faulty behavior of publishers by name. The health of a feed explains each kind. */

type FaultRequest = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The correct response. */
  readonly document: () => string
}
type Answer = (requested: FaultRequest) => void

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  ({ response }) =>
    void response.writeHead(code, headers).end(`status ${code}`)

const page =
  (body: string | Uint8Array, headers: Record<string, string> = {}): Answer =>
  ({ response }) =>
    void response.writeHead(200, headers).end(body)

const STEPS = 3
const ZEROS_BYTES = 64_000_000
const LAUGHS = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("")

export const faultAnswers = {
  /** A different ETag for the same bytes each time. */
  "new-etag": ({ response, document }) => {
    response.writeHead(200, { etag: `"${Math.random()}"` }).end(document())
  },
  /** Always answers 304 if the request has any validator. */
  "lying-etag": ({ request, response, document }) => {
    if (request.headers["if-none-match"] === undefined) response.writeHead(200, { etag: '"same"' }).end(document())
    else response.writeHead(304, { etag: '"same"' }).end()
  },
  forbidden: status(403),
  missing: status(404),
  gone: status(410),
  "too-many": status(429, { "retry-after": "3600" }),
  busy: status(503, { "retry-after": "Fri, 31 Dec 2100 23:59:59 GMT" }),
  broken: status(500),
  "moved-301": ({ request, response }) => moved(301, request, response),
  "moved-302": ({ request, response }) => moved(302, request, response),
  "moved-308": ({ request, response }) => moved(308, request, response),
  /** Three redirects, the last of which is temporary. */
  "moved-on": ({ request, response, document }) => {
    const { url = "" } = request
    const step = Number(/\?step=(\d)$/.exec(url)?.[1] ?? 0)
    if (step === STEPS) response.writeHead(200, { "content-type": "application/rss+xml" }).end(document())
    else response.writeHead(step === STEPS - 1 ? 302 : 301, { location: `${url.split("?")[0]}?step=${step + 1}` }).end()
  },
  loop: ({ request, response }) => void response.writeHead(301, { location: request.url ?? "/" }).end(),
  "to-private": status(302, { location: "http://169.254.169.254/latest/meta-data/" }),
  /** Accepts the request and never responds. */
  silent: () => undefined,
  /** Sends one byte at a time, slowly. */
  "slow-loris": ({ response }) => {
    response.writeHead(200, { "content-type": "application/rss+xml" })
    const timer = setInterval(() => response.write(" "), 500)
    response.on("close", () => clearInterval(timer))
  },
  endless: ({ response }) => {
    const chunk = Buffer.alloc(65_536, " ")
    const writeMore = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on("drain", writeMore)
    writeMore()
  },
  "gzip-bomb": ({ response }) => {
    bomb ??= zlib.gzipSync(Buffer.alloc(ZEROS_BYTES))
    response.writeHead(200, { "content-encoding": "gzip" }).end(bomb)
  },
  "damaged-gzip": page(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff, 0xff]), {
    "content-encoding": "gzip",
  }),
  "wrong-charset": ({ response, document }) => {
    response.writeHead(200, { "content-type": "application/rss+xml; charset=utf-16" }).end(document())
  },
  "cut-short": ({ response, document }) => {
    const text = document()
    response.writeHead(200, { "content-type": "application/rss+xml" }).end(text.slice(0, text.length * 0.7))
  },
  "billion-laughs": page(
    `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY l0 "ha">${LAUGHS}]><rss version="2.0"><channel><title>&l9;</title></channel></rss>`,
  ),
  "external-entity": page(
    `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss version="2.0"><channel><title>Safe &x;</title></channel></rss>`,
  ),
  "web-page": page("<!doctype html><title>For sale</title><p>This domain is for sale.", {
    "content-type": "text/html",
  }),
  empty: page(""),
  reset: ({ response }) => void response.socket?.resetAndDestroy(),
} as const satisfies Record<string, Answer>

export type FaultName = keyof typeof faultAnswers
export const faultNames = Object.keys(faultAnswers) as ReadonlyArray<FaultName>

let bomb: Uint8Array | undefined

/** Redirects to another feed of the same set, which never redirects further. */
const moved = (code: number, { url = "" }: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(code, { location: url.replace(/\d+$/, "0") }).end()
}
