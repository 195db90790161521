import { createHash } from "node:crypto"
import { Result } from "effect"
import type { ReceivedDocument } from "#core/fetch"
import { formatIso } from "#core/kernel"
import type { NotAFeed, ParsedFeed, ParsedItem, ToldItem, ToldItems } from "#core/syndication"
import {
  fingerprint,
  itemKeys,
  kindOf,
  linkKey,
  parseFeed,
  parseFeedAgain,
  repairDates,
  settleFeedLanguage,
  settleLanguage,
  UNKNOWN_LANGUAGE,
} from "#core/syndication"
import type { ContentType, FeedId, Source } from "./contract.ts"
import type { FeedFacts, FetchedItem } from "./events.ts"
import { itemIdOf } from "./ids.ts"
import { storable } from "./storable.ts"

/** A fetched document in the words of facts, before anybody has compared it with what was known. */
export type ReadFeed = {
  readonly facts: FeedFacts
  /** In the document's order; of those that were told before in the same words only the names. */
  readonly items: ReadonlyArray<ReadItem>
  /** Where each of the items comes from, in the same order. */
  readonly sources: ReadonlyArray<ItemSource>
  readonly problems: ReadonlyArray<string>
  readonly ttlMinutes: number | null
  /** The address that the feed gives itself: WebSub's topic, and a hint that two feeds are one. */
  readonly selfUrl: string | null
  /** The same for two documents that tell the same, whatever their bytes. */
  readonly contentHash: string
}

/** An item of a document, before it is known whether it is new. */
export type ReadItem = Omit<FetchedItem, "isNew"> | StaleItem
/** One that was told before in the same words. */
export type StaleItem = Pick<FetchedItem, "itemId" | "keys" | "fingerprint" | "sortAt"> & { readonly stale: true }
export type ItemSource = Omit<ToldItem, "fingerprint"> & { readonly sourceHash: string }

/** As much of a fetched document as reading needs. */
export type DocumentToRead = Pick<ReceivedDocument, "bytes" | "finalUrl" | "contentType" | "links">
/** What is known beside the document. `source` is what its address tells; the document may tell more. */
export type AboutDocument = {
  readonly feedId: FeedId
  readonly nowMs: number
  readonly source: Source
  /** What was told of the last document. */
  readonly told?: ToldItems
}

/** Other names that an item is remembered by. */
const KEYS_MAX = 4

/** Reads a fetched feed. Pure, and as long as the document is: see FeedReader. */
export const readFeed = (document: DocumentToRead, about: AboutDocument): Result.Result<ReadFeed, NotAFeed> =>
  Result.map(
    parseFeed({ bytes: document.bytes, url: document.finalUrl, contentType: document.contentType }, about.told),
    (parsed) => toReadFeed(parsed, document, about),
  )

/** The same by feedparser: see `parseFeedAgain`. */
export const readFeedAgain = async (document: DocumentToRead, about: AboutDocument) => {
  const { bytes, finalUrl, contentType } = document
  const parsed = await parseFeedAgain({ bytes, url: finalUrl, contentType }, about.told)
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
      language: item.told?.language ?? languageOf(item, parsed),
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
      fingerprint: item.told?.fingerprint ?? fingerprint(item),
      sortAt: formatIso(dates.sortAtMs),
    }
    if (item.told !== null) return { ...names, stale: true }
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

  const told = {
    facts: factsOf(parsed, document, source, sources),
    items,
    problems: [...new Set<string>([...parsed.problems, ...problems])],
  }
  const read: ReadFeed = {
    ...told,
    sources,
    ttlMinutes: parsed.ttlMinutes,
    selfUrl: document.links.self ?? parsed.selfUrl,
    contentHash: digest(told),
  }
  return storable(read)
}

const digest = ({ facts, items, problems }: Pick<ReadFeed, "facts" | "items" | "problems">): string =>
  createHash("sha256")
    .update(JSON.stringify([facts, problems, items.map(({ itemId, fingerprint }) => itemId + fingerprint)]))
    .digest("base64url")
    .slice(0, 22)

/**
 * How often each page is linked to. The feed's own page counts as shared, and so does the page of an only item: feeds
 * that show one item at a time often link to the same page every day.
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
  detected: Source,
  sources: ReadonlyArray<ItemSource>,
): FeedFacts => {
  const source = sourceOf(parsed, detected)
  const languages = sources.map(({ language }) => language)
  return {
    title: parsed.title,
    description: parsed.description,
    link: parsed.link,
    iconUrl: parsed.iconUrl,
    language: settleFeedLanguage(parsed.language, languages),
    author: parsed.author,
    categories: parsed.categories,
    hubs: [...new Set([...parsed.hubs, ...document.links.hubs])],
    source,
    contentType: contentTypeOf(source),
  }
}

/** What the item is written in: its beginning tells. */
const languageOf = ({ language, title, summary }: ParsedItem, feed: ParsedFeed): string =>
  settleLanguage(language ?? feed.language, `${title ?? ""}. ${summary ?? ""}`)

/** What the host tells holds; else the document's own kind: a podcast, a feed of videos, or RSS of any sort. */
const sourceOf = (parsed: ParsedFeed, detected: Source): Source => {
  if (detected !== "RSS") return detected
  if (parsed.podcast || mostly(parsed.items, isSound)) return "Podcast"
  return mostly(parsed.items, isVideo) ? "RSS-Video" : "RSS"
}

const contentTypeOf = (source: Source): ContentType => {
  const kind = kindOf(source)
  return kind === "video" ? "video" : kind === "audio" ? "podcast" : "article"
}

const isVideo = ({ enclosures, videoUrl, told }: ParsedItem): boolean =>
  told?.video === true || videoUrl !== null || enclosures.some(({ type }) => type?.startsWith("video/"))

const isSound = ({ enclosures }: ParsedItem): boolean => enclosures.some(({ type }) => type?.startsWith("audio/"))

const mostly = (items: ReadonlyArray<ParsedItem>, is: (item: ParsedItem) => boolean): boolean =>
  items.length > 0 && items.filter(is).length * 2 > items.length
