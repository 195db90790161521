import { UNKNOWN_LANGUAGE } from "#contract/feeds"
import type { ListItems } from "./ItemPage.ts"
import { notMuted } from "./itemStatement.ts"
import { readStateOf } from "./readState.ts"

/** Lists of up to so many feeds are searched feed by feed; larger ones by date, where their items are frequent. */
const EACH_FEEDS_MAX = 1_000
/** Feeds per list: as many as an account may follow. */
const LIST_FEEDS_MAX = 5_000
/** Items of the library that a filter looks at, because the one that it wants may be far away. */
const FILTERED_ITEMS_MAX = 2_000

/** An item next to another one in a list. */
export type Neighbour = { readonly itemId: string; readonly title: string; readonly language: string | null }
export type Neighbours = { readonly newer: Neighbour | null; readonly older: Neighbour | null }

/** The list, as `listItems` takes it; `own` is the list of the item's feed. */
export type NeighbourList = Pick<
  ListItems,
  "muted" | "sources" | "languages" | "fromMs" | "beforeMs" | "reader" | "unreadOnly"
> & { readonly feedIds: ListItems["feedIds"] | "own" }

type Put = (value: string | ReadonlyArray<string>) => string

/**
 * SQL for the items before and after an item `s` in a list by date, each as a JSON expression; other copies of its story and
 * muted items are left out. In a list of unread items, those that the reader has just read still lead back.
 *
 * @param put adds a value to the statement and returns its place
 */
export const neighboursIn = (
  { feedIds, muted = [], sources = [], languages = [], fromMs, beforeMs, reader, unreadOnly = false }: NeighbourList,
  put: Put,
): { readonly newer: string; readonly older: string } => {
  const at = (ms: number) => `to_timestamp(${put(String(ms / 1_000))}::text::float8)`
  const feeds = feedIds === "own" ? null : feedIds && put([...new Set(feedIds)].slice(0, LIST_FEEDS_MAX))
  const state = unreadOnly && reader !== undefined && feeds !== null ? readStateOf(reader, put) : undefined
  const isJustRead = state?.isJustRead()
  // The expression of the index over languages.
  const tag = "split_part(lower(i.language), '-', 1)"
  const filters = [
    ...(sources.length === 0
      ? []
      : [`exists (select from read.feed g where g.feed_id = i.feed_id and g.source = any(${put(sources)}::text[]))`]),
    ...(languages.length === 0
      ? []
      : [
          `(${tag} = any(${put(languages)}::text[])${languages.includes(UNKNOWN_LANGUAGE) ? ` or ${tag} is null` : ""})`,
        ]),
  ]
  const always = [
    "i.link_key <> s.link_key",
    ...(fromMs === undefined ? [] : [`i.sort_at >= ${at(fromMs)}`]),
    ...(beforeMs === undefined ? [] : [`i.sort_at < ${at(beforeMs)}`]),
    ...(muted.some(({ words }) => words.length > 0) ? [notMuted(muted, put)] : []),
  ]

  const next = (than: ">" | "<") => {
    const order = than === ">" ? "i.sort_at, i.item_id" : "i.sort_at desc, i.item_id desc"
    const unread = state && [state.maybeUnread, `(not ${state.isRead}${than === ">" ? ` or ${isJustRead}` : ""})`]
    const near = `(i.sort_at, i.item_id) ${than} (s.sort_at, s.item_id)`
    const one = (more: ReadonlyArray<string>) => `
      select i.item_id, i.sort_at, i.title, i.language from read.item i ${state?.joins ?? ""}
      where ${[near, ...always, ...more, ...(unread ?? [])].join(" and ")} order by ${order} limit 1`
    if (feedIds === "own") return one(["i.feed_id = s.feed_id", ...filters])
    if (feeds === null && filters.length > 0)
      return `select i.* from (
          select i.* from read.item i where ${[near, ...always].join(" and ")} order by ${order} limit ${FILTERED_ITEMS_MAX}) i
        where ${filters.join(" and ")} order by ${order} limit 1`
    if (feeds === null) return one([])
    if (feedIds === null || feedIds.length > EACH_FEEDS_MAX) return one([`i.feed_id = any(${feeds})`, ...filters])
    return `select i.* from unnest(${feeds}::text[]) f(feed_id)
      cross join lateral (${one(["i.feed_id = f.feed_id", ...filters])}) i order by ${order} limit 1`
  }
  const asJson = (than: ">" | "<") => `(
    select json_build_object('itemId', n.item_id, 'title', n.title, 'language', n.language) from (${next(than)}) n)`
  return { newer: asJson(">"), older: asJson("<") }
}
