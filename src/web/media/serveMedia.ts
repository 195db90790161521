import type { IncomingMessage, ServerResponse } from "node:http"
import { StoredFiles } from "#core/media"
import { PROBE_HEADER } from "#core/publishing"
import { findMember } from "#projections/accounts"
import { parseCookies } from "#src/lib/cookies.ts"
import { run } from "#src/process/runtime.ts"
import { headersFor, makeNonce } from "../security.ts"
import { findProbeReader, SESSION_COOKIE } from "../session.ts"
import { deliverMedia } from "./deliverMedia.ts"
import type { FileAnswer } from "./fileAnswer.ts"

/** How long a session is trusted between requests for parts of a file, as levels are. */
const SESSION_AGE_MS_MAX = 1_000
const SESSIONS_MAX = 2_000
const ADDRESS = /^\/media\/([0-9a-f-]{36})\/[^/?]{1,400}(?:\?(.{0,400}))?$/i

type CachedSession = { readonly personId: string | null; readonly atMs: number }
const sessions = new Map<string, CachedSession>()

/**
 * Serves files of posts on the connection itself, without a page around them: the framework copies every piece and does
 * not wait for slow connections. Returns false for requests that are not for such a file.
 */
export const serveMedia = async (
  request: IncomingMessage,
  response: ServerResponse,
  https: boolean,
): Promise<boolean> => {
  const { method = "" } = request
  const [, mediaId, query = ""] = ADDRESS.exec(request.url ?? "") ?? []
  if (mediaId === undefined || (method !== "GET" && method !== "HEAD")) return false
  const header = headerReader(request)
  const probe = await probeOf(request)
  // The search for leaks checks that the answer was for its reader.
  if (probe !== null) response.setHeader(PROBE_HEADER, String(probe.probeLevel))
  const answer = await deliverMedia({
    ...{ method, mediaId: mediaId.toLowerCase(), query: new URLSearchParams(query), header },
    personId: probe === null ? await personOf(request) : probe.member.personId,
  })
  await writeFileAnswer({ method, response, https }, mediaId.toLowerCase(), answer)
  return true
}

/** Reads the headers of a request by their lower-case names. */
export const headerReader =
  ({ headers }: IncomingMessage) =>
  (name: string): string | null => {
    const value = headers[name]
    return typeof value === "string" ? value : null
  }

type Connection = { readonly method: string; readonly response: ServerResponse; readonly https: boolean }

/** Writes a file as it was decided; null is a missing one. */
export const writeFileAnswer = async (
  { method, response, https }: Connection,
  mediaId: string,
  answer: FileAnswer | null,
): Promise<void> => {
  const range = answer?.range ?? null
  const buffer = range === null ? null : takeBuffer()
  try {
    const { readRange } = await run(StoredFiles)
    const body = range === null || buffer === null ? null : await readRange(mediaId, range, buffer)
    if (answer === null || (range !== null && body === null)) {
      response.writeHead(404, { ...ownHeaders(https), ...MISSING }).end(method === "GET" ? "Not found\n" : undefined)
      return
    }
    response.writeHead(answer.status, { ...ownHeaders(https), ...answer.headers })
    if (body !== null) await send(body, response)
    response.end()
  } finally {
    if (buffer !== null) returnBuffer(buffer)
  }
}

/** Memory of one response: few system calls for a part of a megabyte, and 50 MB for 200 readers. */
const BUFFER_BYTES = 256 * 1024
/** Buffers kept for the next responses: the system clears fresh memory, which took a third of the time. */
const BUFFERS_MAX = 64
const buffers: Array<Buffer> = []
const takeBuffer = (): Buffer => buffers.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES)
const returnBuffer = (buffer: Buffer): void => {
  if (buffers.length < BUFFERS_MAX) buffers.push(buffer)
}

/** The security headers of pages, of which a file replaces the policies. Nothing in them depends on the request. */
export const ownHeaders = (https: boolean): Readonly<Record<string, string>> => {
  securityHeaders[https ? "https" : "http"] ??= Object.fromEntries(
    headersFor({
      nonce: makeNonce(),
      https,
      allow: { frames: [], connections: [], styles: [], features: [] },
      inline: { scripts: "", styles: "" },
    }),
  )
  return securityHeaders[https ? "https" : "http"] ?? {}
}
const securityHeaders: { http?: Readonly<Record<string, string>>; https?: Readonly<Record<string, string>> } = {}

const MISSING = {
  "content-type": "text/plain; charset=utf-8",
  "content-length": "10",
  "cache-control": "no-store",
}

/** Writes each piece when the connection has taken the one before: they share their memory. */
const send = async (body: AsyncIterable<Uint8Array>, response: ServerResponse): Promise<void> => {
  for await (const piece of body) {
    if (response.destroyed) return
    await new Promise<void>((resolve) => {
      response.once("close", resolve)
      response.write(piece, () => {
        response.off("close", resolve)
        resolve()
      })
    })
  }
}

/** The reader of a request of the search for leaks, or null. */
const probeOf = async ({ method = "", url = "", headers }: IncomingMessage) => {
  const token = headers[PROBE_HEADER]
  return typeof token === "string" ? run(findProbeReader({ token, method, target: url })) : null
}

/** The signed-in person of the session cookie; null for guests, and before the second step of signing in. */
export const personOf = async ({ headers }: IncomingMessage): Promise<string | null> => {
  const token = parseCookies(headers.cookie ?? null).get(SESSION_COOKIE)
  if (token === undefined || token === "") return null
  const nowMs = performance.now()
  const known = sessions.get(token)
  if (known !== undefined && nowMs - known.atMs < SESSION_AGE_MS_MAX) return known.personId
  const member = await run(findMember(token))
  const personId = member === null || member.isSecondStepPending ? null : member.personId
  sessions.delete(token)
  sessions.set(token, { personId, atMs: nowMs })
  const [oldest] = sessions.keys()
  if (sessions.size > SESSIONS_MAX && oldest !== undefined) sessions.delete(oldest)
  return personId
}
