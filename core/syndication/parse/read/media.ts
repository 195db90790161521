import { DURATION_SECONDS_MAX, ENCLOSURES_MAX } from "../limits.ts"
import type { Enclosure } from "../ParsedFeed.ts"
import { attributeOf, childrenNamed, childText, textOf, type XmlElement } from "../xml/XmlElement.ts"
import { mediaType } from "./mediaType.ts"
import type { Link } from "./Reading.ts"
import { addressIn, numberOf, type ReadingContext } from "./ReadingContext.ts"

export type Media = {
  readonly enclosures: ReadonlyArray<Enclosure>
  /** Best first. */
  readonly images: ReadonlyArray<string>
  readonly durationSeconds: number | null
  readonly playerUrl: string | null
}

/** Reads enclosures of RSS, Atom and RDF, Media RSS with its groups, and pictures and durations of iTunes. */
export const readMedia = (context: ReadingContext, item: XmlElement, links: ReadonlyArray<Link>): Media => {
  const holders = [item, ...childrenNamed(item, "media:group")]
  const contents = holders.flatMap((holder) => childrenNamed(holder, "media:content"))
  const thumbnails = [...holders, ...contents].flatMap((holder) => childrenNamed(holder, "media:thumbnail"))
  const players = [...holders, ...contents].flatMap((holder) => childrenNamed(holder, "media:player"))
  const media = contents.map((element) =>
    enclosureOf(context, element, attributeOf(element, "url"), attributeOf(element, "medium")),
  )
  const own = [
    ...childrenNamed(item, "enclosure", "enc:enclosure").map((element) =>
      enclosureOf(context, element, enclosureUrl(element), null),
    ),
    ...links.filter(({ rel }) => rel === "enclosure").map(linkedEnclosure),
    ...childrenNamed(item, "content")
      .filter((element) => attributeOf(element, "src") !== null && !isPage(attributeOf(element, "type")))
      .map((element) => enclosureOf(context, element, attributeOf(element, "src"), null)),
  ]
  const playable = media.filter((enclosure) => isPlayable(enclosure?.type ?? null))
  const enclosures = distinct([...own, ...playable])
  const pictures = [
    ...byWidth(thumbnails).map((element) =>
      addressIn(context, element, attributeOf(element, "url") ?? textOf(element)),
    ),
    ...byWidth(contents.filter((_, at) => isImage(media[at]?.type ?? null))).map((element) =>
      addressIn(context, element, attributeOf(element, "url")),
    ),
    ...enclosures.filter(({ type }) => isImage(type)).map(({ url }) => url),
    ...pictureIn(context, item),
  ]
  const [player] = players
  return {
    enclosures: enclosures.slice(0, ENCLOSURES_MAX),
    images: [...new Set(pictures.filter((picture) => picture !== null))],
    durationSeconds:
      parseDuration(childText(item, "itunes:duration", "duration")) ??
      contents.map((element) => parseDuration(attributeOf(element, "duration"))).find((found) => found !== null) ??
      null,
    playerUrl: player === undefined ? null : addressIn(context, player, attributeOf(player, "url")),
  }
}

/** Pictures of iTunes, Google and plain RSS on a channel or item. */
export const pictureIn = (context: ReadingContext, parent: XmlElement): ReadonlyArray<string | null> => [
  ...childrenNamed(parent, "itunes:link")
    .filter((element) => attributeOf(element, "rel") === "image")
    .map((element) => addressIn(context, element, attributeOf(element, "href"))),
  ...childrenNamed(parent, "itunes:image", "googleplay:image").map((element) =>
    addressIn(context, element, attributeOf(element, "href") ?? attributeOf(element, "url") ?? textOf(element)),
  ),
  ...childrenNamed(parent, "image", "thumbnail").map((element) =>
    addressIn(
      context,
      element,
      childText(element, "url") ?? attributeOf(element, "href") ?? attributeOf(element, "url") ?? ownText(element),
    ),
  ),
]

/** Seconds of `3725`, `62:05` or `1:02:05`, or null; more than two days is a mistake. */
export const parseDuration = (text: string | null): number | null => {
  const found = text === null ? null : /^\s*(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,6})(?:[.,]\d*)?\s*s?\s*$/i.exec(text)
  if (found === null) return null
  const seconds = Number(found[1] ?? 0) * 3600 + Number(found[2] ?? 0) * 60 + Number(found[3])
  return seconds > 0 && seconds <= DURATION_SECONDS_MAX ? seconds : null
}

const enclosureUrl = (element: XmlElement): string | null =>
  attributeOf(element, "url") ??
  attributeOf(element, "href") ??
  attributeOf(element, "rdf:resource") ??
  attributeOf(element, "src") ??
  ownText(element)

const enclosureOf = (
  context: ReadingContext,
  element: XmlElement,
  address: string | null,
  medium: string | null,
): Enclosure | null => {
  const url = addressIn(context, element, address)
  if (url === null) return null
  const type = mediaType(attributeOf(element, "type") ?? attributeOf(element, "enc:type"), url)
  return {
    url,
    type: type ?? (medium === null || !/^(?:audio|video|image)$/.test(medium) ? null : `${medium}/*`),
    lengthBytes: numberOf(
      attributeOf(element, "length") ?? attributeOf(element, "filesize") ?? attributeOf(element, "enc:length"),
    ),
  }
}

const linkedEnclosure = (link: Link): Enclosure => ({
  url: link.href,
  type: mediaType(link.type, link.href),
  lengthBytes: link.lengthBytes,
})

const distinct = (enclosures: ReadonlyArray<Enclosure | null>): ReadonlyArray<Enclosure> => {
  const byUrl = new Map<string, Enclosure>()
  for (const enclosure of enclosures) {
    if (enclosure !== null && !byUrl.has(enclosure.url)) byUrl.set(enclosure.url, enclosure)
  }
  return [...byUrl.values()]
}

const byWidth = (elements: ReadonlyArray<XmlElement>): ReadonlyArray<XmlElement> =>
  elements.toSorted((a, b) => (numberOf(attributeOf(b, "width")) ?? 0) - (numberOf(attributeOf(a, "width")) ?? 0))

const ownText = (element: XmlElement): string | null => {
  const text = element.children
    .filter((child) => typeof child === "string")
    .join("")
    .trim()
  return text === "" || /\s/.test(text) ? null : text
}

const isPage = (type: string | null): boolean =>
  type === null || /^(?:text\/|application\/xhtml)/i.test(type) || type === "html" || type === "xhtml"
const isImage = (type: string | null): boolean => type?.startsWith("image/") ?? false
const isPlayable = (type: string | null): boolean => type !== null && /^(?:audio|video)\//.test(type)
