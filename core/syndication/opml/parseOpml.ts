import { Result } from "effect"
import { repairText } from "../parse/repairText.ts"
import { resolveAddress } from "../parse/resolveAddress.ts"
import { cutText, plainText } from "../parse/text/plainText.ts"
import { readXml } from "../parse/xml/readXml.ts"
import { attributeOf, childNamed, childrenNamed, childText, type XmlElement } from "../parse/xml/XmlElement.ts"
import {
  NotAnOpml,
  OPML_GROUPS_MAX,
  OPML_NAME_LENGTH_MAX,
  OPML_READER_FEEDS_MAX,
  type Opml,
  type OpmlFeed,
} from "./Opml.ts"

/**
 * Reads a list of feeds, however its program wrote it: any case of names, any nesting, outlines outside the body, bare
 * ampersands, a file cut in the middle. Groups are the folders; where there are none, the category attribute. A feed
 * stands once in each group. An outermost folder may be empty.
 *
 * @param feedsMax where the list is cut; operators bring longer ones
 */
export const parseOpml = (text: string, feedsMax = OPML_READER_FEEDS_MAX): Result.Result<Opml, NotAnOpml> => {
  const { root, problems } = readXml(repairText(text).text, ROOTS, null)
  if (root === null) return Result.fail(new NotAnOpml({ reason: "no-opml" }))
  const groups = new Map<string, { path: ReadonlyArray<string>; feeds: Map<string, OpmlFeed> }>()
  let count = 0
  let truncated = problems.has("truncated")

  const put = (path: ReadonlyArray<string>, feed: OpmlFeed): void => {
    const key = JSON.stringify(path)
    const group = groups.get(key) ?? { path, feeds: new Map<string, OpmlFeed>() }
    if (group.feeds.has(feed.xmlUrl)) return
    if (count >= feedsMax || (!groups.has(key) && groups.size >= OPML_GROUPS_MAX)) {
      truncated = true
      return
    }
    groups.set(key, group)
    group.feeds.set(feed.xmlUrl, feed)
    count += 1
  }

  const putEmpty = (name: string): void => {
    const key = JSON.stringify([name])
    if (!groups.has(key) && groups.size < OPML_GROUPS_MAX) groups.set(key, { path: [name], feeds: new Map() })
  }

  const walk = (parent: XmlElement, path: ReadonlyArray<string>): void => {
    for (const outline of childrenNamed(parent, "outline")) {
      const feed = feedOf(outline)
      const name = nameOf(outline)
      if (feed !== null) put(path.length > 0 ? path : categoryOf(outline), feed)
      else if (path.length === 0 && name !== null && isEmptyFolder(outline)) putEmpty(name)
      walk(outline, feed === null && name !== null ? [...path, name] : path)
    }
  }

  const head = childNamed(root, "head")
  const body = childNamed(root, "body")
  if (body !== null) walk(body, [])
  walk(root, [])
  if (count === 0) return Result.fail(new NotAnOpml({ reason: "no-feeds" }))
  return Result.succeed({
    title: head === null ? null : named(childText(head, "title")),
    groups: [...groups.values()].map(({ path, feeds }) => ({ path, feeds: [...feeds.values()] })),
    truncated,
  })
}

const ROOTS: ReadonlySet<string> = new Set(["opml"])

/** Outlines with other attributes are entries of other kinds, such as links. */
const isEmptyFolder = (outline: XmlElement): boolean =>
  childrenNamed(outline, "outline").length === 0 &&
  ENTRY_ATTRIBUTES.every((name) => attributeOf(outline, name) === null)
const ENTRY_ATTRIBUTES = ["type", "url", "htmlurl", "category"]

const feedOf = (outline: XmlElement): OpmlFeed | null => {
  const isFeed = /^(?:rss|atom|feed|rdf)/i.test(attributeOf(outline, "type") ?? "")
  const address =
    attributeOf(outline, "xmlurl") ?? attributeOf(outline, "feedurl") ?? (isFeed ? attributeOf(outline, "url") : null)
  const xmlUrl = address === null ? null : resolveAddress(address, null)
  if (xmlUrl === null) return null
  const site = attributeOf(outline, "htmlurl")
  return { title: nameOf(outline), xmlUrl, htmlUrl: site === null ? null : resolveAddress(site, null) }
}

/** If both exist, `title` is the name of the feed and `text` the label in the list. */
const nameOf = (outline: XmlElement): string | null =>
  named(attributeOf(outline, "title")) ?? named(attributeOf(outline, "text"))

const named = (text: string | null): string | null => {
  const name = text === null ? "" : cutText(plainText(text), OPML_NAME_LENGTH_MAX)
  return name === "" ? null : name
}

/** `/Tech/News,other`: the first of several categories, split into folders. */
const categoryOf = (outline: XmlElement): ReadonlyArray<string> =>
  (attributeOf(outline, "category")?.split(",")[0] ?? "").split("/").flatMap((part) => named(part) ?? [])
