import { Effect } from "effect"
import { SOURCE_NAMES, type SourceType } from "#contract/feeds"
import { findFeeds, itemFiles, type ListedItem, listItems } from "#projections/feeds"
import { search } from "#projections/library"
import { translator } from "#src/i18n/index.ts"
import { isLocale, type Locale } from "#src/i18n/locales.ts"
import { authorLabel } from "#src/lib/authorLabel.ts"
import { languageTagOf } from "#src/lib/contentLanguages.ts"
import { isFeedId } from "#src/lib/followsCookie.ts"
import { LIST_FEEDS_MAX, LIST_LOCALE, type ListFormat, listHref, type NamedList } from "#src/lib/lists.ts"
import { paths } from "#src/lib/paths.ts"
import { imageUrl } from "../images/imageUrl.ts"
import type { Channel, Entry } from "./writeListDocument.ts"

/** Entries of a list. */
const ENTRIES_MAX = 50
/** Characters of a list's name, query and tag. */
const NAME_LENGTH_MAX = 200
/** Pictures are as wide as a column of text on a good screen. */
const PICTURE_WIDTH = 1_280

export interface ChannelRequest extends NamedList {
  readonly format: ListFormat
  /** Scheme and host of the site. */
  readonly origin: string
}

/** Reads a list, newest first. Fails if the search index is unavailable. */
export const readChannel = Effect.fn("readChannel")(function* ({ list, query, format, origin }: ChannelRequest) {
  const requested = askedOf(query)
  const { items } = yield* list === "follows"
    ? listItems({ feedIds: requested.feedIds, sources: requested.sources, pageSize: ENTRIES_MAX })
    : requested.kw === "" && requested.tag === ""
      ? listItems({ feedIds: null, sources: requested.sources, languages: requested.languages, pageSize: ENTRIES_MAX })
      : search({ ...requested, query: requested.kw, feedIds: [], pageSize: ENTRIES_MAX })
  const [files, feeds] = yield* Effect.all(
    [itemFiles(items.map(({ itemId }) => itemId)), findFeeds([...new Set(items.map(({ feedId }) => feedId))])],
    { concurrency: 2 },
  )
  const enclosures = new Map(files.map((each) => [each.itemId, each.enclosures]))
  const addresses = new Map(feeds.map(({ feedId, url }) => [feedId, url]))
  const entryOf = (item: ListedItem): Entry => ({
    id: `urn:quire:item:${item.itemId}`,
    url: item.link ?? origin + paths.newsDetail(item.itemId),
    title: item.title,
    summary: item.summary,
    author: authorLabel(item.author, item.title) ?? null,
    publishedMs: item.updatedMs,
    language: item.language === "und" ? null : item.language,
    tags: item.tags,
    imageUrl: absolute(imageUrl(item.imageUrl, PICTURE_WIDTH), origin),
    enclosures: (enclosures.get(item.itemId) ?? []).map(({ url, type, lengthBytes }) => ({
      url,
      type: type ?? ANY_TYPE,
      lengthBytes,
    })),
    source: { title: item.feedTitle, url: addresses.get(item.feedId) ?? origin + paths.feed(item.feedId) },
  })
  const channel: Channel = {
    ...wordsOf(list, requested),
    homeUrl: origin + homeOf(list, query),
    selfUrl: origin + listHref({ list, query }, format),
    language: requested.locale,
    updatedMs: Math.max(0, ...files.map(({ firstSeenMs }) => firstSeenMs)),
    entries: items.map(entryOf),
  }
  return channel
})

/** The media type of enclosures without one. */
const ANY_TYPE = "application/octet-stream"

const absolute = (path: string | null, origin: string): string | null => (path === null ? null : origin + path)

interface ListDocumentQuery {
  readonly locale: Locale
  readonly kw: string
  readonly tag: string
  readonly name: string
  readonly languages: ReadonlyArray<string>
  readonly sources: ReadonlyArray<SourceType>
  readonly feedIds: ReadonlyArray<string>
}

/** Parses the query; invalid values are ignored. */
const askedOf = (query: URLSearchParams): ListDocumentQuery => {
  const text = (name: string) => (query.get(name) ?? "").trim().slice(0, NAME_LENGTH_MAX)
  const locale = query.get("locale") ?? LIST_LOCALE
  return {
    locale: isLocale(locale) ? locale : LIST_LOCALE,
    kw: text("kw"),
    tag: text("tag"),
    name: text("name"),
    languages: query.getAll("language").flatMap((code) => {
      const language = languageTagOf(code.toUpperCase())
      return language !== undefined && LANGUAGE.test(language) ? [language] : []
    }),
    sources: SOURCE_NAMES.filter((source) => query.has("source", source)),
    feedIds: (query.get("feeds") ?? "").split(".").filter(isFeedId).slice(0, LIST_FEEDS_MAX),
  }
}

const LANGUAGE = /^[a-z]{2,3}$/

const wordsOf = (list: NamedList["list"], { locale, kw, tag, name }: ListDocumentQuery) => {
  const t = translator(locale)
  const product = t("shell.product")
  if (list === "follows") {
    // The name comes from the address, so it stands beside ours: a link must not be able to title the list as it likes.
    const title = name === "" ? t("library.list.follows") : `${t("library.list.follows")}: ${name}`
    return { title: `${title} · ${product}`, description: t("library.list.follows.about") }
  }
  const title =
    kw !== ""
      ? t("library.list.search", { text: kw })
      : tag !== ""
        ? t("library.list.tag", { tag })
        : t("library.title")
  return { title: `${title} · ${product}`, description: t("library.about") }
}

/** The page that shows the same list; the newsfeed knows the reader's follows. */
const homeOf = (list: NamedList["list"], query: URLSearchParams): string => {
  if (list === "follows") return paths.newsfeed
  const [kw, tag] = [query.get("kw")?.trim(), query.get("tag")?.trim()]
  if (kw) return paths.searchContents(kw)
  return tag ? paths.searchTag(tag) : paths.libraryNews
}
