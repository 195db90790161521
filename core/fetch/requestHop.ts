import { Effect } from "effect"
import type { Agent } from "undici"
import { BytesExceeded, DamagedCompression, decompress } from "./decompress.ts"
import { readFailure } from "./readFailure.ts"
import { BadAddress, type FetchRefusal, TooLarge, Unreachable } from "./refusals.ts"
import { headerOf, type ResponseHeaders } from "./responseHeaders.ts"

/** The answer to one request, with the body if it is a document. */
export type HopAnswer =
  | { readonly kind: "document"; readonly headers: ResponseHeaders; readonly bytes: Uint8Array }
  | { readonly kind: "unchanged"; readonly headers: ResponseHeaders }
  | { readonly kind: "redirect"; readonly status: number; readonly to: URL }
  | { readonly kind: "other"; readonly status: number; readonly headers: ResponseHeaders }

type HopRequest = {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly headersMs: number
  readonly bodyIdleMs: number
  readonly bytesMax: number
}

const DISCARD_BYTES_MAX = 16_384
const DISCARD_MS_MAX = 1_000

/** Sends one request without following redirects. Interruption closes the connection. */
export const requestHop = (agent: Agent, request: HopRequest): Effect.Effect<HopAnswer, FetchRefusal> =>
  Effect.tryPromise({
    try: (signal) => send(agent, request, signal),
    catch: (error) => refusalOf(error, request),
  })

const send = async (agent: Agent, { url, ...request }: HopRequest, signal: AbortSignal): Promise<HopAnswer> => {
  const { statusCode, headers, body } = await agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: "GET",
    headers: request.headers,
    headersTimeout: request.headersMs,
    bodyTimeout: request.bodyIdleMs,
    signal,
  })
  if (statusCode === 200 || statusCode === 203) {
    const bytes = await collect(body, Number(headers["content-length"]), request.bytesMax)
    const encoding = headerOf(headers, "content-encoding") ?? ""
    return { kind: "document", headers, bytes: await decompress(bytes, encoding, request.bytesMax) }
  }
  // Read a bounded rest of the body, so that the connection can be reused.
  body.dump({ limit: DISCARD_BYTES_MAX, signal: AbortSignal.timeout(DISCARD_MS_MAX) }).catch(() => undefined)
  if (statusCode === 304) return { kind: "unchanged", headers }
  const location = REDIRECTS.has(statusCode) ? headerOf(headers, "location") : null
  if (location === null) return { kind: "other", status: statusCode, headers }
  return { kind: "redirect", status: statusCode, to: resolveLocation(location, url) }
}

export const REDIRECTS = new Set([301, 302, 303, 307, 308])

const collect = async (
  body: AsyncIterable<Uint8Array>,
  declaredBytes: number,
  bytesMax: number,
): Promise<Uint8Array> => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  // An error in the loop destroys the body and with it the connection.
  for await (const chunk of body) {
    length += chunk.length
    if (length > bytesMax || declaredBytes > bytesMax) throw new BytesExceeded()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}

export const resolveLocation = (location: string, base: URL): URL => {
  // Headers arrive as Latin-1, but servers that do not escape an address send UTF-8.
  const text = new TextDecoder().decode(Buffer.from(location, "latin1"))
  const to = URL.parse(text.includes("\uFFFD") ? location : text, base)
  if (to === null) throw new BadAddress({ url: location, reason: "unreadable" })
  to.hash = ""
  return to
}

const refusalOf = (error: unknown, { url, bytesMax }: HopRequest): FetchRefusal => {
  if (error instanceof BadAddress) return error
  if (error instanceof BytesExceeded) return new TooLarge({ url: url.href, bytesMax })
  if (error instanceof DamagedCompression) {
    return new Unreachable({ url: url.href, reason: "broken", detail: "the answer's compression is damaged" })
  }
  return readFailure(error, url.href)
}
