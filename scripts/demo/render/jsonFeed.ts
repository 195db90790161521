import type { DemoItem } from "../items.ts"
import { type FeedDocument, itemHtml } from "./document.ts"

/** JSON Feed 1.1. */
export const jsonFeedDocument = (document: FeedDocument): string => {
  const { feed, at, items } = document
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    home_page_url: at.home,
    feed_url: at.document,
    description: feed.tagline,
    icon: at.cover,
    favicon: at.icon,
    language: feed.language,
    authors: [{ name: feed.author, url: at.home, avatar: at.icon }],
    items: items.map((item) => jsonItem(document, item)),
  })
}

const jsonItem = (document: FeedDocument, item: DemoItem) => ({
  id: item.guid,
  url: document.at.page(item.key),
  title: item.title,
  summary: item.summary,
  content_html: itemHtml(document, item),
  ...(item.pictured ? { image: document.at.picture(item.key) } : {}),
  date_published: item.published.toISOString(),
  tags: item.tags,
  language: document.feed.language,
})
