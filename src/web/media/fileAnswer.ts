import { partOf, readRange } from "./byteRange.ts"

/** A file to send. */
export type SentFile = {
  readonly length: number
  readonly type: string
  /** Strong: it changes with every byte. */
  readonly etag: string
  /** The name for people who save it. */
  readonly name: string
}

/** The head of a response with a file, and the range to send; null without a body. */
export type FileAnswer = {
  readonly status: 200 | 206 | 304 | 416
  readonly headers: Readonly<Record<string, string>>
  readonly range: { readonly first: number; readonly last: number } | null
}

export type FileRequest = {
  readonly method: string
  /** The value of a header, by its lower-case name. */
  readonly header: (name: string) => string | null
}

/** Nothing in a file may run or load anything, even if it is opened as a page. */
const FILE_POLICY = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'"
/** Media types that browsers only show or play. Everything else is saved: SVG and HTML can contain scripts. */
const SHOWN = /^(?:audio|video)\/[\w-]{1,40}$|^image\/(?:webp|jpeg|png|gif|avif)$/

/** Decides the response to a GET or HEAD for a file, with conditions and a single range (RFC 9110, 13 and 14). */
export const answerFile = ({ method, header }: FileRequest, file: SentFile): FileAnswer => {
  const { length, etag } = file
  const headers = headersOf(file)
  if (hasTag(header("if-none-match"), etag)) return { status: 304, headers, range: null }
  const requested = rangeOf(header, etag)
  const range = requested === undefined ? { first: 0, last: length - 1 } : partOf(requested, length)
  if (range === null) return { status: 416, headers: { ...headers, "content-range": `bytes */${length}` }, range }
  const sent = { ...headers, "content-length": String(range.last - range.first + 1) }
  const body = method === "HEAD" ? null : range
  if (requested === undefined) return { status: 200, headers: sent, range: body }
  return {
    status: 206,
    headers: { ...sent, "content-range": `bytes ${range.first}-${range.last}/${length}` },
    range: body,
  }
}

const headersOf = ({ type, etag, name }: SentFile): Record<string, string> => {
  const isShown = SHOWN.test(type)
  return {
    "content-type": isShown ? type : "application/octet-stream",
    "content-disposition": `${isShown ? "inline" : "attachment"}; filename="${name.replaceAll(/[^\w.-]/g, "_")}"`,
    "content-security-policy": FILE_POLICY,
    "accept-ranges": "bytes",
    etag,
  }
}

/** The range to send: none if `If-Range` names another version, or a date, which files do not have. */
const rangeOf = (header: FileRequest["header"], etag: string) => {
  const condition = header("if-range")
  return condition !== null && condition.trim() !== etag ? undefined : readRange(header("range") ?? undefined)
}

/** Whether a list of tags has this one. `W/` does not matter here (RFC 9110, 13.1.2). */
const hasTag = (list: string | null, etag: string): boolean =>
  (list?.split(",") ?? []).some((each) => each.trim() === "*" || each.trim().replace(/^W\//, "") === etag)
