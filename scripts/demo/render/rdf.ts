import type { DemoItem } from "../items.ts"
import { type FeedDocument, itemHtml } from "./document.ts"
import { cdata, element, textElement } from "./markup.ts"

/** RSS 1.0 in RDF, with Dublin Core, syndication and content modules. */
export const rdfDocument = (document: FeedDocument): string => {
  const { feed, at, items, updated } = document
  const root = {
    xmlns: "http://purl.org/rss/1.0/",
    "xmlns:rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "xmlns:dc": "http://purl.org/dc/elements/1.1/",
    "xmlns:sy": "http://purl.org/rss/1.0/modules/syndication/",
    "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
    "xml:lang": feed.language,
  }
  const channel = element(
    "channel",
    { "rdf:about": at.document },
    textElement("title", feed.title),
    textElement("link", at.home),
    textElement("description", feed.tagline),
    textElement("dc:language", feed.language),
    textElement("dc:creator", feed.author),
    textElement("dc:date", updated.toISOString()),
    textElement("sy:updatePeriod", "hourly"),
    textElement("sy:updateFrequency", feed.pace === "quick" ? "2" : "1"),
    element("image", { "rdf:resource": at.icon }),
    element("items", {}, sequence(items.map(({ key }) => at.page(key)))),
  )
  const image = element(
    "image",
    { "rdf:about": at.icon },
    textElement("title", feed.title),
    textElement("url", at.icon),
    textElement("link", at.home),
  )
  const told = items.map((item) => rdfItem(document, item))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("rdf:RDF", root, channel, image, ...told)}\n`
}

const sequence = (addresses: ReadonlyArray<string>): string =>
  element("rdf:Seq", {}, ...addresses.map((address) => element("rdf:li", { "rdf:resource": address })))

const rdfItem = (document: FeedDocument, item: DemoItem): string =>
  element(
    "item",
    { "rdf:about": document.at.page(item.key) },
    textElement("title", item.title),
    textElement("link", document.at.page(item.key)),
    textElement("description", item.summary),
    textElement("dc:identifier", item.guid),
    textElement("dc:creator", document.feed.author),
    textElement("dc:date", item.published.toISOString()),
    ...item.tags.map((tag) => textElement("dc:subject", tag)),
    document.feed.carries === "whole" ? element("content:encoded", {}, cdata(itemHtml(document, item))) : undefined,
  )
