import { createHash } from "node:crypto"
import { linkKey } from "../link.ts"
import type { ParsedItem, ParseProblem } from "./ParsedFeed.ts"
import { plainText } from "./text/plainText.ts"

export type ItemKeys = {
  /** Identifies the item within its feed: the input of its id. */
  readonly identity: string
  /**
   * Other names of this item that no other item of the document shares. A new item with such a name in common with a
   * known item is that item: its publisher changed GUIDs, moved to https or rebuilt the feed.
   */
  readonly alternatives: ReadonlyArray<string>
}

type Item = Pick<ParsedItem, "guid" | "link" | "title" | "summary" | "contentHtml" | "enclosures" | "publishedAt">

/**
 * Identities of the items of one document, in order: the GUID (ignoring http or https); if several items share it, with
 * the link; if that is shared too, with the position counted from the oldest, because feeds grow at the top. Without a
 * GUID the link, then the file, then title and content.
 */
export const itemKeys = (
  items: ReadonlyArray<Item>,
): { readonly keys: ReadonlyArray<ItemKeys>; readonly problems: ReadonlyArray<ParseProblem> } => {
  const problems = new Set<ParseProblem>()
  const first = items.map(firstKey)
  const shared = repeated(first)
  const second = first.map((key, at) => (shared.has(key) ? `${key}\n${linkPart(items[at]?.link ?? null)}` : key))
  const stillShared = repeated(second)
  const places = new Map<string, number>()
  const identities = second.toReversed().map((key) => {
    if (!stillShared.has(key)) return key
    const place = (places.get(key) ?? 0) + 1
    places.set(key, place)
    return `${key}\n${place}`
  })
  identities.reverse()
  const others = items.map((item) => alternativeKeys(item))
  const ambiguous = repeated(others.flat())
  items.forEach((item, at) => {
    if (item.guid === null && item.link === null) problems.add("missing-identity")
    if (item.guid !== null && shared.has(first[at] ?? "")) problems.add("duplicate-guid")
  })
  const keys = identities.map((identity, at) => ({
    identity,
    alternatives: (others[at] ?? []).filter((key) => key !== identity && !ambiguous.has(key)),
  }))
  return { keys, problems: [...problems] }
}

/** All names of an item on its own: GUID, link, first file, title with date. */
export const alternativeKeys = (item: Item): ReadonlyArray<string> => {
  const [file] = item.enclosures
  return [
    ...(item.guid === null ? [] : [guidKey(item.guid)]),
    ...(item.link === null ? [] : [linkPart(item.link)]),
    ...(file === undefined ? [] : [`file:${linkKey(file.url)}`]),
    ...(item.title === null || item.publishedAt === null ? [] : [`dated:${digest(item.title, item.publishedAt)}`]),
  ]
}

/**
 * A digest of what an item says, in 22 characters: another value means an edit. Covers title, text, link and files;
 * ignores markup, tracking parameters, signatures of files, pictures and dates.
 */
export const fingerprint = (item: Item): string =>
  digest(
    item.title ?? "",
    item.contentHtml === null ? (item.summary ?? "") : plainText(item.contentHtml),
    item.link === null ? "" : linkKey(item.link),
    ...item.enclosures.map(({ url }) => fileKey(url)).toSorted(),
  )

const firstKey = (item: Item): string => {
  if (item.guid !== null) return guidKey(item.guid)
  if (item.link !== null) return linkPart(item.link)
  const [file] = item.enclosures
  if (file !== undefined) return `file:${linkKey(file.url)}`
  return `text:${digest(item.title ?? "", item.contentHtml ?? item.summary ?? "")}`
}

/** The scheme is ignored, because many GUIDs are addresses and sites move to https. */
const guidKey = (guid: string): string => `guid:${guid.trim().replace(/^https?:\/\/(?:www\.)?/i, "//")}`

/** An item may be a section of a page, so its fragment counts. */
const linkPart = (link: string | null): string => {
  if (link === null) return "link:"
  const hash = link.indexOf("#")
  const fragment = hash < 0 || /^#(?:[!/]|xtor=|utm_)/i.test(link.slice(hash)) ? "" : link.slice(hash)
  return `link:${linkKey(link)}${fragment}`
}

const fileKey = (url: string): string => linkKey(url).replace(/(\.[a-z\d]{2,5})\?.*$/i, "$1")

const repeated = (keys: ReadonlyArray<string>): ReadonlySet<string> => {
  const seen = new Set<string>()
  const again = new Set<string>()
  for (const key of keys) (seen.has(key) ? again : seen).add(key)
  return again
}

const digest = (...parts: ReadonlyArray<string>): string =>
  createHash("sha256")
    .update(JSON.stringify(parts.map((part) => part.normalize("NFC"))))
    .digest("base64url")
    .slice(0, 22)
