import type { Chapter } from "#core/syndication"

export type { Chapter } from "#core/syndication"

/** What goes with an item and is fetched when somebody asks for it: chapters and transcript of an episode, a whole article. */

/** A piece of a transcript. Times are seconds from the beginning; null where the transcript tells none. */
export type Line = {
  readonly startSeconds: number | null
  /** Who speaks, where it is another voice than before. */
  readonly speaker: string | null
  readonly text: string
}

export type Article = {
  /** Sanitised HTML. */
  readonly html: string
  readonly byline: string | null
}

/** What each kind of part holds. Everything but `html` is plain text. */
export type Parts = {
  readonly chapters: ReadonlyArray<Chapter>
  readonly transcript: ReadonlyArray<Line>
  readonly article: Article
}
export type PartKind = keyof Parts

/**
 * Why there is no part: the publisher's robots.txt keeps programs away; the page reserves its words (`noai`); it is for
 * paying readers; it cannot be had now; there is nothing in it that we can read; or too many ask for parts at once.
 */
export type PartRefusal = "robots" | "reserved" | "paywall" | "unavailable" | "unreadable" | "busy"

export type PartOutcome<Kind extends PartKind> = { readonly content: Parts[Kind] } | { readonly refusal: PartRefusal }

/** A fetched document as it is handed to a thread. */
export type DocumentOfPart = {
  readonly bytes: Uint8Array
  readonly url: string
  readonly contentType: string | null
  readonly robotsTag: string | null
}
