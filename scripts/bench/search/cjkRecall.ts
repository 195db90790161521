import { Effect } from "effect"
import { readSearch } from "#core/library"
import { type IndexCursor, SearchIndex } from "#projections/library"
import { randomFrom } from "../../demo/random.ts"
import type { Library } from "./openLibrary.ts"

const SUBSTRINGS = 200
/** Hits per page. */
const PAGE = 1_000

/**
 * Returns the recall of searches for substrings of two or more characters in Chinese and Japanese items. The expected
 * items come from scanning the texts.
 */
export const cjkRecall = async ({ sql, run }: Library): Promise<number> => {
  const texts = await sql<Array<{ itemId: string; text: string }>>`
    select item_id as "itemId", concat_ws(' ', title, summary, regexp_replace(content_html, '<[^>]*>', ' ', 'g')) as text
    from read.item left join read.item_body using (item_id) where split_part(language, '-', 1) in ('zh', 'ja')`
  const random = randomFrom("substrings")
  let [expected, found] = [0, 0]
  for (let requested = 0; requested < SUBSTRINGS; ) {
    const { text = "" } = texts[random.whole(0, texts.length - 1)] ?? {}
    const run = random.pick([text, ...(text.match(/\p{L}{2,}/gu) ?? [])])
    const from = random.whole(0, Math.max(run.length - 2, 0))
    const substring = run.slice(from, from + random.whole(2, 8))
    if (!/^\p{L}{2,}$/u.test(substring)) continue
    requested += 1
    const holding = texts.filter((each) => each.text.includes(substring))
    const finds = new Set(await everyFind(substring))
    expected += holding.length
    found += holding.filter(({ itemId }) => finds.has(itemId)).length
  }
  return expected === 0 ? 0 : found / expected

  async function everyFind(substring: string, after: IndexCursor | null = null): Promise<ReadonlyArray<string>> {
    const { hits, asOf } = await run(pageAfter(substring, after))
    const itemIds = hits.map(({ itemId }) => itemId)
    const last = hits.at(-1)
    if (last === undefined || hits.length < PAGE) return itemIds
    return [...itemIds, ...(await everyFind(substring, { ...last, asOf, nowMs: 0 }))]
  }
}

const pageAfter = Effect.fnUntraced(function* (substring: string, after: IndexCursor | null) {
  const index = yield* SearchIndex
  const everywhere = { feedIds: null, itemIds: null, sources: [] }
  const search = readSearch(substring)
  return yield* index.find({
    ...everywhere,
    search,
    sort: "newest",
    after,
    limit: PAGE,
    nowMs: 0,
    isCounted: false,
  })
})
