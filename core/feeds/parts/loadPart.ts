import { Effect } from "effect"
import { decodeText } from "../fetch/charset.ts"
import type { ReceivedDocument } from "../fetch/FetchedDocument.ts"
import type { Fetcher } from "../fetch/Fetcher.ts"
import { storable } from "../storable.ts"
import type { PageToRead } from "./article/extractArticle.ts"
import { makeMayRead } from "./article/mayRead.ts"
import type { PartKind, PartOutcome } from "./Part.ts"
import type { PartStore } from "./PartStore.ts"
import { readChapters } from "./readChapters.ts"
import { readTranscript } from "./readTranscript.ts"

const ACCEPT: Readonly<Record<PartKind, string>> = {
  article: "text/html, application/xhtml+xml;q=0.9, */*;q=0.1",
  chapters: "application/json+chapters, application/json;q=0.9, */*;q=0.1",
  transcript: "text/vtt, application/srt, application/json;q=0.9, text/html;q=0.8, text/plain;q=0.7, */*;q=0.1",
}

type Loading = {
  readonly fetcher: typeof Fetcher.Service
  readonly store: PartStore
  /** Reads a page away from this thread. */
  readonly read: (page: PageToRead) => Promise<PartOutcome<"article">>
}
export type LoadPart = (kind: PartKind, address: string) => Effect.Effect<PartOutcome<PartKind>>

/**
 * Fetches the part at an address. An article is a page that was written for people: robots.txt of its host is asked before
 * it is, once more where it leads elsewhere, and the page itself may say no. Chapters and transcripts stand in the feed
 * for programs like ours, as the feed's own address does.
 */
export const loadPart = ({ fetcher, store, read }: Loading): LoadPart => {
  const mayRead = makeMayRead(fetcher, store)
  const fetch = (kind: PartKind, url: string) =>
    fetcher.fetchDocument({ url, accept: ACCEPT[kind] }).pipe(
      Effect.map((document) => (document.status === 200 ? document : null)),
      Effect.catch(() => Effect.succeed(null)),
    )

  const article = Effect.fnUntraced(function* (address: string) {
    const refusal = yield* mayRead(address)
    if (refusal !== null) return { refusal }
    const page = yield* fetch("article", address)
    if (page === null) return UNAVAILABLE
    const elsewhere = page.finalUrl === address ? null : yield* mayRead(page.finalUrl)
    if (elsewhere !== null) return { refusal: elsewhere }
    const { bytes, contentType, finalUrl: url, robotsTag } = page
    return yield* Effect.tryPromise(() => read({ bytes, url, contentType, robotsTag })).pipe(
      Effect.catch((fault) =>
        Effect.as(Effect.logError("an article could not be read for a fault of ours", { url }, fault), UNAVAILABLE),
      ),
    )
  })

  return (kind, address) =>
    kind === "article"
      ? article(address)
      : Effect.map(fetch(kind, address), (document) => (document === null ? UNAVAILABLE : READ[kind](document)))
}

const UNAVAILABLE = { refusal: "unavailable" } as const

type Read<Kind extends PartKind> = (document: ReceivedDocument) => PartOutcome<Kind>

const READ: { readonly [Kind in Exclude<PartKind, "article">]: Read<Kind> } = {
  chapters: (document) => found(readChapters(textOf(document), document.finalUrl)),
  transcript: (document) => found(readTranscript(textOf(document))),
}

const textOf = ({ bytes, contentType }: ReceivedDocument): string => decodeText(bytes, contentType).text

const found = <Content>(content: Content | null): { readonly content: Content } | { readonly refusal: "unreadable" } =>
  content === null ? { refusal: "unreadable" } : { content: storable(content) }
