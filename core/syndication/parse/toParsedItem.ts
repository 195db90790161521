import { createHash } from "node:crypto"
import { stripTrackers } from "../link.ts"
import { readEmbed } from "../sanitise/embeds.ts"
import { sanitiseArticle } from "../sanitise/sanitiseHtml.ts"
import { detectSource, kindOf } from "../source.ts"
import { toIso } from "./dates/toIso.ts"
import { normaliseLanguageTag } from "./language/normaliseLanguageTag.ts"
import { SUMMARY_LENGTH_MAX, TITLE_LENGTH_MAX } from "./limits.ts"
import type { ParsedItem, PreviousItems } from "./ParsedFeed.ts"
import { authorLine } from "./people.ts"
import type { ItemReading } from "./read/Reading.ts"
import { cutText, plainText } from "./text/plainText.ts"
import type { TextConstruct } from "./text/TextConstruct.ts"
import { contentSource, wordsOf } from "./text/texts.ts"

/**
 * Converts an item: plain texts, safe HTML, one picture, one line of authors. Sanitising is most of the work of reading
 * a feed, so it is skipped if the previous document had the same source.
 */
export const toParsedItem = (item: ItemReading, previousItems: PreviousItems = {}): ParsedItem => {
  const sourceHash = digestOf(item)
  // Without any of these the item is only identified by its text.
  const named = item.guid !== null || item.link !== null || item.enclosures.length > 0
  const previous = (named && Object.hasOwn(previousItems, sourceHash) && previousItems[sourceHash]) || null
  return { ...readFields(previous === null ? item : { ...item, ...WORDLESS }), sourceHash, previous }
}

const WORDLESS = { summary: null, content: null }

/** Increase it to read all items again after a change of the sanitiser. */
const READING_VERSION = 2

const digestOf = (item: ItemReading): string =>
  createHash("sha256")
    .update(JSON.stringify([READING_VERSION, item]))
    .digest("base64url")
    .slice(0, 16)

const readFields = (item: ItemReading): Omit<ParsedItem, "sourceHash" | "previous"> => {
  const full = item.content ?? (isArticle(item) ? item.summary : null)
  const article = full === null ? null : sanitiseArticle(contentSource(full), { baseUrl: full.base })
  const summary =
    (item.summary === null ? null : wordsOf(item.summary)) ||
    (article === null ? "" : plainText(article.html.replace(EMBED, "")))
  const pictured =
    article ??
    (item.summary === null ? null : sanitiseArticle(contentSource(item.summary), { baseUrl: item.summary.base }))
  const title = item.title === null ? "" : wordsOf(item.title) || alternativeText(item.title)
  const published = item.publishedMs ?? item.updatedMs
  return {
    guid: item.guid,
    link: item.link === null ? null : stripTrackersOf(item.link),
    title: title === "" ? null : cutText(title, TITLE_LENGTH_MAX),
    summary: summary === "" ? null : cutText(summary, SUMMARY_LENGTH_MAX),
    contentHtml: article === null || article.html === "" ? null : article.html,
    author: authorLine(item.authors),
    authors: item.authors,
    publishedAt: toIso(published),
    updatedAt: toIso(item.updatedMs),
    imageUrl: item.images[0] ?? pictured?.images[0] ?? null,
    tags: item.tags,
    language: normaliseLanguageTag(item.language),
    enclosures: item.enclosures,
    durationSeconds: item.durationSeconds,
    transcriptUrl: item.transcriptUrl,
    chaptersUrl: item.chaptersUrl,
    videoUrl: videoOf(item, article?.videos ?? []),
  }
}

/** The alternative text of a title that is only a picture. */
const alternativeText = (title: TextConstruct): string => {
  const [, double, single] = ALTERNATIVE.exec(contentSource(title).slice(0, SUMMARY_LENGTH_MAX)) ?? []
  return plainText(double ?? single ?? "")
}
const ALTERNATIVE = /<img\s[^<>]*?\balt\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/i

/** RSS has one field for summaries and articles; markup or length distinguishes them. */
const isArticle = ({ summary }: ItemReading): boolean =>
  summary !== null &&
  (summary.value.length > SUMMARY_LENGTH_MAX || (summary.kind !== "words" && MARKUP.test(contentSource(summary))))

/** Links that replace frames do not belong in summaries. */
const EMBED = /<a class="embed"[^<>]{0,2500}>[^<>]{0,100}<\/a>/g

const MARKUP = /<(?:p|div|br|img|a|ul|ol|table|figure|blockquote|h[1-6]|iframe|pre|video|audio)[\s/>]/i

const videoOf = (item: ItemReading, embedded: ReadonlyArray<string>): string | null => {
  const player = item.playerUrl === null ? null : (readEmbed(item.playerUrl)?.url ?? null)
  const own = item.link !== null && kindOf(detectSource(item.link)) === "video" ? item.link : null
  return own ?? player ?? embedded[0] ?? null
}

/** Addresses without trackers stay as written. */
const stripTrackersOf = (link: string): string =>
  link.includes("?") || link.includes("#") ? stripTrackers(link) : link
