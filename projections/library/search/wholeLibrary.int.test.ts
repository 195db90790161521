import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { listItems } from "#projections/feeds"
import { type LibraryKit, makeLibraryKit, NOW_MS } from "#projections/testing"
import { type TestDatabase, testDatabase } from "#testing"
import { type SearchQuery, search } from "../index.ts"

const ITEMS = 400_500
const FEEDS = 4_005
const LANGUAGES = ["en", "de", "fr", "es", "zh", "it", "pt", "sv", "ja"]

let db: TestDatabase
let kit: LibraryKit

const feedId = (feed: number) => `f${String(feed).padStart(19, "0")}`

/**
 * Rows as the projections would write them, inserted at once and indexed afterwards. Item n is in language n % 9 and of
 * feed n % 4005, a minute older than the one before. Every item contains its language's common word, one of a thousand
 * words, and a unique one.
 */
const fill = async () => {
  const { sql } = kit
  await sql.begin(async (transaction) => {
    const indexes = await transaction<Array<{ name: string; make: string }>>`
      select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as make
      from pg_index i join pg_class t on t.oid = i.indrelid
      where t.relnamespace::regnamespace::text in ('rm_items_1', 'rm_search_1') and not i.indisprimary`
    for (const { name } of indexes) await transaction.unsafe(`drop index ${name}`)
    await transaction`
      insert into rm_feeds_1.feed (feed_id, code, url, title, source, content_type, tags, item_count, is_listed, is_withheld, added_at,
        problems)
      select 'f' || lpad(n::text, 19, '0'), 'QF' || n, 'https://' || n || '.example/feed', 'Feed ' || n,
        case when n % 10 = 0 then 'Podcast' else 'RSS' end, 'article', '{}', 100, true, false, now(), '{}'
      from generate_series(0, ${FEEDS - 1}::int) n`
    await transaction`
      insert into rm_items_1.item (item_id, feed_id, sort_at, position, link_key, title, language, tags, enclosures, first_seen_at, level_id,
        is_withheld)
      select lpad(n::text, 20, '0'), 'f' || lpad((n % ${FEEDS}::int)::text, 19, '0'),
        to_timestamp(${NOW_MS / 1000}::float8) - n * interval '1 minute', 0, 'k' || n, 'Item ' || n,
        (${LANGUAGES}::text[])[n % 9 + 1], '{}', '[]', now(), 1, false
      from generate_series(0, ${ITEMS - 1}::int) n`
    await transaction`
      insert into rm_search_1.search_item (item_id, feed_id, sort_at, position, language, is_withheld, words)
      select item_id, feed_id, sort_at, 0, language, false, (case language
          when 'zh' then '''经济'':1A ''济新'':2A ''新闻'':3A ''闻''4A'
          when 'ja' then '''经济'':1A ''夜景'':3A'
          else format('''common/%1$s'':1A ''middle%2$s/%1$s'':2A ''rare%3$s/%1$s'':3A', language, n % 1000, n) end
        || format(' ''lang:%s'' ''feed:%s''', language, feed_id))::tsvector
      from (select *, item_id::int as n from rm_items_1.item) i`
    await transaction.unsafe("set local maintenance_work_mem = '256MB'")
    for (const { make } of indexes) await transaction.unsafe(make)
  })
  await sql.unsafe("analyze rm_items_1.item, rm_search_1.search_item, rm_feeds_1.feed")
}

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeLibraryKit(db.url)
  await fill()
}, 240_000)
afterAll(async () => {
  await kit.close()
  await db.drop()
})

const numbers = (items: ReadonlyArray<{ readonly itemId: string }>) => items.map(({ itemId }) => Number(itemId))

describe("with over 400,000 items in nine languages", () => {
  it.each<readonly [SearchQuery, ReadonlyArray<number>, object]>([
    [{ query: "common" }, [0, 1, 2, 3, 5, 6, 7, 9], { isMore: true }],
    [{ query: "common", languages: ["sv"] }, [7, 16, 25], { isMore: true }],
    [{ query: "middle77" }, [77, 1_077, 2_077], { isMore: false }],
    [{ query: "middle77 common lang:de" }, [5_077, 14_077, 23_077], { count: 44, isMore: false }],
    [{ query: "rare399999" }, [399_999], { count: 1, isMore: false }],
    [{ query: '"middle77 rare2077"' }, [2_077], { count: 1, isMore: false }],
    [{ query: "经济新闻" }, [4, 13, 22], { isMore: true }],
    [{ query: "夜景" }, [8, 17, 26], { isMore: true }],
    [{ query: "common", sources: ["Podcast"], feedIds: [feedId(3_990)] }, [3_990, 7_995], {}],
    [{ query: "common", time: { beforeMs: NOW_MS - 300_000 * 60_000 } }, [300_002, 300_003, 300_004], { isMore: true }],
    [{ query: "rare399999", sort: "best" }, [399_999], { count: 1 }],
    [{ query: "common", sort: "best" }, [0], { isMore: true }],
  ])("[S1-005] a search works: %o", async (query, first, found) => {
    const page = await kit.run(search(query))
    expect(numbers(page.items).slice(0, first.length)).toEqual(first)
    expect(page.found).toMatchObject(found)
  })

  it("[S1-005] news and personal feeds work, page after page", async () => {
    const news = await kit.run(listItems({ feedIds: null, pageSize: 50 }))
    expect(numbers(news.items)).toEqual(Array.from({ length: 50 }, (_, n) => n))
    const japanese = await kit.run(listItems({ feedIds: null, languages: ["ja"], pageSize: 50 }))
    expect(numbers(japanese.items)).toEqual(Array.from({ length: 50 }, (_, n) => n * 9 + 8))
    const feedIds = Array.from({ length: 200 }, (_, n) => feedId(n * 20))
    const expected = Array.from({ length: ITEMS }, (_, n) => n).filter(
      (n) => (n % FEEDS) % 20 === 0 && n % FEEDS < 4_000,
    )
    let cursor: string | undefined
    for (const page of [0, 1, 2, 3]) {
      const { items, next } = await kit.run(listItems({ feedIds, pageSize: 50, cursor }))
      expect(numbers(items)).toEqual(expected.slice(page * 50, page * 50 + 50))
      cursor = next ?? undefined
    }
  })
})
