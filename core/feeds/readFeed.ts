import { createHash } from "node:crypto"
import { Result } from "effect"
import type { ReceivedDocument } from "#core/fetch"
import { formatIso } from "#core/kernel"
import type { NotAFeed, ParsedFeed, ParsedItem, PreviousItem, PreviousItems } from "#core/syndication"
import {
  fingerprint,
  itemKeys,
  kindOf,
  linkKey,
  parseFeed,
  parseFeedAgain,
  repairDates,
  resolveFeedLanguage,
  resolveLanguage,
  UNKNOWN_LANGUAGE,
} from "#core/syndication"
import type { ContentType, FeedId, SourceType } from "./contract.ts"
import type { FeedFacts, FetchedItem } from "./events.ts"
import { itemIdOf } from "./ids.ts"
import { toStorable } from "./toStorable.ts"

/** A fetched document as event fields, not yet compared with known items. */
export type ReadFeed = {
  readonly facts: FeedFacts
  /** In document order; unchanged items only have their names. */
  readonly items: ReadonlyArray<ReadItem>
  /** Digests of the items, in the same order. */
  readonly sources: ReadonlyArray<ItemSource>
  readonly problems: ReadonlyArray<string>
  readonly ttlMinutes: number | null
  /** The feed's own address: the WebSub topic, and a hint at duplicates. */
  readonly selfUrl: string | null
  /** Equal for documents with equal content, whatever their bytes. */
  readonly contentHash: string
}

/** An item that may be new, edited or known. */
export type ReadItem = Omit<FetchedItem, "isNew"> | UnchangedItem
/** An item with the same source as in the previous document. */
export type UnchangedItem = Pick<FetchedItem, "itemId" | "keys" | "fingerprint" | "sortAt"> & {
  readonly unchanged: true
}
export type ItemSource = Omit<PreviousItem, "fingerprint"> & { readonly sourceHash: string }

/** The fields of a fetched document that reading needs. */
export type DocumentToRead = Pick<ReceivedDocument, "bytes" | "finalUrl" | "contentType" | "links">
/** Context of a document. `source` is derived from its address; the document may be more specific. */
export type AboutDocument = {
  readonly feedId: FeedId
  readonly nowMs: number
  readonly source: SourceType
  /** Items of the previous document. */
  readonly previousItems?: PreviousItems
}

/** Other names kept per item. */
const KEYS_MAX = 4

/** Reads a fetched feed. Pure; the time depends on the document, see FeedReader. */
export const readFeed = (document: DocumentToRead, about: AboutDocument): Result.Result<ReadFeed, NotAFeed> =>
  Result.map(
    parseFeed(
      { bytes: document.bytes, url: document.finalUrl, contentType: document.contentType },
      about.previousItems,
    ),
    (parsed) => toReadFeed(parsed, document, about),
  )

/** The same by feedparser: see `parseFeedAgain`. */
export const readFeedAgain = async (document: DocumentToRead, about: AboutDocument) => {
  const { bytes, finalUrl, contentType } = document
  const parsed = await parseFeedAgain({ bytes, url: finalUrl, contentType }, about.previousItems)
  return typeof parsed === "string" ? parsed : toReadFeed(parsed, document, about)
}

const toReadFeed = (
  parsed: ParsedFeed,
  document: DocumentToRead,
  { feedId, nowMs, source }: AboutDocument,
): ReadFeed => {
  const { keys, problems } = itemKeys(parsed.items)
  const pages = countPages(parsed)
  const sources = parsed.items.map(
    (item): ItemSource => ({
      sourceHash: item.sourceHash,
      video: isVideo(item),
      language: item.previous?.language ?? languageOf(item, parsed),
    }),
  )
  const items = parsed.items.map((item, at) =>
    toItem(item, at, keys[at]?.identity ?? String(at), keys[at]?.alternatives ?? []),
  )

  function toItem(item: ParsedItem, at: number, identity: string, alternatives: ReadonlyArray<string>): ReadItem {
    const dates = repairDates(item, nowMs, nowMs)
    const names = {
      itemId: itemIdOf(feedId, identity),
      keys: alternatives.slice(0, KEYS_MAX),
      fingerprint: item.previous?.fingerprint ?? fingerprint(item),
      sortAt: formatIso(dates.sortAtMs),
    }
    if (item.previous !== null) return { ...names, unchanged: true }
    return {
      ...names,
      link: item.link,
      ownPage: item.link !== null && pages.get(linkKey(item.link)) === 1,
      title: item.title,
      summary: item.summary,
      contentHtml: item.contentHtml,
      author: item.author,
      publishedAt: dates.publishedAt,
      updatedAt: dates.updatedAt,
      imageUrl: item.imageUrl,
      videoUrl: item.videoUrl,
      tags: item.tags,
      language: sources[at]?.language ?? UNKNOWN_LANGUAGE,
      enclosures: item.enclosures,
      durationSeconds: item.durationSeconds,
      transcriptUrl: item.transcriptUrl,
      chaptersUrl: item.chaptersUrl,
    }
  }

  const content = {
    facts: factsOf(parsed, document, source, sources),
    items,
    problems: [...new Set<string>([...parsed.problems, ...problems])],
  }
  const read: ReadFeed = {
    ...content,
    sources,
    ttlMinutes: parsed.ttlMinutes,
    selfUrl: document.links.self ?? parsed.selfUrl,
    contentHash: digest(content),
  }
  return toStorable(read)
}

const digest = ({ facts, items, problems }: Pick<ReadFeed, "facts" | "items" | "problems">): string =>
  createHash("sha256")
    .update(JSON.stringify([facts, problems, items.map(({ itemId, fingerprint }) => itemId + fingerprint)]))
    .digest("base64url")
    .slice(0, 22)

/**
 * Number of links to each page. The feed's own page and the page of an only item count as shared: feeds of one item
 * often link to the same page every day.
 */
const countPages = ({ link, items }: ParsedFeed): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  const [only] = items.length === 1 ? items : []
  for (const each of [link, only?.link, ...items.map((item) => item.link)]) {
    if (each != null) counts.set(linkKey(each), (counts.get(linkKey(each)) ?? 0) + 1)
  }
  return counts
}

const factsOf = (
  parsed: ParsedFeed,
  document: DocumentToRead,
  detected: SourceType,
  sources: ReadonlyArray<ItemSource>,
): FeedFacts => {
  const source = sourceOf(parsed, detected)
  const languages = sources.map(({ language }) => language)
  return {
    title: parsed.title,
    description: parsed.description,
    link: parsed.link,
    iconUrl: parsed.iconUrl,
    language: resolveFeedLanguage(parsed.language, languages),
    author: parsed.author,
    categories: parsed.categories,
    hubs: [...new Set([...parsed.hubs, ...document.links.hubs])],
    source,
    contentType: contentTypeOf(source),
  }
}

/** The language of an item, detected from its beginning. */
const languageOf = ({ language, title, summary }: ParsedItem, feed: ParsedFeed): string =>
  resolveLanguage(language ?? feed.language, `${title ?? ""}. ${summary ?? ""}`)

/** The source by the host, otherwise by the content: podcast, videos, or any RSS. */
const sourceOf = (parsed: ParsedFeed, detected: SourceType): SourceType => {
  if (detected !== "RSS") return detected
  if (parsed.podcast || mostly(parsed.items, isSound)) return "Podcast"
  return mostly(parsed.items, isVideo) ? "RSS-Video" : "RSS"
}

const contentTypeOf = (source: SourceType): ContentType => {
  const kind = kindOf(source)
  return kind === "video" ? "video" : kind === "audio" ? "podcast" : "article"
}

const isVideo = ({ enclosures, videoUrl, previous }: ParsedItem): boolean =>
  previous?.video === true || videoUrl !== null || enclosures.some(({ type }) => type?.startsWith("video/"))

const isSound = ({ enclosures }: ParsedItem): boolean => enclosures.some(({ type }) => type?.startsWith("audio/"))

const mostly = (items: ReadonlyArray<ParsedItem>, is: (item: ParsedItem) => boolean): boolean =>
  items.length > 0 && items.filter(is).length * 2 > items.length
