import type { SoundName } from "./audio/soundscapes.ts"
import type { EmblemName } from "./pictures/emblems.ts"
import type { InkName } from "./pictures/inks.ts"
import type { SceneName } from "./pictures/scenes.ts"

/**
 * One site of the demo publisher: who it is, how it looks and everything it has to say. Texts are in the light markup
 * of `prose.ts`; their `key` becomes part of a GUID and never changes once published.
 */
export type DemoFeed = {
  readonly slug: string
  readonly title: string
  readonly tagline: string
  /** One paragraph for the site's home page. */
  readonly about: string
  /** A BCP 47 tag. */
  readonly language: string
  /** The IANA zone in which the site tells the time. */
  readonly timeZone: string
  readonly kind: FeedKind
  readonly format: FeedFormat
  /** Whether the document carries whole texts or only their first lines. */
  readonly carries: "whole" | "summary"
  /** How a reader that knows only the page finds the document: by its link tag, or by trying `feed.xml` beside it. */
  readonly foundBy: "link" | "well-known"
  readonly author: string
  readonly categories: ReadonlyArray<string>
  readonly look: Look
  /** What a podcast sounds like. */
  readonly sound?: SoundName
  /** Quick sites post a short note each half hour, slow ones each four hours. */
  readonly pace: "quick" | "slow"
  readonly articles: ReadonlyArray<Article>
  readonly notes: ReadonlyArray<Note>
  readonly stream: Stream
}

export type FeedKind = "article" | "newsletter" | "podcast" | "video"
export type FeedFormat = "rss" | "atom" | "rdf" | "json"

export type Look = {
  readonly scene: SceneName
  /** Other subjects that it draws now and then. */
  readonly also?: ReadonlyArray<SceneName>
  readonly emblem: EmblemName
  readonly ink: InkName
  readonly fileType: "jpeg" | "png" | "webp"
}

export type Article = {
  readonly key: string
  readonly title: string
  readonly tags: ReadonlyArray<string>
  readonly lead: string
  readonly text: string
}

export type Note = { readonly title: string; readonly text: string }

/**
 * Short notes without end. Each takes one part of each list; the lists' lengths share no divisor, so that a pair of
 * parts comes back only after all the others. Patterns name parts by `{a}` and `{b}`; see `fillIn` for the rest.
 */
export type Stream = {
  readonly title: string
  /** A label for the title and a sentence for the text. */
  readonly a: ReadonlyArray<readonly [label: string, sentence: string]>
  readonly b: ReadonlyArray<readonly [label: string, sentence: string]>
  /** Sentences that close a note. */
  readonly c: ReadonlyArray<string>
}
