import { LINKS_MAX } from "../limits.ts"
import { attributeOf, childrenNamed, textOf, type XmlElement } from "../xml/XmlElement.ts"
import type { Link } from "./Reading.ts"
import { addressIn, numberOf, type ReadingContext } from "./ReadingContext.ts"

/** Links of Atom (attributes) and RSS (text), because RSS feeds contain both. */
export const readLinks = (context: ReadingContext, parent: XmlElement): ReadonlyArray<Link> =>
  childrenNamed(parent, "link")
    .slice(0, LINKS_MAX)
    .flatMap((element) => {
      const attribute = element.attributes.get("href") ?? attributeOf(element, "rdf:resource")
      const href = addressIn(context, element, attribute ?? textOf(element))
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
 * The page of a feed or item: RSS's own link (the last one, as in other readers), otherwise the first alternate that is
 * a page, otherwise the first alternate.
 */
export const pageOf = (context: ReadingContext, parent: XmlElement, links: ReadonlyArray<Link>): string | null => {
  const own =
    context.dialect === "atom"
      ? []
      : childrenNamed(parent, "link").filter(({ attributes }) => !attributes.has("rel") && !attributes.has("type"))
  const plain = own
    .map((element) => addressIn(context, element, textOf(element) ?? attributeOf(element, "href")))
    .findLast((address) => address !== null)
  if (plain !== undefined && plain !== null) return plain
  const alternates = links.filter(({ rel }) => rel === "alternate")
  return (alternates.find(({ type }) => type === null || PAGE.test(type)) ?? alternates[0])?.href ?? null
}

/** Addresses of links with this relation; a link may have several. */
export const linksWith = (links: ReadonlyArray<Link>, relation: string): ReadonlyArray<string> =>
  links.filter(({ rel }) => rel.split(/\s+/).includes(relation)).map(({ href }) => href)

const RELATIONS = /^https?:\/\/www\.iana\.org\/assignments\/relation\//
const PAGE = /^(?:text\/html|application\/xhtml\+xml)/
