import type { SqlClient } from "#core/kernel"
import { type Branch, labelOf, type Need, type Search } from "#core/library"
import { tsqueryOfNeed } from "./postgres/tsquery.ts"

/** If more feeds have a word in their title, the word is too common. */
const FEEDS_PER_WORD_MAX = 10

/**
 * Lets a word match the title of an item's feed too, as in `harbour letter ferries`. Only beside other words: a single
 * word in a feed title would find all its items, and finds the feed anyway.
 */
export const withFeedTitles = async (sql: SqlClient, search: Search): Promise<Search> => {
  const needs = new Map<string, Need>()
  for (const branch of search.branches)
    if (branch.needs.length > 1) for (const need of branch.needs) needs.set(tsqueryOfNeed(need), need)
  if (needs.size === 0) return search
  const texts = [...needs.keys()]
  const rows = await sql<Array<{ text: string; feeds: ReadonlyArray<string> }>>`
    select t.text, f.feeds from unnest(${texts}::text[]) t(text) cross join lateral (
      select array_agg(feed_id) as feeds from (
        select feed_id from read.search_feed s
        where s.words @@ t.text::tsquery and ts_filter(s.words, '{a}') @@ t.text::tsquery limit ${FEEDS_PER_WORD_MAX + 1}) x) f
    where f.feeds is not null`
  const feeds = new Map(
    rows
      .filter(({ feeds: found }) => found.length <= FEEDS_PER_WORD_MAX)
      .map(({ text, feeds: found }) => [text, found]),
  )
  return feeds.size === 0 ? search : { ...search, branches: search.branches.map((branch) => withFeeds(branch, feeds)) }
}

const withFeeds = (branch: Branch, feeds: ReadonlyMap<string, ReadonlyArray<string>>): Branch => {
  if (branch.needs.length < 2) return branch
  const found = branch.needs.map((need) => feeds.get(tsqueryOfNeed(need)) ?? [])
  // If titles match every word, the person looks for the feed itself.
  if (found.every(({ length }) => length > 0)) return branch
  return {
    ...branch,
    needs: branch.needs.map((need, at) => [
      ...need,
      ...(found[at] ?? []).map((feedId) => [{ text: labelOf.feed(feedId), at: 0, isPrefix: false }]),
    ]),
  }
}
