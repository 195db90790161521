import type { PersonFollows } from "#projections/follows"
import type { StreamArticle } from "#projections/readerApps"
import { paths } from "#src/lib/paths.ts"
import { publicAddress } from "#src/lib/publicAddress.ts"
import { longItemId } from "./itemIds.ts"
import { feedStream, labelStream, READ, READING_LIST, STARRED } from "./streamIds.ts"

type ArticleContext = {
  /** The requested stream. */
  readonly id: string
  readonly follows: Pick<PersonFollows, "byGroup">
  readonly origin: string
}

/** Articles in the protocol's format. */
export const writeArticles = (articles: ReadonlyArray<StreamArticle>, { id, follows, origin }: ArticleContext) => {
  const groups = new Map([...follows.byGroup].flatMap(([name, feedIds]) => feedIds.map((feedId) => [feedId, name])))
  return {
    id,
    direction: "ltr",
    updated: Math.floor(Math.max(0, ...articles.map(({ seenMs }) => seenMs)) / 1_000),
    items: articles.map((article) => writeArticle(article, groups.get(article.feedId) ?? "", origin)),
  }
}

const writeArticle = (article: StreamArticle, group: string, origin: string) => {
  const href = publicAddress(article.link ?? paths.newsDetail(article.itemId), origin)
  return {
    id: longItemId(article.itemId),
    crawlTimeMsec: String(article.seenMs),
    timestampUsec: `${article.seenMs}000`,
    published: Math.floor(article.publishedMs / 1_000),
    updated: Math.floor((article.updatedMs ?? article.publishedMs) / 1_000),
    title: article.title,
    author: article.author ?? "",
    canonical: [{ href }],
    alternate: [{ href, type: "text/html" }],
    categories: [
      READING_LIST,
      ...(group === "" ? [] : [labelStream(group)]),
      ...(article.isRead ? [READ] : []),
      ...(article.isSaved ? [STARRED] : []),
      ...article.tags,
    ],
    origin: {
      streamId: feedStream(article.feedId),
      title: article.feedTitle,
      htmlUrl: publicAddress(article.feedLink ?? article.feedUrl, origin),
      feedUrl: publicAddress(article.feedUrl, origin),
    },
    summary: { direction: "ltr", content: article.contentHtml ?? paragraphOf(article.summary ?? "") },
    enclosure: article.enclosures.map(({ url, type, lengthBytes }) => ({
      href: url,
      type: type ?? ANY_TYPE,
      ...(lengthBytes === null ? {} : { length: lengthBytes }),
    })),
  }
}

/** The media type of enclosures without one. */
const ANY_TYPE = "application/octet-stream"

/** Summaries are plain text, but apps expect markup. */
const paragraphOf = (text: string): string =>
  text === "" ? "" : `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</p>`
