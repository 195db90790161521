import { Result } from "effect"
import { sanitiseHtml } from "../../sanitise/sanitiseHtml.ts"
import { parseFeed, readDocument } from "../parseFeed.ts"
import type { Person } from "../people.ts"
import { contentSource } from "../text/texts.ts"
import { collect, type FeedFactTable } from "./FeedFactTable.ts"

/** What our parser says of a document: its finished model, and its reading for the fields that the product leaves out. */
export const quireFacts = (text: string, url: string): FeedFactTable => {
  const add = collect()
  const document = { text, url, contentType: null }
  const parsed = parseFeed(document)
  const read = readDocument(document)
  if (Result.isFailure(parsed) || Result.isFailure(read)) return add.facts
  const feed = parsed.success
  const reading = read.success
  const people = (path: string, persons: ReadonlyArray<Person>): void =>
    persons.forEach(({ name, email, url: page }, index) => {
      add.words(`${path}.${index}.name`, name)
      add.plain(`${path}.${index}.email`, email)
      add.address(`${path}.${index}.url`, page)
    })
  add.words("title", feed.title)
  add.words("description", feed.description)
  add.address("link", feed.link)
  add.address("selfUrl", feed.selfUrl)
  add.address("icon", feed.iconUrl)
  add.plain("language", feed.language)
  add.version("version", feed.version)
  add.moment("updated", feed.updatedAt)
  add.plain("ttl", feed.ttlMinutes)
  add.words("author", feed.author)
  add.words("copyright", reading.copyright === null ? null : contentSource(reading.copyright))
  people("authors", feed.authors)
  people("contributors", reading.contributors)
  add.list("categories", feed.categories)
  feed.items.forEach((item, index) => {
    const path = `items.${index}`
    const raw = reading.items[index]
    add.words(`${path}.title`, item.title)
    add.plain(`${path}.guid`, item.guid)
    add.address(`${path}.link`, item.link)
    const summary = raw?.summary ?? null
    add.markup(
      `${path}.summary`,
      summary === null ? item.summary : sanitiseHtml(contentSource(summary), { baseUrl: summary.base }),
    )
    add.markup(`${path}.content`, item.contentHtml)
    add.address(`${path}.image`, item.imageUrl)
    add.words(`${path}.author`, item.author)
    people(`${path}.authors`, item.authors)
    people(`${path}.contributors`, raw?.contributors ?? [])
    add.list(`${path}.tags`, item.tags)
    add.moment(`${path}.published`, item.publishedAt)
    add.moment(`${path}.updated`, item.updatedAt)
    item.enclosures.forEach((file, at) => {
      add.address(`${path}.enclosures.${at}.url`, file.url)
      add.plain(`${path}.enclosures.${at}.type`, file.type)
      add.plain(`${path}.enclosures.${at}.length`, file.lengthBytes)
    })
  })
  return add.facts
}
