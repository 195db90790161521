import sanitize from "sanitize-html"
import { ALLOWED_ATTRIBUTES, ALLOWED_CLASSES, ALLOWED_TAGS, UNREAD_TAGS } from "./allowList.ts"
import type { Embed } from "./embeds.ts"
import { rewriteElement } from "./rewriteElement.ts"

export type FilteredHtml = {
  readonly html: string
  readonly images: ReadonlyArray<string>
  readonly videos: ReadonlyArray<string>
  /** An element was dropped or renamed, so what is left may be read as another tree than it was. */
  readonly restructured: boolean
}

/** Deeper elements are dropped; their words stay. */
export const NESTING_MAX = 100

/** One pass of sanitize-html with our lists, our rules for addresses, and our eye on pictures and videos. */
export const filterHtml = (html: string, baseUrl: string | null): FilteredHtml => {
  const images: Array<string> = []
  const embeds: Array<Embed> = []
  let restructured = false
  let sources = 0
  const filtered = sanitize(html, {
    ...OPTIONS,
    transformTags: {
      "*": (tag, attributes) => {
        const element = rewriteElement(tag, attributes, baseUrl)
        if (element.image !== undefined) images.push(element.image)
        if (element.embed !== undefined) embeds.push(element.embed)
        restructured ||= element.tagName !== tag || !ALLOWED.has(element.tagName)
        return { tagName: element.tagName, attribs: { ...element.attributes } }
      },
    },
    exclusiveFilter: ({ tag, attribs, text, mediaChildren }) => {
      const address = attribs["src"]
      if (tag === "img" || tag === "image" || tag === "source") {
        if (tag === "source" && address !== undefined) sources += 1
        return address === undefined
      }
      if (tag === "video" || tag === "audio") {
        const silent = address === undefined && sources === 0
        sources = 0
        restructured ||= silent
        return silent ? "excludeTag" : false
      }
      if (tag !== "a") return false
      // What removed pixels were wrapped in, and links that led nowhere safe.
      const empty = text.trim() === "" && mediaChildren.length === 0
      const leadsNowhere = attribs["href"] === undefined
      restructured ||= empty || leadsNowhere
      return empty || (leadsNowhere ? "excludeTag" : false)
    },
  })
  return { html: nameEmbeds(filtered, embeds), images, videos: embeds.map(({ url }) => url), restructured }
}

const ALLOWED: ReadonlySet<string> = new Set(ALLOWED_TAGS)

const copied = (lists: Readonly<Record<string, ReadonlyArray<string>>>): Record<string, Array<string>> =>
  Object.fromEntries(Object.entries(lists).map(([tag, names]) => [tag, [...names]]))

const OPTIONS: sanitize.IOptions = {
  allowedTags: [...ALLOWED_TAGS],
  allowedAttributes: copied(ALLOWED_ATTRIBUTES),
  allowedClasses: copied(ALLOWED_CLASSES),
  nonTextTags: [...UNREAD_TAGS],
  selfClosing: ["img", "br", "hr", "wbr", "col", "source"],
  // Addresses are resolved and judged by `rewriteElement`; these make sanitize-html judge them once more.
  allowedSchemes: ["http", "https", "mailto"],
  allowedSchemesByTag: { img: ["http", "https"], source: ["http", "https"] },
  allowedSchemesAppliedToAttributes: ["href", "src", "cite", "poster"],
  allowProtocolRelative: false,
  nestingLimit: NESTING_MAX,
  parseStyleAttributes: false,
}

/** The link that stands for a frame is named after its host, where it has no words of its own. */
const nameEmbeds = (html: string, embeds: ReadonlyArray<Embed>): string => {
  if (embeds.length === 0) return html
  const hosts = new Map(embeds.map(({ url, host }) => [url.replaceAll("&", "&amp;"), host]))
  return html.replace(UNNAMED_EMBED, (_, start: string, url: string) => `${start}${hosts.get(url) ?? "Video"}</a>`)
}

const UNNAMED_EMBED = /(<a class="embed" href="([^"]{1,2100})"[^<>]{0,100}>)\s{0,100}<\/a>/g
