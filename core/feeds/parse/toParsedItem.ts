import { stripTrackers } from "../link.ts"
import { readEmbed } from "../sanitise/embeds.ts"
import { sanitiseArticle } from "../sanitise/sanitiseHtml.ts"
import { detectSource, kindOf } from "../source.ts"
import { toIso } from "./dates/toIso.ts"
import { tidyLanguage } from "./language.ts"
import { SUMMARY_LENGTH_MAX, TITLE_LENGTH_MAX } from "./limits.ts"
import type { ParsedItem } from "./ParsedFeed.ts"
import { authorLine } from "./people.ts"
import type { ItemReading } from "./read/Reading.ts"
import { cutText, plainText } from "./text/plainText.ts"
import { contentSource, wordsOf } from "./text/texts.ts"

/** One item as everything behind the parser sees it: plain texts, safe HTML, one picture, one line of authors. */
export const toParsedItem = (item: ItemReading): ParsedItem => {
  const full = item.content ?? (isArticle(item) ? item.summary : null)
  const article = full === null ? null : sanitiseArticle(contentSource(full), { baseUrl: full.base })
  const summary =
    (item.summary === null ? null : wordsOf(item.summary)) ||
    (article === null ? "" : plainText(article.html.replace(EMBED, "")))
  const pictured =
    article ??
    (item.summary === null ? null : sanitiseArticle(contentSource(item.summary), { baseUrl: item.summary.base }))
  const title = item.title === null ? "" : wordsOf(item.title)
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
    language: tidyLanguage(item.language),
    enclosures: item.enclosures,
    durationSeconds: item.durationSeconds,
    transcriptUrl: item.transcriptUrl,
    chaptersUrl: item.chaptersUrl,
    videoUrl: videoOf(item, article?.videos ?? []),
  }
}

/** RSS has one field for a teaser and for a whole article; markup or length tells which it is. */
const isArticle = ({ summary }: ItemReading): boolean =>
  summary !== null &&
  (summary.value.length > SUMMARY_LENGTH_MAX || (summary.kind !== "words" && MARKUP.test(contentSource(summary))))

/** The link that stands for a video says nothing about it. */
const EMBED = /<a class="embed"[^<>]{0,2500}>[^<>]{0,100}<\/a>/g

const MARKUP = /<(?:p|div|br|img|a|ul|ol|table|figure|blockquote|h[1-6]|iframe|pre|video|audio)[\s/>]/i

const videoOf = (item: ItemReading, embedded: ReadonlyArray<string>): string | null => {
  const player = item.playerUrl === null ? null : (readEmbed(item.playerUrl)?.url ?? null)
  const own = item.link !== null && kindOf(detectSource(item.link)) === "video" ? item.link : null
  return own ?? player ?? embedded[0] ?? null
}

/** Only an address that has a tracker in it is written anew. */
const stripTrackersOf = (link: string): string =>
  link.includes("?") || link.includes("#") ? stripTrackers(link) : link
