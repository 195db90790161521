import { Result, Schema } from "effect"
import { decodeText } from "#core/fetch"
import { isPrivateAddress } from "../privateFeeds.ts"
import { sanitiseArticle } from "../sanitise/sanitiseHtml.ts"
import { toIso } from "./dates/toIso.ts"
import { fingerprint, itemKeys } from "./identity.ts"
import { normaliseLanguageTag } from "./language/normaliseLanguageTag.ts"
import { SUMMARY_LENGTH_MAX, TITLE_LENGTH_MAX } from "./limits.ts"
import type { ParsedFeed, ParsedItem, PreviousItems } from "./ParsedFeed.ts"
import { authorLine } from "./people.ts"
import { FEED_ROOTS } from "./read/kinds.ts"
import type { FeedReading } from "./read/Reading.ts"
import { readJsonFeed } from "./read/readJsonFeed.ts"
import { mayHoldItems, readWithFeedparser } from "./read/readWithFeedparser.ts"
import { readXmlFeed } from "./read/readXmlFeed.ts"
import { repairText } from "./repairText.ts"
import { cutText } from "./text/plainText.ts"
import { contentSource, wordsOf } from "./text/texts.ts"
import { toParsedItem } from "./toParsedItem.ts"
import { readXml } from "./xml/readXml.ts"

/** Why a document is not taken as a feed of the library. `messageKey` names a sentence for each reason. */
export const NotAFeedReason = Schema.Literals([
  "empty",
  "page",
  "json",
  "opml",
  "other-xml",
  "unknown",
  "too-slow",
  "too-heavy",
  "private",
])
export type NotAFeedReason = typeof NotAFeedReason.Type

/**
 * The document contains no feed (empty, a web page, other JSON or XML, or something else), exceeds the limits on
 * time or memory, or is private: the library is public.
 */
export class NotAFeed extends Schema.TaggedError<NotAFeed>()("NotAFeed", {
  url: Schema.String,
  reason: NotAFeedReason,
}) {
  get messageKey(): `feeds.notAFeed.${NotAFeedReason}` {
    return `feeds.notAFeed.${this.reason}`
  }
}

export type FeedDocument = {
  /** Absolute address of the document: the base of relative addresses. */
  readonly url: string
  /** Media type of the response, or null. Only a hint: servers are wrong more often than documents. */
  readonly contentType: string | null
} & ({ readonly text: string } | { readonly bytes: Uint8Array })

/**
 * Parses a feed of any format, however damaged, into plain texts and safe HTML. Pure; time linear in the length of the
 * document.
 * @param previousItems items that need not be cleaned again
 */
export const parseFeed = (
  document: FeedDocument,
  previousItems: PreviousItems = {},
): Result.Result<ParsedFeed, NotAFeed> =>
  Result.flatMap(readDocument(document), (reading) =>
    reading.isUnlisted || isPrivateAddress(document.url)
      ? Result.fail(new NotAFeed({ url: document.url, reason: "private" }))
      : Result.succeed(toParsedFeed(reading, previousItems)),
  )

/**
 * The same by feedparser, for a document that `parseFeed` refused or in which it found no items. `not-offered`: nothing in
 * the document looks like an item. feedparser does not bound its work: run it in a thread with a time limit.
 */
export const parseFeedAgain = async (
  document: FeedDocument,
  previousItems: PreviousItems = {},
): Promise<ParsedFeed | "not-offered" | "no-items"> => {
  const { text } = textOf(document)
  if (!mayHoldItems(text)) return "not-offered"
  const reading = await readWithFeedparser(text, document.url)
  return reading === null ? "no-items" : toParsedFeed(reading, previousItems)
}

/** A parsed document before cleaning: for tests and for fields that ParsedFeed omits. */
export const readDocument = (document: FeedDocument): Result.Result<FeedReading, NotAFeed> => {
  const { text, problems } = textOf(document)
  const found = readText(text, document)
  if (typeof found === "string") return Result.fail(new NotAFeed({ url: document.url, reason: found }))
  return Result.succeed({ ...found, problems: new Set([...problems, ...found.problems]) })
}

const textOf = (document: FeedDocument): ReturnType<typeof repairText> => {
  const decoded = "bytes" in document ? decodeText(document.bytes, document.contentType) : null
  const { text, problems } = repairText(decoded?.text ?? ("text" in document ? document.text : ""))
  return { text, problems: decoded?.mismatch === true ? ["charset-mismatch", ...problems] : problems }
}

const readText = (text: string, { url, contentType }: FeedDocument): FeedReading | NotAFeedReason => {
  const start = text.trimStart()
  if (start === "") return "empty"
  if (start.startsWith("{") || start.startsWith("[") || /\bjson\b/i.test(contentType ?? "")) {
    const value = parseJson(start)
    if (value !== undefined) return readJsonFeed(value, url) ?? "json"
    if (!start.includes("<")) return "json"
  }
  const document = readXml(text, FEED_ROOTS, url)
  const reading = document.root === null ? null : readXmlFeed(document, document.root, url)
  if (reading !== null) return reading
  if (document.html) return "page"
  if (document.first === "opml") return "opml"
  return document.first === null ? "unknown" : "other-xml"
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const toParsedFeed = (reading: FeedReading, previousItems: PreviousItems): ParsedFeed => {
  const items = withoutRepeats(reading.items.map((item) => toParsedItem(item, previousItems)))
  const problems = new Set(reading.problems)
  const title = reading.title === null ? "" : cutText(wordsOf(reading.title), TITLE_LENGTH_MAX)
  const description = reading.description === null ? "" : cutText(wordsOf(reading.description), SUMMARY_LENGTH_MAX)
  if (title === "") problems.add("missing-title")
  for (const problem of itemKeys(items).problems) problems.add(problem)
  return {
    format: reading.format,
    version: reading.version,
    title: title === "" ? null : title,
    description: description === "" ? null : description,
    link: reading.link,
    selfUrl: reading.selfUrl,
    iconUrl: reading.iconUrl ?? pictureOf(reading),
    language: normaliseLanguageTag(reading.language),
    author: authorLine(reading.authors),
    authors: reading.authors,
    categories: reading.categories,
    updatedAt: toIso(reading.updatedMs ?? newest(reading) ?? reading.publishedMs),
    hubs: reading.hubs,
    ttlMinutes: reading.ttlMinutes,
    podcast: reading.podcast,
    items,
    problems: [...problems],
  }
}

/** Without a date of its own, a feed changed with its newest item. */
const newest = ({ items }: FeedReading): number | null => {
  const moments = items
    .map(({ updatedMs, publishedMs }) => updatedMs ?? publishedMs)
    .filter((moment) => moment !== null)
  return moments.length === 0 ? null : Math.max(...moments)
}

const pictureOf = ({ description }: FeedReading): string | null =>
  description === null
    ? null
    : (sanitiseArticle(contentSource(description), { baseUrl: description.base }).images[0] ?? null)

/** Feeds that list an item twice word for word mean one item. */
const withoutRepeats = (items: ReadonlyArray<ParsedItem>): ReadonlyArray<ParsedItem> => {
  const nameOf = ({ guid, link }: ParsedItem) => JSON.stringify([guid, link])
  const names = new Set(items.map(nameOf))
  // A fingerprint takes long, and few documents need one here.
  if (names.size === items.length) return items
  const seen = new Set<string>()
  return items.filter((item) => {
    if (item.guid === null && item.link === null) return true
    const key = `${nameOf(item)} ${item.previous?.fingerprint ?? fingerprint(item)}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
