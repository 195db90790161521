import { createHash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { type ByteRange, rangeOf } from "./range.ts"

const gzipped = promisify(gzip)
/** Shorter texts gain nothing by being packed. */
const PACKED_BYTES_MIN = 600

/** What a route found. Media are rendered only when their bytes are needed; their tag is known before. */
export type Reply =
  | { readonly kind: "text"; readonly type: string; readonly body: string; readonly changed: Date }
  | {
      readonly kind: "media"
      readonly type: string
      readonly tag: string
      readonly changed: Date
      readonly render: () => Promise<Buffer>
    }
  | { readonly kind: "moved"; readonly to: string }
  | { readonly kind: "nothing" }

const TEXT_FRESH_SECONDS = 60
const MEDIA_FRESH_SECONDS = 86_400

/** Writes a reply: conditional requests answered with 304, texts packed where the reader takes it, media in ranges. */
export const sendReply = async (request: IncomingMessage, response: ServerResponse, reply: Reply): Promise<void> => {
  if (reply.kind === "nothing") return sendPlain(response, 404, "Nothing here")
  if (reply.kind === "moved") {
    response.setHeader("Location", reply.to)
    return sendPlain(response, 301, "Moved")
  }
  response.setHeader("Content-Type", reply.type)
  response.setHeader("Last-Modified", reply.changed.toUTCString())
  response.setHeader("X-Content-Type-Options", "nosniff")
  await (reply.kind === "text" ? sendText(request, response, reply) : sendMedia(request, response, reply))
}

export const sendPlain = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" })
  response.end(`${text}\n`)
}

type Text = Extract<Reply, { kind: "text" }>
type Media = Extract<Reply, { kind: "media" }>

const sendText = async (request: IncomingMessage, response: ServerResponse, { body, changed }: Text): Promise<void> => {
  const bytes = Buffer.from(body)
  const packed = bytes.length >= PACKED_BYTES_MIN && takesGzip(request)
  const digest = createHash("sha256").update(bytes).digest("base64url").slice(0, 22)
  const tag = packed ? `"${digest}-gz"` : `"${digest}"`
  response.setHeader("ETag", tag)
  response.setHeader("Vary", "Accept-Encoding")
  response.setHeader("Cache-Control", `public, max-age=${TEXT_FRESH_SECONDS}`)
  if (isUnchanged(request, [`"${digest}"`, `"${digest}-gz"`], changed)) return sendUnchanged(response)
  if (packed) response.setHeader("Content-Encoding", "gzip")
  sendBytes(request, response, 200, packed ? await gzipped(bytes) : bytes)
}

const sendMedia = async (request: IncomingMessage, response: ServerResponse, media: Media): Promise<void> => {
  const tag = `"${media.tag}"`
  response.setHeader("ETag", tag)
  response.setHeader("Accept-Ranges", "bytes")
  response.setHeader("Cache-Control", `public, max-age=${MEDIA_FRESH_SECONDS}, immutable`)
  if (isUnchanged(request, [tag], media.changed)) return sendUnchanged(response)
  const bytes = await media.render()
  const range = stillMeant(request, tag, media.changed) ? rangeOf(request.headers.range, bytes.length) : "whole"
  if (range === "whole") return sendBytes(request, response, 200, bytes)
  if (range === "unsatisfiable") {
    response.setHeader("Content-Range", `bytes */${bytes.length}`)
    return sendBytes(request, response, 416, Buffer.alloc(0))
  }
  response.setHeader("Content-Range", contentRange(range, bytes.length))
  sendBytes(request, response, 206, bytes.subarray(range.first, range.last + 1))
}

const contentRange = ({ first, last }: ByteRange, length: number): string => `bytes ${first}-${last}/${length}`

const sendBytes = (request: IncomingMessage, response: ServerResponse, status: number, bytes: Buffer): void => {
  response.writeHead(status, { "Content-Length": bytes.length })
  response.end(request.method === "HEAD" ? undefined : bytes)
}

const sendUnchanged = (response: ServerResponse): void => {
  response.removeHeader("Content-Type")
  response.writeHead(304)
  response.end()
}

/** RFC 9110, 13.2.2: a list of tags outranks a date. */
const isUnchanged = (request: IncomingMessage, tags: ReadonlyArray<string>, changed: Date): boolean => {
  const known = request.headers["if-none-match"]
  if (known !== undefined) {
    const named = known.split(",").map((tag) => tag.trim().replace(/^W\//, ""))
    return named.includes("*") || named.some((tag) => tags.includes(tag))
  }
  const since = Date.parse(request.headers["if-modified-since"] ?? "")
  return !Number.isNaN(since) && changed.getTime() <= since
}

/** A range asked for with If-Range holds only while the file is the one that the asker began to read. */
const stillMeant = (request: IncomingMessage, tag: string, changed: Date): boolean => {
  const condition = request.headers["if-range"]
  return condition === undefined || condition === tag || condition === changed.toUTCString()
}

const takesGzip = (request: IncomingMessage): boolean =>
  /(^|[\s,])(gzip|\*)(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(request.headers["accept-encoding"] ?? ""))
