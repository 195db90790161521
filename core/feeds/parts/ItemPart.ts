import type { Chapter } from "#core/syndication"

export type { Chapter } from "#core/syndication"

/** Parts of an item that are fetched on request: chapters and transcript of an episode, the full article. */

/** A line of a transcript. `startSeconds` is null if the transcript has no times. */
export type Line = {
  readonly startSeconds: number | null
  /** The speaker, if it changes with this line. */
  readonly speaker: string | null
  readonly text: string
}

export type Article = {
  /** Sanitised HTML. */
  readonly html: string
  readonly byline: string | null
}

/** The content of each kind of part. All texts except `html` are plain. */
export type Parts = {
  readonly chapters: ReadonlyArray<Chapter>
  readonly transcript: ReadonlyArray<Line>
  readonly article: Article
}
export type PartKind = keyof Parts

/**
 * Why a part is missing: robots.txt excludes it; the page reserves its text (`noai`); a paywall; the server failed; the
 * document is not readable; or too many requests are waiting.
 */
export type PartRefusal = "robots" | "reserved" | "paywall" | "unavailable" | "unreadable" | "busy"

export type PartOutcome<Kind extends PartKind> = { readonly content: Parts[Kind] } | { readonly refusal: PartRefusal }

/** A fetched document for a reading thread. */
export type PartDocument = {
  readonly bytes: Uint8Array
  readonly url: string
  readonly contentType: string | null
  readonly robotsTag: string | null
}
