import { createHash } from "node:crypto"

/** Cache lifetime of documents for other programs. */
const FRESH_SECONDS = 300
const ETAG_LENGTH = 22

export type SentDocument = {
  readonly text: string
  /** The media type, without a character set. */
  readonly type: string
  /** When its newest entry arrived; 0 if there is none. */
  readonly updatedMs: number
}

/** Answers with a public document for other programs; 304 if the client has it (RFC 9110, 13.2.2). */
export const answerDocument = ({ text, type, updatedMs }: SentDocument, headers: Headers): Response => {
  const digest = createHash("sha256").update(text).digest("base64url").slice(0, ETAG_LENGTH)
  // Weak, because compression changes the bytes.
  const etag = `W/"${digest}"`
  const validators = {
    etag,
    "cache-control": `public, max-age=${FRESH_SECONDS}`,
    "last-modified": new Date(updatedMs).toUTCString(),
    // Public: it contains nothing about the client.
    "access-control-allow-origin": "*",
    // Search engines should index the pages instead.
    "x-robots-tag": "noindex",
  }
  if (isKnown(headers, etag, updatedMs)) return new Response(null, { status: 304, headers: validators })
  return new Response(text, { headers: { ...validators, "content-type": `${type}; charset=utf-8` } })
}

/** Whether the client has this version. Dates count only without entity tags. */
const isKnown = (headers: Headers, etag: string, updatedMs: number): boolean => {
  const tags = headers.get("if-none-match")
  if (tags !== null) {
    const plain = etag.replace(/^W\//, "")
    return tags.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === plain)
  }
  const since = Date.parse(headers.get("if-modified-since") ?? "")
  return updatedMs > 0 && Math.floor(updatedMs / 1_000) * 1_000 <= since
}
