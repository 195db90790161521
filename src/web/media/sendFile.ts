import type { ByteRange, ByteStream } from "#core/media"
import { partOf, readRange } from "./byteRange.ts"

/** A file to send. */
export type SentFile = {
  readonly length: number
  readonly type: string
  /** Strong: it changes with every byte. */
  readonly etag: string
  /** The name for people who save it. */
  readonly name: string
  readonly read: (range: ByteRange) => Promise<ByteStream | null>
  /** Resolves when the connection takes more bytes; without it, a slow reader would fill the memory. */
  readonly drained: (() => Promise<void>) | undefined
}

/** Nothing in a file may run or load anything, even if it is opened as a page. */
const FILE_POLICY = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'"
/** Media types that browsers only show or play. Everything else is saved: SVG and HTML can contain scripts. */
const SHOWN = /^(?:audio|video)\/[\w-]{1,40}$|^image\/(?:webp|jpeg|png|gif|avif)$/

/** Answers a GET or HEAD for a file with conditions and a single range (RFC 9110, 13 and 14). */
export const sendFile = async (request: Request, file: SentFile): Promise<Response> => {
  const { headers, method } = request
  const { length, etag } = file
  const answer = headersOf(file)
  if (hasTag(headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers: answer })
  const asked = rangeOf(headers, etag)
  const part = asked === undefined ? { first: 0, last: length - 1 } : partOf(asked, length)
  if (part === null) {
    answer.set("content-range", `bytes */${length}`)
    return new Response(null, { status: 416, headers: answer })
  }
  answer.set("content-length", String(part.last - part.first + 1))
  if (asked !== undefined) answer.set("content-range", `bytes ${part.first}-${part.last}/${length}`)
  const status = asked === undefined ? 200 : 206
  if (method === "HEAD") return new Response(null, { status, headers: answer })
  const body = await file.read(part)
  if (body === null) return new Response("Not found\n", { status: 404 })
  return new Response(toWebStream(body, file.drained), { status, headers: answer })
}

const headersOf = ({ type, etag, name }: SentFile): Headers => {
  const isShown = SHOWN.test(type)
  return new Headers({
    "content-type": isShown ? type : "application/octet-stream",
    "content-disposition": `${isShown ? "inline" : "attachment"}; filename="${name.replaceAll(/[^\w.-]/g, "_")}"`,
    "content-security-policy": FILE_POLICY,
    "accept-ranges": "bytes",
    etag,
  })
}

/** The range to send: none if `If-Range` names another version, or a date, which files do not have. */
const rangeOf = (headers: Headers, etag: string) => {
  const condition = headers.get("if-range")
  return condition !== null && condition.trim() !== etag ? undefined : readRange(headers.get("range") ?? undefined)
}

/** Whether a list of tags has this one. `W/` does not matter here (RFC 9110, 13.1.2). */
const hasTag = (list: string | null, etag: string): boolean =>
  (list?.split(",") ?? []).some((each) => each.trim() === "*" || each.trim().replace(/^W\//, "") === etag)

const toWebStream = (body: ByteStream, drained: (() => Promise<void>) | undefined): ReadableStream<Uint8Array> => {
  const pieces = body[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        await drained?.()
        const { done, value } = await pieces.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => {
        await pieces.return?.()
      },
    },
    // Nothing is read ahead: the pieces are large.
    { highWaterMark: 0 },
  )
}
