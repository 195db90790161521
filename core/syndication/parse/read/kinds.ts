import { atomVersionOf, isCoreAddress } from "../xml/namespaces.ts"
import type { XmlDocument } from "../xml/readXml.ts"
import { attributeOf, childrenNamed, type XmlElement } from "../xml/XmlElement.ts"

/** Local names that the root of a feed may have: RSS, Atom, RDF, and a channel without anything around it. */
export const FEED_ROOTS: ReadonlySet<string> = new Set(["rss", "feed", "rdf", "channel"])

/** Whether a tree with the root of a feed is one: other vocabularies have roots of these names too. */
export const isFeed = (
  document: XmlDocument,
  root: XmlElement,
  channel: XmlElement,
  items: ReadonlyArray<XmlElement>,
): boolean => {
  if (items.length > 0) return true
  // A page that mentions a feed, in a listing or a script, is no feed.
  const isFirst = document.first !== null && document.first === document.rootName
  if (document.html && !isFirst) return false
  if (root.local === "rss" || channel !== root) return true
  if (root.local === "feed" && feedAddress(document) !== null) return true
  if (root.local === "rdf" && [...document.namespaces.values()].some(isCoreAddress)) return true
  return childrenNamed(channel, "title", "link", "description", "id", "updated").length > 0
}

/** The format's version, by its namespace where it has one, else as the root declares it. */
export const versionOf = (document: XmlDocument, root: XmlElement, format: "rss" | "atom" | "rdf"): string | null => {
  const declared = attributeOf(root, "version")
  if (format === "atom") return atomVersionOf(feedAddress(document) ?? "") ?? declared
  if (format === "rss") return declared
  const addresses = [...document.namespaces.values()].map((address) => address.toLowerCase())
  if (addresses.some((address) => address.includes("netscape.com/rdf/simple/0.9"))) return "0.90"
  return addresses.some((address) => address.includes("rss1.1")) ? "1.1" : "1.0"
}

/** The namespace that an Atom root is in, or null. */
const feedAddress = (document: XmlDocument): string | null => {
  const prefix = document.rootName?.endsWith(":feed") ? document.rootName.slice(0, -":feed".length) : ""
  const address = document.namespaces.get(prefix)
  return address === undefined || address === "" ? null : address
}
