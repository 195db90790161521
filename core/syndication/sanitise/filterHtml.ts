import sanitize from "sanitize-html"
import { escapeHtml } from "../parse/text/plainText.ts"
import { ALLOWED_ATTRIBUTES, ALLOWED_CLASSES, ALLOWED_TAGS, UNREAD_TAGS } from "./allowList.ts"
import type { Embed } from "./embeds.ts"
import { largestOf } from "./pictures.ts"
import { type RewrittenElement, rewriteElement } from "./rewriteElement.ts"

export type FilteredHtml = {
  readonly html: string
  readonly images: ReadonlyArray<string>
  readonly videos: ReadonlyArray<string>
  /** An element was dropped or renamed, so the result may parse differently. */
  readonly restructured: boolean
}

/** Deeper elements are dropped; their text stays. */
export const NESTING_MAX = 100

/** One pass of sanitize-html with our lists and rules; collects pictures and videos. */
export const filterHtml = (html: string, baseUrl: string | null): FilteredHtml => {
  const images: Array<string> = []
  const embeds: Array<Embed> = []
  const pictures = new Pictures()
  /**
   * Number of pictures and players so far, and when each element began, by its attributes object, which sanitize-html
   * passes on.
   */
  let shown = 0
  const shownBefore = new WeakMap<object, number>()
  let restructured = false
  let sources = 0
  const filtered = sanitize(html, {
    ...OPTIONS,
    transformTags: {
      "*": (tag, attributes) => {
        const element = pictures.read(tag, attributes, baseUrl)
        if (element.image !== undefined) images.push(element.image)
        if (element.embed !== undefined) embeds.push(element.embed)
        restructured ||= element.tagName !== tag || !ALLOWED.has(element.tagName)
        const attribs = { ...element.attributes }
        shownBefore.set(attribs, shown)
        return { tagName: element.tagName, attribs }
      },
    },
    exclusiveFilter: ({ tag, attribs, text }) => {
      const address = attribs["src"]
      const showsNothing = shown === shownBefore.get(attribs)
      switch (tag) {
        case "source":
          if (pictures.isOpen) return true
          if (address !== undefined) sources += 1
          return address === undefined
        case "img":
        case "image":
          if (address !== undefined) shown += 1
          return address === undefined
        case "iframe":
        case "embed":
          shown += 1
          return false
        case "video":
        case "audio": {
          const silent = address === undefined && sources === 0
          sources = 0
          if (!silent) shown += 1
          restructured ||= silent
          return silent ? "excludeTag" : false
        }
        case "picture":
          pictures.end()
          return showsNothing ? "excludeTag" : false
        case "noscript":
          pictures.endStandIn()
          return showsNothing && WANTS_SCRIPTS.test(text) ? true : "excludeTag"
        case "a": {
          // Wrappers of removed pixels, and links without a safe target. The space inside separates the words around.
          const isDropped = attribs["href"] === undefined || (text.trim() === "" && showsNothing)
          restructured ||= isDropped
          return isDropped ? "excludeTag" : false
        }
        default:
          return false
      }
    },
  })
  return { html: nameEmbeds(filtered, embeds), images, videos: embeds.map(({ url }) => url), restructured }
}

/** Notices for readers without scripts. */
const WANTS_SCRIPTS =
  /\b(?:enable|activate|requires?|turn on)\s+java\s?script\b|\bjava\s?script\s+(?:is|must be|to be)\b/i

/** Handles elements that depend on pictures around them. */
class Pictures {
  /** Address from the sources of the open picture, in case its image has none. */
  #source: string | null = null
  #isOpen = false
  #standIns = 0
  readonly #shown = new Set<string>()
  readonly #shownByStandIns = new Set<string>()

  read(tag: string, attributes: Readonly<Record<string, string>>, baseUrl: string | null): RewrittenElement {
    const element = rewriteElement(tag, attributes, baseUrl)
    if (tag === "picture") this.#source = null
    this.#isOpen = tag === "picture" || (this.#isOpen && tag !== "video" && tag !== "audio")
    if (tag === "noscript") this.#standIns += 1
    if (tag === "source")
      this.#source ??= largestOf(
        attributes["srcset"] ?? attributes["data-srcset"] ?? attributes["data-lazy-srcset"] ?? "",
      )
    if (element.tagName !== "img") return element
    const isFound = element.attributes["src"] !== undefined || this.#source === null
    return this.#once(isFound ? element : rewriteElement(tag, { ...attributes, src: this.#source ?? "" }, baseUrl))
  }

  /** Inside a picture, sources have no players. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  end(): void {
    this.#source = null
    this.#isOpen = false
  }

  endStandIn(): void {
    this.#standIns = Math.max(0, this.#standIns - 1)
  }

  /** Lazy loading puts each picture into the page twice: for scripts, and in `noscript`. */
  #once(element: RewrittenElement): RewrittenElement {
    const address = element.attributes["src"]
    if (address === undefined) return element
    const isStandIn = this.#standIns > 0
    if ((isStandIn ? this.#shown : this.#shownByStandIns).has(address)) return { tagName: "img", attributes: {} }
    this.#shown.add(address)
    if (isStandIn) this.#shownByStandIns.add(address)
    return element
  }
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
  // `rewriteElement` resolves and checks addresses; here sanitize-html checks them again.
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["http", "https"], source: ["http", "https"] },
  allowedSchemesAppliedToAttributes: ["href", "src", "cite", "poster"],
  allowProtocolRelative: false,
  nestingLimit: NESTING_MAX,
  parseStyleAttributes: false,
}

/** The link that replaces a frame is named after its host, unless it has words of its own. */
const nameEmbeds = (html: string, embeds: ReadonlyArray<Embed>): string => {
  const hosts = new Map(embeds.map(({ url, host }) => [url.replaceAll("&", "&amp;"), host]))
  return html.replace(UNNAMED_EMBED, (_, start: string, url: string) => `${start}${hosts.get(url) ?? hostOf(url)}</a>`)
}

const hostOf = (url: string): string => escapeHtml(URL.parse(url)?.hostname.replace(/^www\./, "") ?? "")

const UNNAMED_EMBED = /(<a class="embed" href="([^"]{1,2100})"[^<>]{0,100}>)\s{0,100}<\/a>/g
