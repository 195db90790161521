import type { Locale } from "../i18n/locales.ts"
import { type FollowedByGroup, followedFeedsOf } from "./followsCookie.ts"

/** The formats of lists for other programs. */
export const LIST_FORMATS = ["rss", "atom", "json"] as const
export type ListFormat = (typeof LIST_FORMATS)[number]

export const LIST_TYPES: Readonly<Record<ListFormat, string>> = {
  rss: "application/rss+xml",
  atom: "application/atom+xml",
  json: "application/feed+json",
}
export const LIST_FORMAT_NAMES: Readonly<Record<ListFormat, string>> = { rss: "RSS", atom: "Atom", json: "JSON Feed" }

/** The name of the podcast among the feeds of a channel. */
export const PODCAST_FEED = "podcast.rss"

/**
 * The lists. `library`: all news, filtered by `kw`, `tag`, `language` and `source` like pages.
 * `follows`: the news of some feeds (`feeds`, joined by dots) under a `name`, because programs send no cookies.
 */
export const LISTS = ["library", "follows"] as const
export type ListName = (typeof LISTS)[number]

/** Feeds of one list, which its address contains: ten times a guest's limit. */
export const LIST_FEEDS_MAX = 100

/** Query parameters of pages that filter their list too. */
export const LIST_FILTERS = ["kw", "tag", "language", "source"] as const

/** A list with its query. */
export interface NamedList {
  readonly list: ListName
  readonly query: URLSearchParams
}

export const listHref = ({ list, query }: NamedList, format: ListFormat): string =>
  `/feeds/${list}.${format}${query.size === 0 ? "" : `?${query}`}`

interface Reader {
  readonly follows: FollowedByGroup
  readonly locale: string
}
/** The default language of a list. */
export const LIST_LOCALE: Locale = "en"

/** The list of a page, or undefined. */
export const listOf = ({ pathname, searchParams }: URL, { follows, locale }: Reader): NamedList | undefined => {
  const query = new URLSearchParams()
  if (locale !== LIST_LOCALE) query.set("locale", locale)
  const group = searchParams.get("group")
  const ids = group === null ? [...followedFeedsOf(follows)] : (follows.get(group) ?? [])
  if (pathname === PERSONAL && searchParams.get("view") !== "all" && ids.length > 0) {
    if (ids.length > LIST_FEEDS_MAX) return undefined
    query.set("feeds", ids.join("."))
    if (group) query.set("name", group)
    for (const source of searchParams.getAll("source")) query.append("source", source)
    return { list: "follows", query }
  }
  if (pathname !== HOME && !pathname.startsWith(PERSONAL) && !SEARCHES.has(pathname)) return undefined
  for (const name of LIST_FILTERS)
    for (const value of searchParams.getAll(name)) if (value.trim() !== "") query.append(name, value)
  return { list: "library", query }
}

const HOME = "/"
const PERSONAL = "/newsfeeds"
const SEARCHES = new Set(["/searchcontents"])
