import { Effect } from "effect"
import type { Fetcher, ReceivedDocument } from "#core/fetch"
import { makeMayRead } from "./article/mayRead.ts"
import type { PartDocument, PartKind, PartOutcome } from "./ItemPart.ts"
import type { PartStore } from "./PartStore.ts"

/**
 * Bytes of a chapters or transcript document; an episode of ten hours has 10,000 cues in 800 KB. Pages have the limit
 * of the fetcher.
 */
export const LISTING_BYTES_MAX = 1_000_000

const ACCEPT: Readonly<Record<PartKind, string>> = {
  article: "text/html, application/xhtml+xml;q=0.9, */*;q=0.1",
  chapters: "application/json+chapters, application/json;q=0.9, */*;q=0.1",
  transcript: "text/vtt, application/srt, application/json;q=0.9, text/html;q=0.8, text/plain;q=0.7, */*;q=0.1",
}

type Loading = {
  readonly fetcher: typeof Fetcher.Service
  readonly store: PartStore
  /** Reads a document in another thread, so that it cannot block this one. */
  readonly read: (kind: PartKind, document: PartDocument) => Promise<PartOutcome<PartKind>>
}
export type LoadPart = (kind: PartKind, address: string) => Effect.Effect<PartOutcome<PartKind>>

/**
 * Fetches the part at an address. Articles are pages for people, so robots.txt is checked before the request and again
 * after a redirect to another address, and the page itself may refuse. Chapters and transcripts are meant for programs,
 * like the feed itself.
 */
export const loadPart = ({ fetcher, store, read }: Loading): LoadPart => {
  const mayRead = makeMayRead(fetcher, store)
  const fetch = (kind: PartKind, url: string) =>
    fetcher
      .fetchDocument({ url, accept: ACCEPT[kind], bytesMax: kind === "article" ? undefined : LISTING_BYTES_MAX })
      .pipe(
        Effect.map((document) => (document.status === 200 ? document : UNAVAILABLE)),
        Effect.catchTag("TooLarge", () => Effect.succeed(UNREADABLE)),
        Effect.catch(() => Effect.succeed(UNAVAILABLE)),
      )

  const readAway = (kind: PartKind, { bytes, contentType, finalUrl: url, robotsTag }: ReceivedDocument) =>
    Effect.tryPromise(() => read(kind, { bytes, url, contentType, robotsTag })).pipe(
      Effect.catch((fault) =>
        Effect.as(Effect.logError("a part could not be read for a fault of ours", { kind, url }, fault), UNAVAILABLE),
      ),
    )

  return Effect.fnUntraced(function* (kind, address) {
    const refusal = kind === "article" ? yield* mayRead(address) : null
    if (refusal !== null) return { refusal }
    const document = yield* fetch(kind, address)
    if ("refusal" in document) return document
    const isElsewhere = kind === "article" && document.finalUrl !== address
    const refusalElsewhere = isElsewhere ? yield* mayRead(document.finalUrl) : null
    if (refusalElsewhere !== null) return { refusal: refusalElsewhere }
    return yield* readAway(kind, document)
  })
}

const UNAVAILABLE = { refusal: "unavailable" } as const
const UNREADABLE = { refusal: "unreadable" } as const
