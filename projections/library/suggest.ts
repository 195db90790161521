import { Effect } from "effect"
import { SEARCH_LANGUAGES, SEARCH_LENGTH_MAX } from "#contract/library"
import { isLongEnough, type Mark, OPERATORS, parseQuery } from "#core/library"
import type { FeedSearch, MarkedText, Suggestions } from "./SearchPage.ts"
import { searchFeeds } from "./searchFeeds.ts"

/** Suggested feeds and texts. */
const FEEDS_MAX = 6
const TEXTS_MAX = 4

const NOTHING: Suggestions = { feeds: [], hasMore: false, texts: [] }

/** Suggestions for typed text: the best feeds, or one page of one kind, and the completed operator or language. */
export const suggest = Effect.fn("suggest")(function* (typed: string, search: Omit<FeedSearch, "query"> = {}) {
  const text = typed.slice(0, SEARCH_LENGTH_MAX)
  const texts = completionsOf(text)
  if (!isLongEnough(text)) return { ...NOTHING, texts }
  const words = parseQuery(text).filter(
    ({ kind, isExcluded }) => (kind === "words" || kind === "phrase") && !isExcluded,
  )
  const query = words.map((clause) => clause.text).join(" ")
  if (query === "") return { ...NOTHING, texts }
  const found = yield* searchFeeds({ pageSize: FEEDS_MAX, ...search, query })
  return { ...found, texts } satisfies Suggestions
})

/** The text with an operator completed, or with the languages that can follow `lang:`. */
const completionsOf = (text: string): ReadonlyArray<MarkedText> => {
  const last = /(?:^|\s)-?(\S+)$/.exec(text)?.[1]?.toLowerCase() ?? ""
  const candidates = last.startsWith("lang:")
    ? SEARCH_LANGUAGES.map((language) => `lang:${language}`)
    : OPERATORS.map((operator) => `${operator}:`)
  return candidates
    .filter((candidate) => last.length >= 2 && candidate.startsWith(last) && candidate !== last)
    .slice(0, TEXTS_MAX)
    .map((candidate) => {
      const completed = text.slice(0, text.length - last.length) + candidate
      const mark: Mark = [text.length, completed.length]
      return { text: completed, marks: [mark] }
    })
}
