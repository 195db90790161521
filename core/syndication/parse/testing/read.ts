import { Result } from "effect"
import type { ParsedFeed, ParsedItem } from "../ParsedFeed.ts"
import { parseFeed } from "../parseFeed.ts"

export const DOCUMENT_URL = "http://example.org/blog/feed.xml"

/** The feed that a text holds; a refusal fails the test. */
export const read = (text: string, url = DOCUMENT_URL): ParsedFeed =>
  Result.getOrThrow(parseFeed({ text, url, contentType: null }))

/** The first item of the feed that a text holds. */
export const readOne = (text: string, url = DOCUMENT_URL): ParsedItem => {
  const [item] = read(text, url).items
  if (item === undefined) throw new Error("the feed has no item")
  return item
}

/** Why a text is refused, or "read" where it is not. */
export const refusal = (text: string, contentType: string | null = null): string =>
  Result.match(parseFeed({ text, url: DOCUMENT_URL, contentType }), {
    onSuccess: () => "read",
    onFailure: ({ reason }) => reason,
  })

/** An RSS 2.0 document around fields of its channel, with the usual prefixes declared. */
export const rss = (channel: string): string => `<?xml version="1.0"?><rss version="2.0"
  xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/"
  xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"
  ><channel>${channel}</channel></rss>`

/** An RSS 2.0 document of one item. */
export const rssItem = (fields: string): string => rss(`<item>${fields}</item>`)

/** An Atom 1.0 document around fields of its feed. */
export const atom = (fields: string, attributes = ""): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${attributes}>${fields}</feed>`
