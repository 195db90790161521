import type { SourceType } from "#contract/feeds"
import type { NeighbourList, Reader } from "#projections/feeds"
import { languagesShown } from "../../lib/contentLanguages.ts"
import { followedFeedsOf } from "../../lib/followsCookie.ts"
import { paths } from "../../lib/paths.ts"
import { feedLanguageIn } from "../feeds/language.ts"
import { spanOf } from "../feeds/readNewsfeed.ts"

/** The list that an article was opened from: the reader's newsfeed, all news, or the article's feed; and its filters. */
export interface ListOrigin {
  readonly list: "newsfeed" | "all" | "feed"
  /** The filters of the list, with the names that the newsfeed's address has. */
  readonly filters: URLSearchParams
}

/** Parameters of the newsfeed that choose what its list contains. */
const FILTERS = {
  newsfeed: ["group", "only", "source", "time", "start", "end", "show"],
  all: ["language", "source", "time", "start", "end"],
} as const
/** Sources of a list; each is in the address of every article of the list. */
const SOURCES_MAX = 20

const FEED: ListOrigin = { list: "feed", filters: new URLSearchParams() }

/** By the address's `list` and its filters, otherwise by the page that linked here. */
export const listOrigin = (
  url: URL,
  {
    referrer,
    origin,
    unreadOnly,
  }: Pick<Opened, "unreadOnly"> & { readonly referrer: string | null; readonly origin: string },
): ListOrigin => {
  const list = url.searchParams.get("list")
  if (list === "newsfeed" || list === "all") return { list, filters: filtersIn(url.searchParams, list) }
  if (list !== null || referrer === null || !URL.canParse(referrer)) return FEED
  const from = new URL(referrer)
  if (from.origin !== origin && from.host !== url.host) return FEED
  if (from.pathname === paths.libraryNews) return { list: "all", filters: filtersIn(from.searchParams, "all") }
  // The list of a saved search is by date as well, but not a list of feeds.
  if (from.pathname !== paths.newsfeed || from.searchParams.has("search")) return FEED
  if (from.searchParams.get("view") === "all") return { list: "all", filters: filtersIn(from.searchParams, "all") }
  const filters = filtersIn(from.searchParams, "newsfeed")
  // The address does not say what a cookie remembers.
  if (unreadOnly && filters.get("show") === null) filters.set("show", "unread")
  return { list: "newsfeed", filters }
}

const filtersIn = (query: URLSearchParams, list: "newsfeed" | "all"): URLSearchParams =>
  new URLSearchParams(
    FILTERS[list].flatMap((name) =>
      query
        .getAll(name)
        .slice(0, SOURCES_MAX)
        .map((value) => [name, value]),
    ),
  )

interface Opened {
  readonly locals: Pick<App.Locals, "follows" | "account" | "content" | "timeZone">
  readonly reader: Reader
  /** What the newsfeed shows by the reader's last choice. */
  readonly unreadOnly: boolean
  readonly now: Date
}

/** The list that an article's neighbours are found in. */
export const neighbourListOf = (
  { list, filters }: ListOrigin,
  { locals, reader, now }: Omit<Opened, "unreadOnly">,
): NeighbourList => {
  if (list === "feed") return { feedIds: "own" }
  const sources = filters.getAll("source") as ReadonlyArray<SourceType>
  const span = spanOf(filters, now, locals.timeZone)
  if (list === "all") {
    const chosen = feedLanguageIn(filters)
    const languages = chosen === undefined ? languagesShown(locals) : [chosen.toLowerCase()]
    return { feedIds: null, sources, languages, ...span }
  }
  const [group, only] = [filters.get("group"), filters.get("only")]
  const all = [...followedFeedsOf(locals.follows)]
  const feedIds =
    only !== null ? all.filter((each) => each === only) : group === null ? all : (locals.follows.get(group) ?? [])
  const unreadOnly = filters.get("show") === "unread"
  return { feedIds, sources, ...span, muted: locals.account?.muted, reader, unreadOnly }
}

/** The address of another article of the list. */
export const hrefInList = (itemId: string, origin: ListOrigin): string => {
  const query = queryOf(origin)
  return paths.newsDetail(itemId) + (query === "" ? "" : `&${query}`)
}

/** The list as the query of an article's address; "" for the article's feed. */
export const queryOf = ({ list, filters }: ListOrigin): string =>
  list === "feed" ? "" : String(new URLSearchParams([["list", list], ...filters]))
