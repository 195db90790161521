import { createHash } from "node:crypto"
import { Effect } from "effect"
import { LIST_FORMATS, LIST_TYPES, LISTS, type ListFormat, type ListName } from "#src/lib/lists.ts"
import { readChannel } from "./readListDocument.ts"
import { writeChannel } from "./writeListDocument.ts"

/** Cache lifetime of lists. */
const FRESH_SECONDS = 300
/** Retry-After while the search is unavailable. */
const RETRY_SECONDS = 60
const ETAG_LENGTH = 22

export interface ListRequest {
  readonly list: string | undefined
  readonly format: string | undefined
  readonly url: URL
  readonly headers: Headers
  readonly origin: string
}

/**
 * Responds with a list as a document for other programs; 304 if the client has it (RFC 9110, 13.2.2), 404 for an
 * unknown list, 503 while the search is unavailable.
 */
export const answerList = Effect.fn("answerList")(
  function* ({ list, format, url, headers, origin }: ListRequest) {
    if (!isOneOf<ListName>(LISTS, list) || !isOneOf<ListFormat>(LIST_FORMATS, format)) return NOT_FOUND()
    const channel = yield* readChannel({ list, format, query: url.searchParams, origin })
    const document = writeChannel(channel, format)
    const digest = createHash("sha256").update(document).digest("base64url").slice(0, ETAG_LENGTH)
    // Weak, because compression changes the bytes.
    const etag = `W/"${digest}"`
    const validators = {
      etag,
      "cache-control": `public, max-age=${FRESH_SECONDS}`,
      "last-modified": new Date(channel.updatedMs).toUTCString(),
      // Public: it contains nothing about the client.
      "access-control-allow-origin": "*",
      // Search engines should index the pages instead.
      "x-robots-tag": "noindex",
    }
    if (isKnown(headers, etag, channel.updatedMs)) return new Response(null, { status: 304, headers: validators })
    return new Response(document, {
      headers: { ...validators, "content-type": `${LIST_TYPES[format]}; charset=utf-8` },
    })
  },
  Effect.catchTag("SearchUnavailable", ({ reason }) =>
    Effect.as(
      Effect.logWarning("a list could not be searched for", { reason }),
      new Response(null, { status: 503, headers: { "retry-after": String(RETRY_SECONDS) } }),
    ),
  ),
)

const NOT_FOUND = () => new Response("Not found", { status: 404 })

const isOneOf = <Name extends string>(names: ReadonlyArray<Name>, name: string | undefined): name is Name =>
  (names as ReadonlyArray<string | undefined>).includes(name)

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
