import { LINKS_MAX } from "../limits.ts"
import { attributeOf, childrenNamed, textOf, type XmlElement } from "../xml/XmlElement.ts"
import type { Link } from "./Reading.ts"
import { addressIn, numberOf, type Source } from "./Source.ts"

/** Links of Atom (attributes) and of RSS (text) alike, because RSS feeds hold both. */
export const readLinks = (source: Source, parent: XmlElement): ReadonlyArray<Link> =>
  childrenNamed(parent, "link")
    .slice(0, LINKS_MAX)
    .flatMap((element) => {
      const attribute = element.attributes.get("href") ?? attributeOf(element, "rdf:resource")
      const href = addressIn(source, element, attribute ?? textOf(element))
      if (href === null) return []
      return [
        {
          href,
          rel: (attributeOf(element, "rel") ?? "alternate").toLowerCase().replace(RELATIONS, ""),
          type: attributeOf(element, "type")?.toLowerCase() ?? null,
          hreflang: attributeOf(element, "hreflang"),
          title: attributeOf(element, "title"),
          lengthBytes: numberOf(attributeOf(element, "length")),
        },
      ]
    })

/**
 * The page that a feed or an item stands for: RSS's own link (the last one, as all readers have it), else the first
 * alternate that is a page, else the first alternate.
 */
export const pageOf = (source: Source, parent: XmlElement, links: ReadonlyArray<Link>): string | null => {
  const own =
    source.dialect === "atom"
      ? []
      : childrenNamed(parent, "link").filter(({ attributes }) => !attributes.has("rel") && !attributes.has("type"))
  const plain = own
    .map((element) => addressIn(source, element, textOf(element) ?? attributeOf(element, "href")))
    .findLast((address) => address !== null)
  if (plain !== undefined && plain !== null) return plain
  const alternates = links.filter(({ rel }) => rel === "alternate")
  return (alternates.find(({ type }) => type === null || PAGE.test(type)) ?? alternates[0])?.href ?? null
}

/** Addresses of the links with this relation; one link may have several. */
export const linksWith = (links: ReadonlyArray<Link>, relation: string): ReadonlyArray<string> =>
  links.filter(({ rel }) => rel.split(/\s+/).includes(relation)).map(({ href }) => href)

const RELATIONS = /^https?:\/\/www\.iana\.org\/assignments\/relation\//
const PAGE = /^(?:text\/html|application\/xhtml\+xml)/
