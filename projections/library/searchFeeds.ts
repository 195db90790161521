import { Effect } from "effect"
import { sql } from "kysely"
import type { SourceType } from "#contract/feeds"
import { SEARCH_LENGTH_MAX } from "#contract/library"
import { cancellable, compileOnce, runQuery } from "#core/kernel"
import {
  hitsIn,
  languageOf,
  marksOf,
  type Need,
  STEMMED_LANGUAGES,
  termOf,
  tokenise,
  UNKNOWN_LANGUAGE,
} from "#core/library"
import { directoryFeedsWith } from "#projections/feeds"
import { isAnyOf, type ReadTables, type Vector } from "#projections/runner"
import type { FeedSearch, FoundFeed, FoundFeeds } from "./SearchPage.ts"
import { tsqueryOfNeed } from "./search/postgres/tsquery.ts"
import type { searchFeed } from "./search/tables.ts"

/** Words of a feed search that are read. */
const WORDS_MAX = 12

/**
 * The query of a feed search: every word as a prefix or by its stem in any language, because a person who types has not
 * finished the last words.
 */
const feedNeeds = (text: string): ReadonlyArray<Need> => {
  const needs: Array<Need> = []
  for (const token of tokenise(text)) {
    if (needs.length >= WORDS_MAX) break
    if (token.kind === "host") return [[[{ text: token.text, at: 0, isPrefix: true }]]]
    // The last of several characters belongs to the pair before it.
    if (token.kind === "char" && token.next === null && needs.at(-1)?.[0]?.[0]?.text.endsWith(token.text) === true)
      continue
    const isPrefix = token.kind !== "char" || token.next === null
    const typed = { text: termOf(token, UNKNOWN_LANGUAGE), at: 0, isPrefix }
    const stems = token.kind === "word" ? STEMMED_LANGUAGES.map((language) => termOf(token, language)) : []
    needs.push([[typed], ...[...new Set(stems)].map((stem) => [{ text: stem, at: 0, isPrefix: false }])])
  }
  return needs
}

/** The needs as a tsquery; empty if there are none. */
const feedQueryText = (needs: ReadonlyArray<Need>): string => needs.map(tsqueryOfNeed).join(" & ")

const FEEDS_PAGE_SIZE = 30
const FEEDS_PAGE_SIZE_MAX = 100
const PAGE_MAX = 1_000

type Asked = {
  /** A tsquery. */
  text: string
  sources: ReadonlyArray<SourceType>
  languages: ReadonlyArray<string>
  limit: number
  offset: number
}

const statement = (hasText: boolean, hasSources: boolean, hasLanguages: boolean) =>
  compileOnce<Asked>()((at) => {
    let found = directoryFeedsWith<ReadTables<typeof searchFeed>>()
    if (hasSources) found = found.where((eb) => isAnyOf(eb.ref("source"), at("sources")))
    if (hasLanguages) found = found.where(sql<boolean>`split_part(lower(language), '-', 1) = any(${at("languages")})`)
    if (hasText) {
      const matching = sql<Vector>`${at("text")}::tsquery`
      found = found
        .innerJoin("read.search_feed as indexed", "indexed.feed_id", "read.feed.feed_id")
        .where("indexed.words", "@@", matching)
        .orderBy(sql`ts_rank('{0.05,0.2,0.4,1.0}', indexed.words, ${matching}) * ln(2 + item_count)`, "desc")
    }
    return found
      .orderBy("last_updated", (order) => order.desc().nullsLast())
      .orderBy("read.feed.feed_id")
      .limit(at("limit"))
      .offset(at("offset"))
  })
/** One for each combination of filters. */
const statements = new Map<string, ReturnType<typeof statement>>()

/** The statement of a search, with its values. */
const statementOf = (search: Asked) => {
  const [hasText, hasSources, hasLanguages] = [
    search.text !== "",
    search.sources.length > 0,
    search.languages.length > 0,
  ]
  const key = `${hasText} ${hasSources} ${hasLanguages}`
  const known = statements.get(key) ?? statement(hasText, hasSources, hasLanguages)
  statements.set(key, known)
  return known(search)
}

/**
 * Searches feeds by prefixes of words in title, host, author, tags and description; matches in the title first, then
 * feeds with more items. Without words: feeds by last publication.
 */
export const searchFeeds = Effect.fn("searchFeeds")(function* (search: FeedSearch) {
  const needs = feedNeeds(search.query.slice(0, SEARCH_LENGTH_MAX))
  const text = feedQueryText(needs)
  const size = Math.min(Math.max(search.pageSize ?? FEEDS_PAGE_SIZE, 1), FEEDS_PAGE_SIZE_MAX)
  const page = Math.min(Math.max(search.page ?? 1, 1), PAGE_MAX)
  const { sources = [], languages = [] } = search
  const requested = statementOf({
    text,
    sources,
    languages: languages.map(languageOf),
    limit: size + 1,
    offset: (page - 1) * size,
  })
  // A person who types on does not need the previous result.
  const rows = yield* cancellable((client) => runQuery(client, requested))
  const feeds = rows.slice(0, size).map(
    (feed): FoundFeed => ({
      ...feed,
      titleMarks: marksOf(hitsIn(feed.title, needs, languageOf(null))),
      descriptionMarks: marksOf(hitsIn(feed.description ?? "", needs, languageOf(null))),
    }),
  )
  return { feeds, hasMore: rows.length > size } satisfies FoundFeeds
})
