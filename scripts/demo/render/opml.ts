import { addressesOf } from "../addresses.ts"
import type { DemoFeed } from "../DemoFeed.ts"
import { element, textElement } from "./markup.ts"

/** All sites as an OPML 2.0 subscription list, in one group for each kind. */
export const opmlDocument = (feeds: ReadonlyArray<DemoFeed>, origin: string): string => {
  const kinds = [...new Set(feeds.map(({ kind }) => kind))]
  const groups = kinds.map((kind) =>
    element("outline", { text: kind }, ...feeds.filter((feed) => feed.kind === kind).map((feed) => line(feed, origin))),
  )
  const head = element("head", {}, textElement("title", "Demo publisher"))
  const opml = element("opml", { version: "2.0" }, head, element("body", {}, ...groups))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${opml}\n`
}

const line = (feed: DemoFeed, origin: string): string => {
  const at = addressesOf(feed, origin)
  return element("outline", {
    type: "rss",
    text: feed.title,
    title: feed.title,
    description: feed.tagline,
    language: feed.language,
    xmlUrl: at.document,
    htmlUrl: at.home,
  })
}
