import { stripTrackers } from "../link.ts"
import { resolveAddress } from "../parse/resolveAddress.ts"
import { RENAMED_TAGS } from "./allowList.ts"
import { type Embed, readEmbed } from "./embeds.ts"
import { type Attributes, isOrnament, isTracker, pictureAddress } from "./pictures.ts"

export type RewrittenElement = {
  readonly tagName: string
  readonly attributes: Attributes
  /** A picture that may stand for the article. */
  readonly image?: string
  /** The video or sound that was embedded here. */
  readonly embed?: Embed
}

/** What becomes of one element: its new name, and attributes whose addresses are absolute and safe. */
export const rewriteElement = (tag: string, attributes: Attributes, baseUrl: string | null): RewrittenElement => {
  const tagName = RENAMED_TAGS[tag] ?? tag
  const address = (name: string): string | null => resolve(attributes[name], baseUrl)
  switch (tagName) {
    case "a":
      return { tagName, attributes: link(attributes, baseUrl) }
    case "img":
      return picture(attributes, baseUrl)
    case "video":
    case "audio":
      return {
        tagName,
        attributes: {
          ...optional("src", address("src")),
          ...optional("poster", address("poster")),
          ...size(attributes),
          ...worldly(attributes),
          controls: "",
          preload: "none",
        },
      }
    case "source":
      return {
        tagName,
        attributes: { ...optional("src", address("src")), ...optional("type", attributes["type"] ?? null) },
      }
    case "iframe":
    case "embed":
      return embed(tag, resolve(attributes["src"] ?? attributes["data-src"], baseUrl))
    default:
      return { tagName, attributes: "cite" in attributes ? cited(attributes, address("cite")) : attributes }
  }
}

const REL = "noopener noreferrer nofollow ugc"

const link = (attributes: Attributes, baseUrl: string | null): Attributes => {
  const { href, rel: _, ...rest } = attributes
  const mail = href !== undefined && /^\s*mailto:[^\s<>"]{3,300}$/i.test(href) ? href.trim() : null
  const address = mail ?? resolve(href, baseUrl)
  if (address === null) return rest
  return { ...optional("class", attributes["class"] ?? null), href: mail ?? stripTrackers(address), ...rest, rel: REL }
}

const picture = (attributes: Attributes, baseUrl: string | null): RewrittenElement => {
  const tagName = "img"
  const address = resolve(pictureAddress(attributes) ?? undefined, baseUrl)
  if (address === null || isTracker(attributes, address)) return { tagName, attributes: {} }
  const shown = { src: address, alt: attributes["alt"] ?? "", ...size(attributes), ...worldly(attributes) }
  return {
    tagName,
    attributes: { ...shown, loading: "lazy", decoding: "async" },
    ...(isOrnament(attributes, address) ? {} : { image: address }),
  }
}

/** A frame is never kept: it would run a stranger's code, and tell its host who reads what. */
const embed = (tag: string, address: string | null): RewrittenElement => {
  const known = address === null ? null : readEmbed(address)
  if (known === null) return { tagName: tag, attributes: {} }
  return { tagName: "a", attributes: { class: "embed", href: known.url, rel: REL }, embed: known }
}

const cited = ({ cite: _, ...rest }: Attributes, address: string | null): Attributes => ({
  ...optional("cite", address),
  ...rest,
})

/** Sizes are numbers of pixels; anything else would move the page about. */
const size = (attributes: Attributes): Attributes => ({
  ...pixels("width", attributes["width"]),
  ...pixels("height", attributes["height"]),
})

const pixels = (name: string, value: string | undefined): Attributes => {
  const number = value === undefined ? undefined : /^\s*(\d{1,5})(?:\.\d+)?(?:px)?\s*$/i.exec(value)?.[1]
  return number === undefined || Number(number) === 0 ? {} : { [name]: String(Number(number)) }
}

/** What every element may say of itself. */
const worldly = ({ title, lang, dir }: Attributes): Attributes => ({
  ...optional("title", title ?? null),
  ...optional("lang", lang ?? null),
  ...optional("dir", dir ?? null),
})

const optional = (name: string, value: string | null): Attributes => (value === null ? {} : { [name]: value })

const resolve = (written: string | undefined, baseUrl: string | null): string | null =>
  written === undefined || written.trim() === "" ? null : resolveAddress(written, baseUrl)
