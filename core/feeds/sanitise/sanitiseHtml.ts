import sanitize from "sanitize-html"
import { stripTrackers } from "../link.ts"
import { CONTENT_LENGTH_MAX } from "../parse/limits.ts"
import { resolveAddress } from "../parse/resolveAddress.ts"
import { ALLOWED_ATTRIBUTES, ALLOWED_CLASSES, ALLOWED_TAGS, RENAMED_TAGS, UNREAD_TAGS } from "./allowList.ts"
import { cutHtml } from "./cutHtml.ts"
import { readEmbed } from "./embeds.ts"
import { flattenDeep } from "./flattenDeep.ts"
import { type Attributes, isOrnament, isTracker, pictureAddress } from "./pictures.ts"

export type SanitiseOptions = {
  /** The absolute address that relative ones refer to; without one they are dropped. */
  readonly baseUrl: string | null
}

export type CleanArticle = {
  /** Safe to put into a page as it is, at most CONTENT_LENGTH_MAX characters. */
  readonly html: string
  /** Pictures large enough to stand for the article, in order. */
  readonly images: ReadonlyArray<string>
  /** Pages of the videos and sounds that it embedded, in order. */
  readonly videos: ReadonlyArray<string>
}

/** A stranger's HTML, safe to show: see `sanitiseArticle`. */
export const sanitiseHtml = (html: string, options: SanitiseOptions): string => sanitiseArticle(html, options).html

/**
 * Makes a stranger's HTML safe and keeps what makes it an article. Only allowed elements and attributes remain, all
 * addresses are absolute http(s) ones (links may be mailto too) without tracking parameters, pixels that count readers
 * are gone, frames of known video hosts have become links, nothing has an id or a style. What comes out comes out
 * unchanged when it is put in again.
 */
export const sanitiseArticle = (html: string, { baseUrl }: SanitiseOptions): CleanArticle => {
  const images: Array<string> = []
  const videos: Array<string> = []
  const clean = pass(flattenDeep(cutHtml(html, SOURCE_LENGTH_MAX)), baseUrl, { images, videos })
  // The reserve is for the closing tags of what the cut leaves open.
  const short =
    clean.length <= CONTENT_LENGTH_MAX
      ? clean
      : pass(cutHtml(clean, CONTENT_LENGTH_MAX - CLOSING_RESERVE), null, NOTHING_FOUND())
  return { html: short.trim(), images: [...new Set(images)], videos: [...new Set(videos)] }
}

type Found = { readonly images: Array<string>; readonly videos: Array<string> }
const NOTHING_FOUND = (): Found => ({ images: [], videos: [] })

const SOURCE_LENGTH_MAX = 2 * CONTENT_LENGTH_MAX
const NESTING_MAX = 100
const CLOSING_RESERVE = NESTING_MAX * "</blockquote>".length

const pass = (html: string, baseUrl: string | null, found: Found): string => {
  let sources = 0
  const clean = sanitize(html, {
    allowedTags: [...ALLOWED_TAGS],
    allowedAttributes: Object.fromEntries(Object.entries(ALLOWED_ATTRIBUTES).map(([tag, names]) => [tag, [...names]])),
    allowedClasses: Object.fromEntries(Object.entries(ALLOWED_CLASSES).map(([tag, names]) => [tag, [...names]])),
    nonTextTags: [...UNREAD_TAGS],
    selfClosing: ["img", "br", "hr", "wbr", "col", "source"],
    allowedSchemes: ["http", "https", "mailto"],
    allowedSchemesByTag: { img: ["http", "https"], source: ["http", "https"] },
    allowedSchemesAppliedToAttributes: ["href", "src", "cite", "poster"],
    allowProtocolRelative: false,
    nestingLimit: NESTING_MAX,
    parseStyleAttributes: false,
    transformTags: { "*": (tag, attributes) => transform(tag, attributes, baseUrl, found) },
    exclusiveFilter: ({ tag, attribs, text, mediaChildren }) => {
      if (tag === "img" || tag === "image") return attribs["src"] === undefined
      if (tag === "source") {
        sources += attribs["src"] === undefined ? 0 : 1
        return attribs["src"] === undefined
      }
      if (tag === "video" || tag === "audio") {
        const empty = attribs["src"] === undefined && sources === 0
        sources = 0
        return empty ? "excludeTag" : false
      }
      if (tag !== "a") return false
      // What the pixels that we removed were wrapped in, and links that led nowhere safe.
      if (text.trim() === "" && mediaChildren.length === 0) return true
      return attribs["href"] === undefined ? "excludeTag" : false
    },
  })
  return clean.replace(
    UNNAMED_EMBED,
    (_, start: string, address: string) =>
      `${start}${readEmbed(address.replaceAll("&amp;", "&"))?.host ?? "Video"}</a>`,
  )
}

/** The link that stands for a frame, without words of its own. */
const UNNAMED_EMBED = /(<a class="embed" href="([^"]{1,2100})"[^<>]{0,100}>)\s{0,100}<\/a>/g

const transform = (tag: string, attributes: Attributes, baseUrl: string | null, found: Found): sanitize.Tag => {
  const tagName = RENAMED_TAGS[tag] ?? tag
  switch (tagName) {
    case "a":
      return { tagName, attribs: link(attributes, baseUrl) }
    case "img":
      return { tagName, attribs: picture(attributes, baseUrl, found) }
    case "video":
    case "audio":
      return { tagName, attribs: player(attributes, baseUrl) }
    case "source":
      return { tagName, attribs: withAddress(attributes, "src", resolve(attributes["src"], baseUrl)) }
    case "iframe":
    case "embed":
      return embed(tag, attributes, baseUrl, found)
    default:
      return { tagName, attribs: withAddress(attributes, "cite", resolve(attributes["cite"], baseUrl)) }
  }
}

const link = (attributes: Attributes, baseUrl: string | null): sanitize.Attributes => {
  const written = attributes["href"]
  const mail = written !== undefined && /^\s*mailto:[^\s<>"]{3,300}$/i.test(written) ? written.trim() : null
  const address = mail ?? resolve(written, baseUrl)
  const { rel: _, ...rest } = attributes
  if (address === null) return withAddress(rest, "href", null)
  return { ...rest, href: mail ?? stripTrackers(address), rel: "noopener noreferrer nofollow ugc" }
}

const picture = (attributes: Attributes, baseUrl: string | null, found: Found): sanitize.Attributes => {
  const address = resolve(pictureAddress(attributes) ?? undefined, baseUrl)
  if (address === null || isTracker(attributes, address)) return {}
  if (!isOrnament(attributes, address)) found.images.push(address)
  return { ...sized(attributes), src: address, alt: attributes["alt"] ?? "", loading: "lazy", decoding: "async" }
}

const player = (attributes: Attributes, baseUrl: string | null): sanitize.Attributes => {
  const { controls: _, preload: __, ...rest } = sized(attributes)
  const withSource = withAddress(rest, "src", resolve(attributes["src"], baseUrl))
  return { ...withAddress(withSource, "poster", resolve(attributes["poster"], baseUrl)), controls: "", preload: "none" }
}

const embed = (tag: string, attributes: Attributes, baseUrl: string | null, found: Found): sanitize.Tag => {
  const written = attributes["src"] ?? attributes["data-src"]
  const address = resolve(written, baseUrl)
  const known = address === null ? null : readEmbed(address)
  if (known === null) return { tagName: tag, attribs: {} }
  found.videos.push(known.url)
  return { tagName: "a", attribs: { class: "embed", href: known.url, rel: "noopener noreferrer nofollow ugc" } }
}

/** Sizes are numbers of pixels; anything else would move the page about. */
const sized = (attributes: Attributes): sanitize.Attributes => {
  const { width, height, ...rest } = attributes
  return { ...rest, ...pixels("width", width), ...pixels("height", height) }
}

const pixels = (name: string, value: string | undefined): Attributes => {
  const number = value === undefined ? undefined : /^\s*(\d{1,5})(?:\.\d+)?(?:px)?\s*$/i.exec(value)?.[1]
  return number === undefined || Number(number) === 0 ? {} : { [name]: String(Number(number)) }
}

const withAddress = (attributes: Attributes, name: string, address: string | null): sanitize.Attributes => {
  const { [name]: _, ...rest } = attributes
  return address === null ? rest : { ...rest, [name]: address }
}

const resolve = (written: string | undefined, baseUrl: string | null): string | null =>
  written === undefined || written.trim() === "" ? null : resolveAddress(written, baseUrl)
