import { atomVersionOf, isCoreAddress } from "../xml/namespaces.ts"
import type { XmlDocument } from "../xml/readXml.ts"
import { attributeOf, childrenNamed, type XmlElement } from "../xml/XmlElement.ts"

/** Local names of root elements: RSS, Atom, RDF, and a channel without a root around it. */
export const FEED_ROOTS: ReadonlySet<string> = new Set(["rss", "feed", "rdf", "channel"])

/** Whether a tree is a feed: other vocabularies use the same root names. */
export const isFeed = (
  document: XmlDocument,
  root: XmlElement,
  channel: XmlElement,
  items: ReadonlyArray<XmlElement>,
): boolean => {
  if (items.length > 0) return true
  // A page that mentions a feed in a listing or a script is not a feed.
  const isFirst = document.first !== null && document.first === document.rootName
  if (document.html && !isFirst) return false
  if (root.local === "rss" || channel !== root) return true
  if (root.local === "feed" && feedAddress(document) !== null) return true
  if (root.local === "rdf" && [...document.namespaces.values()].some(isCoreAddress)) return true
  return childrenNamed(channel, "title", "link", "description", "id", "updated").length > 0
}

/** The version by the namespace, otherwise as declared. */
export const versionOf = (document: XmlDocument, root: XmlElement, format: "rss" | "atom" | "rdf"): string | null => {
  const declared = attributeOf(root, "version")
  if (format === "atom") return atomVersionOf(feedAddress(document) ?? "") ?? declared
  if (format === "rss") return declared
  const addresses = [...document.namespaces.values()].map((address) => address.toLowerCase())
  if (addresses.some((address) => address.includes("netscape.com/rdf/simple/0.9"))) return "0.90"
  return addresses.some((address) => address.includes("rss1.1")) ? "1.1" : "1.0"
}

/** The namespace of an Atom root, or null. */
const feedAddress = (document: XmlDocument): string | null => {
  const prefix = document.rootName?.endsWith(":feed") ? document.rootName.slice(0, -":feed".length) : ""
  const address = document.namespaces.get(prefix)
  return address === undefined || address === "" ? null : address
}
