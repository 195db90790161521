import { stripTrackers } from "../link.ts"
import { resolveAddress } from "../parse/resolveAddress.ts"
import { RENAMED_TAGS } from "./allowList.ts"
import { type Embed, readEmbed } from "./embeds.ts"
import { type Attributes, isOrnament, isTracker, pictureAddress } from "./pictures.ts"

export type RewrittenElement = {
  readonly tagName: string
  readonly attributes: Attributes
  /** A picture that may represent the article. */
  readonly image?: string
  /** The video or sound that was embedded. */
  readonly embed?: Embed
}

/** Rewrites one element: its name, and its attributes with absolute, safe addresses. */
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
      return embed(tag, attributes, resolve(attributes["src"] ?? attributes["data-src"], baseUrl))
    default:
      return { tagName, attributes: "cite" in attributes ? cited(attributes, address("cite")) : attributes }
  }
}

const REL = "noopener noreferrer nofollow ugc"

/** Mail addresses and telephone numbers. */
const CONTACT = /^\s*(?:mailto:[^\s<>"]{3,300}|tel:\+?[\d().-]{2,40})\s*$/i

const link = (attributes: Attributes, baseUrl: string | null): Attributes => {
  const { href, rel: _, ...rest } = attributes
  const contact = href !== undefined && CONTACT.test(href) ? href.trim() : null
  const address = contact ?? resolve(href, baseUrl)
  if (address === null) return rest
  const target = contact ?? stripTrackers(address)
  return { ...optional("class", attributes["class"] ?? null), href: target, ...rest, rel: REL }
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

/** A frame becomes a link: it would run code of its host and reveal the reader to it. Hidden ones are dropped. */
const embed = (tag: string, attributes: Attributes, address: string | null): RewrittenElement => {
  if (address === null || isTracker(attributes, address)) return { tagName: tag, attributes: {} }
  const known = readEmbed(address)
  if (known === null && tag !== "iframe") return { tagName: tag, attributes: {} }
  const toLink = { tagName: "a", attributes: { class: "embed", href: known?.url ?? address, rel: REL } }
  return known === null ? toLink : { ...toLink, embed: known }
}

const cited = ({ cite: _, ...rest }: Attributes, address: string | null): Attributes => ({
  ...optional("cite", address),
  ...rest,
})

/** Sizes are pixels; other units would break the layout. */
const size = (attributes: Attributes): Attributes => ({
  ...pixels("width", attributes["width"]),
  ...pixels("height", attributes["height"]),
})

const pixels = (name: string, value: string | undefined): Attributes => {
  const number = value === undefined ? undefined : /^\s*(\d{1,5})(?:\.\d+)?(?:px)?\s*$/i.exec(value)?.[1]
  return number === undefined || Number(number) === 0 ? {} : { [name]: String(Number(number)) }
}

/** Attributes allowed on every element. */
const worldly = ({ title, lang, dir }: Attributes): Attributes => ({
  ...optional("title", title ?? null),
  ...optional("lang", lang ?? null),
  ...optional("dir", dir ?? null),
})

const optional = (name: string, value: string | null): Attributes => (value === null ? {} : { [name]: value })

const resolve = (written: string | undefined, baseUrl: string | null): string | null =>
  written === undefined || written.trim() === "" ? null : resolveAddress(written, baseUrl)
