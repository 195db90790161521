import FeedParser from "feedparser"
import * as feedsmith from "feedsmith"
import { collect, type FeedFactTable } from "./FeedFactTable.ts"

/** What feedparser says of a document, through the fields that it documents. */
export const feedparserFacts = async (text: string, url: string): Promise<FeedFactTable> => {
  const add = collect()
  const parser = new FeedParser({ feedurl: url })
  const items: Array<FeedParser.Item> = []
  parser.on("error", () => {})
  parser.on("data", (item: FeedParser.Item) => items.push(item))
  await new Promise<void>((resolve) => {
    parser.on("end", resolve)
    parser.on("error", () => resolve())
    parser.end(text)
  })
  const meta: Partial<FeedParser.Meta> = parser.meta ?? {}
  add.words("title", meta.title)
  add.words("description", meta.description)
  add.address("link", meta.link)
  add.address("selfUrl", meta.xmlurl)
  add.address("icon", meta.image?.url ?? meta.favicon)
  add.plain("language", meta.language)
  add.version("version", meta["#version"])
  add.moment("updated", meta.date)
  add.words("author", meta.author)
  add.words("authors.0.name", meta.author)
  add.plain("authors.0.email", meta.author)
  add.words("copyright", meta.copyright)
  add.list("categories", meta.categories)
  items.forEach((item, index) => {
    const path = `items.${index}`
    add.words(`${path}.title`, item.title)
    add.plain(`${path}.guid`, item.guid)
    add.address(`${path}.link`, item.link)
    add.markup(`${path}.summary`, item.summary ?? item.description)
    add.markup(`${path}.content`, item.description)
    add.address(`${path}.image`, item.image?.url)
    add.words(`${path}.author`, item.author)
    add.words(`${path}.authors.0.name`, item.author)
    add.plain(`${path}.authors.0.email`, item.author)
    add.list(`${path}.tags`, item.categories)
    add.moment(`${path}.published`, item.pubdate)
    add.moment(`${path}.updated`, item.date)
    item.enclosures.forEach((file, at) => {
      add.address(`${path}.enclosures.${at}.url`, file.url)
      add.plain(`${path}.enclosures.${at}.type`, file.type)
      add.plain(`${path}.enclosures.${at}.length`, file.length)
    })
  })
  return add.facts
}

/** What feedsmith says of a document; nothing where it throws. */
export const feedsmithFacts = (text: string): FeedFactTable => {
  try {
    return feedsmithModelFacts(feedsmith.parseFeed(text).feed)
  } catch {
    return new Map()
  }
}

/** What a feed says in feedsmith's models. Its formats are apart; here the first field that holds something counts. */
export const feedsmithModelFacts = (feed: unknown): FeedFactTable => {
  const add = collect()
  add.words("title", string(feed, "title", "dc.titles.0"))
  add.words("description", string(feed, "description", "subtitle", "tagline", "itunes.summary"))
  add.address("link", string(feed, "link", "home_page_url") ?? linkWith(feed, "alternate"))
  add.address("selfUrl", string(feed, "feed_url") ?? linkWith(feed, "self"))
  add.address("icon", string(feed, "image.url", "icon", "logo", "itunes.image", "favicon"))
  add.plain("language", string(feed, "language", "dc.languages.0"))
  add.moment("updated", string(feed, "lastBuildDate", "updated", "modified", "pubDate", "dc.dates.0"))
  add.plain("ttl", string(feed, "ttl"))
  add.words(
    "author",
    string(
      feed,
      "managingEditor.name",
      "managingEditor.email",
      "managingEditor",
      "webMaster.name",
      "webMaster.email",
      "webMaster",
    ),
  )
  add.words("copyright", string(feed, "copyright", "rights"))
  people(add, "authors", feed, ["authors", "author", "managingEditor", "dc.creators", "itunes.author", "webMaster"])
  people(add, "contributors", feed, ["contributors"])
  add.list("categories", tags(feed))
  const items = list(feed, "items").length > 0 ? list(feed, "items") : list(feed, "entries")
  items.forEach((item, index) => {
    const path = `items.${index}`
    add.words(`${path}.title`, string(item, "title", "dc.titles.0"))
    add.plain(`${path}.guid`, string(item, "guid.value", "guid", "id"))
    add.address(`${path}.link`, string(item, "link", "url") ?? linkWith(item, "alternate"))
    add.markup(`${path}.summary`, string(item, "summary", "description", "itunes.summary"))
    add.markup(
      `${path}.content`,
      string(
        item,
        "content.encoded",
        "content.value",
        "content",
        "content_html",
        "content_text",
        "description",
        "summary",
      ),
    )
    add.address(
      `${path}.image`,
      string(item, "image", "itunes.image", "media.thumbnails.0.url", "media.contents.0.url"),
    )
    add.words(`${path}.author`, string(item, "authors.0.name", "authors.0.email", "authors.0", "dc.creators.0"))
    people(add, `${path}.authors`, item, ["authors", "dc.creators", "itunes.author"])
    people(add, `${path}.contributors`, item, ["contributors"])
    add.list(`${path}.tags`, tags(item))
    add.moment(`${path}.published`, string(item, "pubDate", "published", "issued", "date_published", "dc.dates.0"))
    add.moment(`${path}.updated`, string(item, "updated", "modified", "date_modified", "dc.dates.0"))
    const files = [
      ...list(item, "enclosures"),
      ...list(item, "attachments"),
      ...list(item, "links").filter((link) => string(link, "rel") === "enclosure"),
    ]
    files.forEach((file, at) => {
      add.address(`${path}.enclosures.${at}.url`, string(file, "url", "href"))
      add.plain(`${path}.enclosures.${at}.type`, string(file, "type", "mime_type"))
      add.plain(`${path}.enclosures.${at}.length`, string(file, "length", "size_in_bytes"))
    })
  })
  return add.facts
}

const valueAt = (value: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (inner, key) =>
        typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[key] : undefined,
      value,
    )

const string = (value: unknown, ...paths: ReadonlyArray<string>): string | null => {
  for (const path of paths) {
    const found = valueAt(value, path)
    if (typeof found === "string" || typeof found === "number") return String(found)
    const inner = valueAt(found, "value") ?? valueAt(found, "#text")
    if (typeof inner === "string") return inner
  }
  return null
}

const list = (value: unknown, path: string): ReadonlyArray<unknown> => {
  const found = valueAt(value, path)
  return Array.isArray(found) ? found : []
}

const linkWith = (value: unknown, rel: string): string | null => {
  const links = [...list(value, "links"), ...list(value, "atom.links")]
  return string(
    links.find((link) => (string(link, "rel") ?? "alternate") === rel),
    "href",
  )
}

const tags = (value: unknown): ReadonlyArray<string | null> =>
  [...list(value, "categories"), ...list(value, "tags"), ...list(value, "dc.subjects")].map((tag) =>
    typeof tag === "string" ? tag : string(tag, "label", "term", "name"),
  )

const people = (
  add: ReturnType<typeof collect>,
  path: string,
  value: unknown,
  sources: ReadonlyArray<string>,
): void => {
  const found = sources.map((source) => valueAt(value, source)).find((persons) => persons !== undefined)
  const persons = Array.isArray(found) ? found : found === undefined ? [] : [found]
  persons.forEach((person, index) => {
    add.words(`${path}.${index}.name`, typeof person === "string" ? person : string(person, "name"))
    add.plain(`${path}.${index}.email`, string(person, "email"))
    add.address(`${path}.${index}.url`, string(person, "uri", "url"))
  })
}
