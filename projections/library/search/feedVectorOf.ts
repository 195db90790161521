import { languageOf, placesOf, UNKNOWN_LANGUAGE } from "#core/library"
import { type Lexeme, makeVector, type Vector, type Weight } from "#projections/runner"

/** What a feed tells of itself that can be searched. */
export type AboutFeed = {
  readonly title: string | null
  readonly description: string | null
  readonly author: string | null
  readonly language: string | null
  readonly tags: ReadonlyArray<string>
}

const PLACES_MAX = 200
/** Places between two parts, so that no phrase reaches from one into the next. */
const GAP = 20

/**
 * The words of a feed as a tsvector: title and host first, then author and tags, then what it says of itself. Each as it is
 * written, because it is looked for while it is typed, and by its stem.
 */
export const feedVectorOf = (url: string, about: AboutFeed): Vector => makeVector(lexemesOf(url, about))

function* lexemesOf(url: string, about: AboutFeed): Generator<Lexeme> {
  const { title, author, description, tags } = about
  const language = languageOf(about.language)
  const parts: ReadonlyArray<readonly [string, Weight]> = [
    [title ?? "", "A"],
    [hostOf(url), "A"],
    [[author ?? "", ...tags].join(" \n "), "B"],
    [description ?? "", "C"],
  ]
  let from = 0
  for (const [text, weight] of parts) {
    let last = 0
    for (const each of new Set([UNKNOWN_LANGUAGE, language])) {
      for (const [term, place] of placesOf(text, each, PLACES_MAX)) {
        yield [term, from + place, weight]
        last = place
      }
    }
    from += last + GAP
  }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "")
