import { languageOf, termPositions, UNKNOWN_LANGUAGE } from "#core/library"
import { type Lexeme, makeVector, type Vector, type Weight } from "#projections/runner"

/** The searchable metadata of a feed. */
export type AboutFeed = {
  readonly title: string | null
  readonly description: string | null
  readonly author: string | null
  readonly language: string | null
  readonly tags: ReadonlyArray<string>
}

const PLACES_MAX = 200
/** Gap between two parts, so that no phrase spans them. */
const GAP = 20

/**
 * A feed as a tsvector: title and host first, then author and tags, then the description. Each word as written, for
 * prefix searches, and by its stem.
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
      for (const [term, place] of termPositions(text, each, PLACES_MAX)) {
        yield [term, from + place, weight]
        last = place
      }
    }
    from += last + GAP
  }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "")
