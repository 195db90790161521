import type { Channel, Entry } from "./Channel.ts"

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export const writeJsonFeed = (channel: Channel): string =>
  `${JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: channel.title,
    description: channel.description,
    home_page_url: channel.homeUrl,
    feed_url: channel.selfUrl,
    language: channel.language,
    items: channel.entries.map(itemOf),
  })}\n`

const itemOf = (entry: Entry) => ({
  id: entry.id,
  url: entry.url,
  title: entry.title,
  // Every item has a text, and we hold no more of it than the feed's first lines.
  content_text: entry.summary ?? "",
  ...(entry.summary === null ? {} : { summary: entry.summary }),
  ...(entry.imageUrl === null ? {} : { image: entry.imageUrl }),
  date_published: new Date(entry.publishedMs).toISOString(),
  authors: [{ name: entry.author ?? entry.source.title, url: entry.source.url }],
  ...(entry.language === null ? {} : { language: entry.language }),
  ...(entry.tags.length === 0 ? {} : { tags: entry.tags }),
  ...(entry.enclosures.length === 0
    ? {}
    : {
        attachments: entry.enclosures.map(({ url, type, lengthBytes }) => ({
          url,
          mime_type: type,
          ...(lengthBytes === null ? {} : { size_in_bytes: lengthBytes }),
        })),
      }),
})
