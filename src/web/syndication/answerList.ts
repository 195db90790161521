import { Effect } from "effect"
import { LIST_FORMATS, LIST_TYPES, LISTS, type ListFormat, type ListName } from "#src/lib/lists.ts"
import { answerDocument } from "./answerDocument.ts"
import { readChannel } from "./readListDocument.ts"
import { writeChannel } from "./writeListDocument.ts"

/** Retry-After while the search is unavailable. */
const RETRY_SECONDS = 60

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
    const text = writeChannel(channel, format)
    return answerDocument({ text, type: LIST_TYPES[format], updatedMs: channel.updatedMs }, headers)
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
