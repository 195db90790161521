import { UNKNOWN_LANGUAGE } from "#contract/feeds"
import type { ListItems } from "./ItemPage.ts"
import { type ReadState, readStateOf } from "./readState.ts"

/** Position in a list of items: after this item, at this position of the log. */
type ItemCursor = { readonly sortMs: number; readonly itemId: string; readonly asOf: number }

/** `milliseconds.itemId.position` of the last item of the page before. */
const CURSOR = /^(-?\d{1,14})\.([0-9a-z]{20})\.(\d{1,15})$/

/** Parses a cursor; null, which means the beginning, if it is invalid. */
const parseCursor = (text: string | undefined): ItemCursor | null => {
  const match = CURSOR.exec(text ?? "")
  return match ? { sortMs: Number(match[1]), itemId: match[2] ?? "", asOf: Number(match[3]) } : null
}

/** Formats a cursor. */
export const formatCursor = ({ sortMs, itemId, asOf }: ItemCursor): string => `${sortMs}.${itemId}.${asOf}`

/** Items that the unread counts of a page look at, and the limits per feed. */
const COUNTED_ITEMS_MAX = 20_000
const UNREAD_COUNT_MAX = 1_000
const UNREAD_COUNT_MIN = 20

/** The number from which the unread count of a feed is no longer exact. */
export const unreadCountMax = (feeds: number): number =>
  Math.max(UNREAD_COUNT_MIN, Math.min(UNREAD_COUNT_MAX, Math.floor(COUNTED_ITEMS_MAX / Math.max(feeds, 1))))

/** Parameters of a page; `entries` is one more than it shows. */
export type ItemPageQuery = ListItems & { readonly entries: number; readonly offset: number }

/**
 * A statement with the values of `$1`, `$2` … It is built as text: fragments of the driver cost as much as the query.
 */
export type Statement = { readonly text: string; readonly values: ReadonlyArray<Value> }
type Value = string | number | ReadonlyArray<string>

/**
 * The newest items of the whole library, or of so many feeds that their items are frequent, by the index over dates.
 */
export const pageByDate = (query: ItemPageQuery): Statement => {
  const parts = partsOf(query)
  const text = `
    page as materialized (
      select i.item_id, i.sort_at, c.copies
      from read.item i join read.feed f using (feed_id) ${parts.marks} ${parts.copies}
      where ${parts.bounds} ${parts.feeds("f")} ${parts.language("i")} ${parts.sources("f")} and c.is_copy is not true
      ${parts.newestFirst}),
    bound as (select null::record as last)`
  return parts.statement(text)
}

/**
 * The newest items of some feeds: each contributes its newest by its own index, and they are merged. Beyond the last
 * item of a feed that may have more, the order is not certain.
 */
export const pageByFeeds = (query: ItemPageQuery, each: number): Statement => {
  const parts = partsOf(query)
  const few = parts.put(each)
  const text = `
    candidates as materialized (
      select n.* from read.feed f cross join lateral (
        select i.item_id, i.feed_id, i.sort_at, i.link_key from read.item i ${parts.marks}
        where i.feed_id = f.feed_id and ${parts.bounds} ${parts.language("i")}
        order by i.sort_at desc, i.item_id desc limit ${few}) n
      where true ${parts.feeds("f")} ${parts.sources("f")}),
    bound as materialized (
      select max(last) as last from (
        select min(row(sort_at, item_id)) as last from candidates group by feed_id having count(*) = ${few}) l),
    page as materialized (
      select i.item_id, i.sort_at, c.copies
      from (select * from candidates order by sort_at desc, item_id desc) i ${parts.copies}
      where c.is_copy is not true
      ${parts.newestFirst})`
  return parts.statement(text)
}

const partsOf = (query: ItemPageQuery) => {
  const {
    feedIds,
    sources = [],
    languages = [],
    fromMs,
    beforeMs,
    counted = [],
    muted = [],
    reader,
    unreadOnly = false,
    entries,
    offset,
  } = query
  const cursor = parseCursor(query.cursor)
  const values: Array<Value> = []
  const put = (value: Value) => `$${values.push(value)}`
  const at = (ms: number) => `to_timestamp(${put(ms / 1_000)}::float8)`
  const span = [
    ...(fromMs === undefined ? [] : [`i.sort_at >= ${at(fromMs)}`]),
    ...(beforeMs === undefined ? [] : [`i.sort_at < ${at(beforeMs)}`]),
  ]
  const [all, some, tongue] = [feedIds && put(feedIds), sources.length > 0 && put(sources), languagesIn(languages, put)]
  const feedsOf = (of: "f" | "o") => (all ? `and ${of}.feed_id = any(${all})` : "")
  const sourcesOf = (of: "f" | "g") => (some ? `and ${of}.source = any(${some})` : "")
  const state = reader === undefined ? undefined : readStateOf(reader, put)
  const notMutedWords = muted.some(({ words }) => words.length > 0) ? [notMuted(muted, put)] : []
  const onlyUnread = unreadOnly && state ? [state.maybeUnread, `not ${state.isRead}`] : []
  const showsUnknown = languages.includes(UNKNOWN_LANGUAGE)
  const languageOf = (of: "i" | "o") => {
    if (!tongue) return ""
    // The expression of the index over languages.
    const tag = `split_part(lower(${of}.language), '-', 1)`
    return showsUnknown ? `and (${tag} ${tongue} or ${tag} is null)` : `and ${tag} ${tongue}`
  }
  return {
    put,
    /** The joins that a list of unread items needs. */
    marks: unreadOnly && state ? state.joins : "",
    feeds: feedsOf,
    sources: sourcesOf,
    language: languageOf,
    bounds: [
      "i.position <= (select position from as_of)",
      ...span,
      ...onlyUnread,
      ...notMutedWords,
      ...(cursor ? [`(i.sort_at, i.item_id) < (${at(cursor.sortMs)}, ${put(cursor.itemId)})`] : []),
    ].join(" and "),
    newestFirst: `order by i.sort_at desc, i.item_id desc limit ${put(entries)} offset ${put(offset)}`,
    /**
     * Other items of the list with the same story, and whether it was listed before. Items excluded by the filters do
     * not count.
     */
    copies: `cross join lateral (
      select json_agg(
          json_build_object('feedId', o.feed_id, 'title', g.title, 'code', g.code, 'itemId', o.item_id, 'link', o.link)
          order by o.sort_at, o.item_id) as copies,
        bool_or((o.sort_at, o.item_id) < (i.sort_at, i.item_id) and o.position <= (select position from as_of)
          ${sourcesOf("g")} ${languageOf("o")}) as is_copy
      from read.item o join read.feed g using (feed_id)
      where o.link_key = i.link_key and o.feed_id <> i.feed_id ${feedsOf("o")}) c`,
    statement: (page: string): Statement => ({
      text: `with as_of as materialized (select ${cursor ? `${put(cursor.asOf)}::bigint` : POSITION} as position), ${page}
        select a.position as "asOf", b.last is not null as bounded,
          coalesce((select bool_and(row(p.sort_at, p.item_id) >= b.last) from page p), true) as certain,
          coalesce((select json_agg(l) from (${listed(state)}) l), '[]') as items,
          ${counted.length === 0 ? "'[]'::json" : countsOf(put(counted), countIn(state, counted.length, [...span, ...notMutedWords]), span)} as counts
        from as_of a cross join bound b`,
      values,
    }),
  }
}

/** A single language is compared by `=`, so that the index over languages returns its items in date order. */
const languagesIn = (languages: ReadonlyArray<string>, put: (value: Value) => string): string | false => {
  const [first] = languages
  if (first === undefined) return false
  return languages.length === 1 ? `= ${put(first)}` : `= any(${put(languages)})`
}

/** Excludes items with one of the words. Applied only to the few candidates of a page. */
export const notMuted = (
  muted: NonNullable<ListItems["muted"]>,
  put: (value: ReadonlyArray<string>) => string,
): string => {
  const pairs = muted.flatMap(({ feedId, words }) => words.map((word) => [feedId ?? "", word] as const))
  const [feeds, words] = [put(pairs.map(([feed]) => feed)), put(pairs.map(([, word]) => word))]
  return `not exists (
    select from unnest(${feeds}::text[], ${words}::text[]) m(feed, word)
    where m.feed in ('', i.feed_id) and strpos(lower(i.title || ' ' || coalesce(i.summary, '')), m.word) > 0)`
}

/** The position up to which all projections of a list have read: later events do not count on any page of it. */
export const POSITION = `coalesce((select min(p.position) from es.live l join es.projection p using (name, build)
  where l.name in ('items', 'feeds')), 0)`

/** Items of some feeds, each with its number: unread items for a reader, otherwise all. */
const countsOf = (feeds: string, unread: string | undefined, span: ReadonlyArray<string>) => `coalesce((
  select json_agg(json_build_object('feedId', f.feed_id, 'source', f.source, 'title', f.title, 'count', ${
    unread ??
    (span.length === 0
      ? "f.item_count"
      : `(select count(*) from read.item i where i.feed_id = f.feed_id and ${span.join(" and ")})`)
  })) from read.feed f where f.feed_id = any(${feeds})), '[]')`

/** Unread items of a feed `f` among its newest. The number of items that one page looks at is bounded. */
const countIn = (state: ReadState | undefined, feeds: number, bounds: ReadonlyArray<string>): string | undefined =>
  state &&
  `(select count(*) from (
      select i.* from read.item i where ${["i.feed_id = f.feed_id", state.maybeUnread, ...bounds].join(" and ")}
      order by i.sort_at desc, i.item_id desc limit ${unreadCountMax(feeds)}) i ${state.joins}
    where not ${state.isRead})`

/** The items of a page as JSON, which is parsed in half the time of separate columns. */
export const listed = (state?: Pick<ReadState, "joins" | "isRead" | "isSaved">): string => `
  select i.item_id as "itemId", i.feed_id as "feedId", f.title as "feedTitle", f.code as "feedCode",
    f.icon_url as "feedIconUrl", f.source, f.content_type as "contentType", i.title, i.summary, i.author, i.link,
    i.image_url as "imageUrl", i.language, i.tags, i.level_id as "levelId", i.duration_seconds as "durationSeconds",
    (extract(epoch from i.sort_at) * 1000)::bigint as "updatedMs", coalesce(p.copies, '[]') as "alsoIn"
    ${state === undefined ? "" : `, ${state.isRead} as "isRead", ${state.isSaved} as "isSaved"`}
  from page p join read.item i using (item_id) join read.feed f using (feed_id) ${state?.joins ?? ""}
  order by p.sort_at desc, p.item_id desc`
