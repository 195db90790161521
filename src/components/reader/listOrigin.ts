import { followedFeedsOf } from "../../lib/followsCookie.ts"
import { paths } from "../../lib/paths.ts"

/** The list that an article was opened from: the reader's newsfeed, one of its groups, all news, or the article's feed. */
export interface ListOrigin {
  readonly list: "newsfeed" | "all" | "feed"
  /** The group of a newsfeed; null for all of it. */
  readonly group: string | null
}

const FEED: ListOrigin = { list: "feed", group: null }

/** By the address's `list` and `group`, otherwise by the page that linked here. */
export const listOrigin = (url: URL, referrer: string | null, origin: string): ListOrigin => {
  const list = url.searchParams.get("list")
  if (list === "newsfeed" || list === "all") return { list, group: url.searchParams.get("group") }
  if (list !== null || referrer === null || !URL.canParse(referrer)) return FEED
  const from = new URL(referrer)
  if (from.origin !== origin && from.host !== url.host) return FEED
  if (from.pathname === paths.libraryNews) return { list: "all", group: null }
  // A newsfeed of one feed.
  if (from.pathname !== paths.newsfeed || from.searchParams.has("only")) return FEED
  return from.searchParams.get("view") === "all"
    ? { list: "all", group: null }
    : { list: "newsfeed", group: from.searchParams.get("group") }
}

/** The feeds of the list; null for the whole library. */
export const feedsOfOrigin = (
  { list, group }: ListOrigin,
  { feedId, follows }: { readonly feedId: string; readonly follows: App.Locals["follows"] },
): ReadonlyArray<string> | null => {
  if (list === "all") return null
  if (list === "feed") return [feedId]
  return group === null ? [...followedFeedsOf(follows)] : (follows.get(group) ?? [])
}

/** The address of another article of the list. */
export const hrefInList = (itemId: string, { list, group }: ListOrigin): string => {
  const more = new URLSearchParams(list === "feed" ? {} : { list, ...(group === null ? {} : { group }) })
  return paths.newsDetail(itemId) + (more.size === 0 ? "" : `&${more}`)
}
