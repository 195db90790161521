import { collect, type FeedFactTable } from "./FeedFactTable.ts"

/** JSON whose shape is somebody else's. */
type Json = { readonly [key: string]: Json } & ReadonlyArray<Json>

const at = (value: unknown, key: string): Json => ((value as Json | undefined)?.[key] ?? {}) as Json
const text = (value: unknown, key: string): string | null => {
  const found = (value as Record<string, unknown> | undefined)?.[key]
  return typeof found === "string" ? found : typeof found === "number" ? String(found) : null
}
const list = (value: unknown, key: string): ReadonlyArray<Json> => {
  const found = (value as Record<string, unknown> | undefined)?.[key]
  return Array.isArray(found) ? found : []
}
const texts = (value: unknown, key: string): ReadonlyArray<string> => list(value, key).map((entry) => String(entry))
const people = (add: ReturnType<typeof collect>, path: string, persons: ReadonlyArray<Json>, url: string): void =>
  persons.forEach((person, index) => {
    add.words(`${path}.${index}.name`, text(person, "name"))
    add.plain(`${path}.${index}.email`, text(person, "email"))
    add.address(`${path}.${index}.url`, text(person, url))
  })
const linkWith = (value: unknown, rel: string): string | null =>
  text(list(value, "links").find((link) => (text(link, "rel") ?? "alternate") === rel) ?? {}, "href")
const enclosures = (
  add: ReturnType<typeof collect>,
  path: string,
  files: ReadonlyArray<Json>,
  names: readonly [string, string, string],
): void =>
  files.forEach((file, index) => {
    add.address(`${path}.${index}.url`, text(file, names[0]))
    add.plain(`${path}.${index}.type`, text(file, names[1]))
    add.plain(`${path}.${index}.length`, text(file, names[2]))
  })

/** gofeed's Atom model, without the origin of aggregated entries and the publisher's software. */
export const atomFacts = (feed: unknown): FeedFactTable => {
  const add = collect()
  add.words("title", text(feed, "title"))
  add.words("description", text(feed, "subtitle"))
  add.address("link", linkWith(feed, "alternate"))
  add.address("selfUrl", linkWith(feed, "self"))
  add.address("icon", text(feed, "icon") ?? text(feed, "logo"))
  add.plain("language", text(feed, "language"))
  add.version("version", text(feed, "version"))
  add.moment("updated", text(feed, "updatedParsed"))
  add.words("copyright", text(feed, "rights"))
  people(add, "authors", list(feed, "authors"), "uri")
  people(add, "contributors", list(feed, "contributors"), "uri")
  add.list(
    "categories",
    list(feed, "categories").map((tag) => text(tag, "label") ?? text(tag, "term")),
  )
  list(feed, "entries").forEach((entry, index) => {
    const path = `items.${index}`
    add.words(`${path}.title`, text(entry, "title"))
    add.plain(`${path}.guid`, text(entry, "id"))
    add.address(`${path}.link`, linkWith(entry, "alternate"))
    add.markup(`${path}.summary`, text(entry, "summary"))
    add.markup(
      `${path}.content`,
      isShown(text(at(entry, "content"), "type")) ? text(at(entry, "content"), "value") : null,
    )
    add.moment(`${path}.published`, text(entry, "publishedParsed"))
    add.moment(`${path}.updated`, text(entry, "updatedParsed"))
    people(add, `${path}.authors`, list(entry, "authors"), "uri")
    people(add, `${path}.contributors`, list(entry, "contributors"), "uri")
    add.list(
      `${path}.tags`,
      list(entry, "categories").map((tag) => text(tag, "label") ?? text(tag, "term")),
    )
    const files = list(entry, "links").filter((link) => text(link, "rel") === "enclosure")
    enclosures(add, `${path}.enclosures`, files, ["href", "type", "length"])
  })
  return add.facts
}

/** Content that is no text (a picture, a film, data for programs) is not for reading. */
const isShown = (type: string | null): boolean => type === null || !/^(?:video|image|audio)\/|json|atom\+xml/.test(type)

/** gofeed's RSS model, without what only publishing software reads: cloud, docs, rating, skip hours, text input. */
export const rssFacts = (feed: unknown): FeedFactTable => {
  const add = collect()
  add.words("title", text(feed, "title"))
  add.words("description", text(feed, "description"))
  add.address("link", text(feed, "link"))
  add.plain("language", text(feed, "language"))
  add.version("version", text(feed, "version"))
  add.address("icon", text(at(feed, "image"), "url"))
  add.moment("updated", text(feed, "lastBuildDateParsed") ?? text(feed, "pubDateParsed"))
  add.plain("ttl", text(feed, "ttl"))
  add.words("author", text(feed, "managingEditor") ?? text(feed, "webMaster"))
  add.words("copyright", text(feed, "copyright"))
  add.list(
    "categories",
    list(feed, "categories").map((tag) => text(tag, "value")),
  )
  list(feed, "items").forEach((item, index) => {
    const path = `items.${index}`
    add.words(`${path}.title`, text(item, "title"))
    add.markup(`${path}.summary`, text(item, "description"))
    add.markup(`${path}.content`, text(item, "content"))
    add.address(`${path}.link`, text(item, "link"))
    add.plain(`${path}.guid`, text(at(item, "guid"), "value"))
    add.words(`${path}.author`, text(item, "author"))
    add.list(
      `${path}.tags`,
      list(item, "categories").map((tag) => text(tag, "value")),
    )
    add.moment(`${path}.published`, text(item, "pubDateParsed"))
    enclosures(add, `${path}.enclosures`, list(item, "enclosures"), ["url", "type", "length"])
  })
  return add.facts
}

/** gofeed's one model for all formats, without its extension trees. */
export const universalFacts = (feed: unknown): FeedFactTable => {
  const add = collect()
  add.words("title", text(feed, "title"))
  add.words("description", text(feed, "description"))
  add.address("link", text(feed, "link"))
  add.address("selfUrl", text(feed, "feedLink"))
  add.plain("language", text(feed, "language"))
  add.version("version", text(feed, "feedVersion"))
  add.address("icon", text(at(feed, "image"), "url"))
  add.moment("updated", text(feed, "updatedParsed"))
  add.words("copyright", text(feed, "copyright"))
  people(add, "authors", list(feed, "authors"), "url")
  add.list("categories", texts(feed, "categories"))
  list(feed, "items").forEach((item, index) => {
    const path = `items.${index}`
    add.words(`${path}.title`, text(item, "title"))
    add.markup(`${path}.summary`, text(item, "description"))
    add.markup(`${path}.content`, text(item, "content"))
    add.address(`${path}.link`, text(item, "link"))
    add.plain(`${path}.guid`, text(item, "guid"))
    add.address(`${path}.image`, text(at(item, "image"), "url"))
    people(add, `${path}.authors`, list(item, "authors"), "url")
    add.list(`${path}.tags`, texts(item, "categories"))
    add.moment(`${path}.published`, text(item, "publishedParsed"))
    add.moment(`${path}.updated`, text(item, "updatedParsed"))
    enclosures(add, `${path}.enclosures`, list(item, "enclosures"), ["url", "type", "length"])
  })
  return add.facts
}

/** gofeed's JSON Feed model. */
export const jsonFacts = (feed: unknown): FeedFactTable => {
  const add = collect()
  add.words("title", text(feed, "title"))
  add.words("description", text(feed, "description"))
  add.address("link", text(feed, "home_page_url"))
  add.address("selfUrl", text(feed, "feed_url"))
  add.address("icon", text(feed, "icon"))
  const one = (value: unknown): ReadonlyArray<Json> =>
    list(value, "authors").length > 0 ? list(value, "authors") : [at(value, "author")]
  people(add, "authors", one(feed), "url")
  list(feed, "items").forEach((item, index) => {
    const path = `items.${index}`
    add.words(`${path}.title`, text(item, "title"))
    add.markup(`${path}.summary`, text(item, "summary"))
    add.markup(`${path}.content`, text(item, "content_html"))
    add.address(`${path}.link`, text(item, "url"))
    add.plain(`${path}.guid`, text(item, "id"))
    add.address(`${path}.image`, text(item, "image"))
    people(add, `${path}.authors`, one(item), "url")
    add.list(`${path}.tags`, texts(item, "tags"))
    add.moment(`${path}.published`, text(item, "date_published"))
    add.moment(`${path}.updated`, text(item, "date_modified"))
    enclosures(add, `${path}.enclosures`, list(item, "attachments"), ["url", "mime_type", "size_in_bytes"])
  })
  return add.facts
}
