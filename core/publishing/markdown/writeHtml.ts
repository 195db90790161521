import type { RendererRule } from "markdown-it"
import { embedOf } from "#core/syndication"
import { HIGHLIGHTED_LENGTH_MAX, highlightCode } from "./highlightCode.ts"
import type { labelsOf } from "./labels.ts"
import { mediaIdOf, parser, type Token } from "./parser.ts"
import { anchorOf, captionOf, loneAddressOf, loneMediaOf, textOfLine } from "./readLine.ts"

/** A file as the page loads it. Sizes in pixels. */
export interface ResolvedMedia {
  readonly kind: "image" | "audio" | "video"
  readonly url: string
  readonly width: number | null
  readonly height: number | null
  readonly durationMs: number | null
  readonly alt?: string | null
}

/** What is known of a linked page. */
export interface LinkCard {
  readonly title: string
  readonly description: string | null
  readonly siteName?: string | null
  /** A picture that the reader may load, such as one of our proxy. */
  readonly pictureUrl?: string | null
}

/** A link to where a file can be seen. */
export interface StandIn {
  readonly href: string
  readonly label: string
}

export interface Heading {
  /** 2 to 6; the title of the post is 1. */
  readonly level: number
  readonly id: string
  readonly text: string
}

/** Options and results of one rendering. */
export interface Rendering {
  readonly labels: ReturnType<typeof labelsOf>
  readonly idPrefix: string
  readonly resolveMedia: (mediaId: string) => ResolvedMedia | null
  readonly resolvePicture: (address: string) => string | null
  readonly resolveCard: (address: string) => LinkCard | null
  /** A link in the place of files that cannot be shown here; null for their caption alone. */
  readonly standIn: StandIn | null
  readonly headings: Array<Heading>
  readonly mediaIds: Set<string>
  readonly missing: Set<string>
  readonly frames: Set<string>
  /** Uses of each anchor, because headings may repeat. */
  readonly anchors: Map<string, number>
  highlightedLength: number
}

/** Other sites whose players one post may start; further ones are links. */
const FRAME_ORIGINS_MAX = 20
/** Links of writers are not endorsed by the site. */
const REL = 'rel="noopener noreferrer nofollow ugc"'
const HEADING_LEVEL_MAX = 6

export const writeHtml = (tokens: Array<Token>, rendering: Rendering): string => {
  const parts: Array<string> = []
  for (let at = 0; at < tokens.length; ) {
    const block = standsAlone(tokens, at, rendering)
    if (block === null) {
      let end = at + 1
      while (end < tokens.length && !mayStandAlone(tokens, end)) end += 1
      parts.push(parser.renderer.render(tokens.slice(at, end), parser.options, { rendering }))
      at = end
    } else {
      parts.push(block)
      at += PARAGRAPH_TOKENS
    }
  }
  return parts.join("").trim()
}

/** Opening, line, closing. */
const PARAGRAPH_TOKENS = 3
const mayStandAlone = (tokens: ReadonlyArray<Token>, at: number): boolean =>
  tokens[at]?.type === "paragraph_open" && tokens[at]?.level === 0

/** The HTML of a paragraph that only has pictures, sounds and films, or one address; null for others. */
const standsAlone = (tokens: ReadonlyArray<Token>, at: number, rendering: Rendering): string | null => {
  const line = mayStandAlone(tokens, at) ? (tokens[at + 1]?.children ?? null) : null
  if (line === null) return null
  const media = loneMediaOf(line)
  if (media !== null) {
    const figures = media.map((token) => figureOf(token, rendering))
    // Sounds and films need the whole line.
    const isGallery = media.length > 1 && media.every((token) => mediaOf(token, rendering)?.kind === "image")
    return isGallery ? `<div class="gallery">${figures.join("")}</div>\n` : `${figures.join("\n")}\n`
  }
  const address = loneAddressOf(line)
  return address === null ? null : `${playerOf(address, rendering) ?? cardOf(address, rendering)}\n`
}

const figureOf = (token: Token, rendering: Rendering): string => {
  const caption = captionOf(token)
  const shown = mediaOf(token, rendering)
  if (shown === null)
    return `<figure class="missing"><figcaption>${standInOf(caption, rendering)}</figcaption></figure>`
  const words = caption === "" ? "" : `<figcaption>${escapeHtml(caption)}</figcaption>`
  const name = caption === "" ? "" : ` aria-label="${escapeHtml(caption)}"`
  switch (shown.kind) {
    case "image":
      return `<figure>${imageOf(token, shown)}${words}</figure>`
    case "audio":
      return `<figure class="audio"><audio src="${escapeHtml(shown.url)}" controls preload="none"${name}></audio>${words}</figure>`
    case "video":
      return `<figure class="video"><video src="${escapeHtml(shown.url)}"${sizeOf(shown)} controls playsinline preload="none"${name}></video>${words}</figure>`
  }
}

const standInOf = (caption: string, { standIn }: Rendering): string => {
  if (standIn === null) return escapeHtml(caption)
  const words = caption === "" ? standIn.label : `${caption} · ${standIn.label}`
  return `<a href="${escapeHtml(standIn.href)}">${escapeHtml(words)}</a>`
}

const imageOf = (token: Token, shown: ResolvedMedia): string => {
  const title = String(token.attrGet("title") ?? "")
  const alt = shown.alt || title || captionOf(token)
  return `<img src="${escapeHtml(shown.url)}" alt="${escapeHtml(alt)}"${sizeOf(shown)} loading="lazy" decoding="async">`
}

const sizeOf = ({ width, height }: ResolvedMedia): string =>
  width === null || height === null ? "" : ` width="${Math.round(width)}" height="${Math.round(height)}"`

/** The file or foreign picture of an image token. */
const mediaOf = (token: Token, rendering: Rendering): ResolvedMedia | null => {
  const address = String(token.attrGet("src") ?? "")
  if (mediaIdOf(address) !== null) return resolve(address, rendering)
  const url = /^https?:\/\//i.test(address) ? rendering.resolvePicture(address) : null
  return url === null ? null : { kind: "image", url, width: null, height: null, durationMs: null }
}

const resolve = (address: string, rendering: Rendering): ResolvedMedia | null => {
  const mediaId = mediaIdOf(address)
  if (mediaId === null) return null
  rendering.mediaIds.add(mediaId)
  const media = rendering.resolveMedia(mediaId)
  if (media === null) rendering.missing.add(mediaId)
  return media
}

/** A link that a script replaces by the provider's player when it is clicked. Without scripts it opens the page. */
const playerOf = (address: string, { frames }: Rendering): string | null => {
  const embed = embedOf(address)
  if (embed === null || (frames.size >= FRAME_ORIGINS_MAX && !frames.has(embed.origin))) return null
  frames.add(embed.origin)
  const target = `href="${escapeHtml(address)}" data-embed data-player="${escapeHtml(embed.src)}" ${REL}`
  return `<p class="player"><a class="embed" ${target}><strong>${escapeHtml(embed.host)}</strong> <small>${escapeHtml(shortAddress(address))}</small></a></p>`
}

const cardOf = (address: string, { resolveCard }: Rendering): string => {
  const card = resolveCard(address)
  const start = `<p class="link-card"><a href="${escapeHtml(address)}" ${REL}>`
  if (card === null) return `${start}${escapeHtml(shortAddress(address))}</a></p>`
  const { title, description, siteName, pictureUrl } = card
  const picture =
    pictureUrl == null ? "" : `<img src="${escapeHtml(pictureUrl)}" alt="" loading="lazy" decoding="async">`
  const words = description === null ? "" : ` <span>${escapeHtml(description)}</span>`
  const host = hostOf(address)
  // The host is always there: a page names its site as it likes.
  const site = siteName == null || siteName === host ? host : `${siteName} · ${host}`
  return `${start}${picture}<strong>${escapeHtml(title)}</strong>${words} <small>${escapeHtml(site)}</small></a></p>`
}

const hostOf = (address: string): string => URL.parse(address)?.hostname.replace(/^www\./, "") ?? address
const ADDRESS_SHOWN_MAX = 80
const shortAddress = (address: string): string => {
  const short = address.replace(/^https?:\/\/(?:www\.)?/i, "").replace(/\/$/, "")
  return short.length > ADDRESS_SHOWN_MAX ? `${short.slice(0, ADDRESS_SHOWN_MAX).toWellFormed()}…` : short
}

const { escapeHtml } = parser.utils
const { rules } = parser.renderer

/** A rule with the options of the rendering. */
const rule =
  (write: (token: Token, rendering: Rendering, tokens: Array<Token>, at: number) => string): RendererRule =>
  (tokens, at, _options, env) =>
    write(tokens[at] as Token, env?.["rendering"] as Rendering, tokens, at)

const metaOf = <Meta>(token: Token): Meta => token.meta as Meta

rules["heading_open"] = rule((token, { headings, anchors, idPrefix }, tokens, at) => {
  const level = Math.min(Number(token.tag.slice(1)) + 1, HEADING_LEVEL_MAX)
  const text = textOfLine(tokens[at + 1]?.children ?? [])
  const anchor = anchorOf(text)
  const uses = (anchors.get(anchor) ?? 0) + 1
  anchors.set(anchor, uses)
  const id = `h-${idPrefix}${anchor}${uses === 1 ? "" : `--${uses}`}`
  headings.push({ level, id, text })
  return `<h${level} id="${id}">`
})
rules["heading_close"] = rule(({ tag }) => `</h${Math.min(Number(tag.slice(1)) + 1, HEADING_LEVEL_MAX)}>\n`)

rules["link_open"] = rule((token, rendering) => {
  const address = String(token.attrGet("href") ?? "")
  const isMedia = /^media:/i.test(address)
  const target = isMedia ? (resolve(address, rendering)?.url ?? null) : address
  const title = token.attrGet("title")
  return target === null
    ? "<a>"
    : `<a href="${escapeHtml(target)}"${title === null ? "" : ` title="${escapeHtml(String(title))}"`} ${REL}>`
})

rules["image"] = rule((token, rendering) => {
  const shown = mediaOf(token, rendering)
  if (shown === null) return standInOf(captionOf(token), rendering)
  if (shown.kind === "image") return imageOf(token, shown)
  return `<a href="${escapeHtml(shown.url)}" ${REL}>${escapeHtml(captionOf(token))}</a>`
})

/** Wide tables scroll; keyboards can scroll what has the focus. */
rules["table_open"] = () => '<div class="table" tabindex="0"><table>\n'
rules["table_close"] = () => "</table></div>\n"
const cell = rule(({ tag, attrs }) => {
  const alignment = /^text-align:(left|center|right)$/.exec(String(attrs?.find(([name]) => name === "style")?.[1]))?.[1]
  return alignment === undefined ? `<${tag}>` : `<${tag} class="align-${alignment}">`
})
rules["th_open"] = cell
rules["td_open"] = cell

rules["fence"] = rule((token, rendering) => {
  const language = /^[\w+#.-]{1,30}/.exec(token.info.trim())?.[0].toLowerCase() ?? ""
  const fits = rendering.highlightedLength + token.content.length <= HIGHLIGHTED_LENGTH_MAX
  const coloured = fits && language !== "" ? highlightCode(token.content, language) : null
  if (coloured !== null) rendering.highlightedLength += token.content.length
  const name = language === "" ? "" : ` class="language-${language}"`
  return `<pre tabindex="0"><code${name}>${coloured ?? escapeHtml(token.content)}</code></pre>\n`
})
rules["code_block"] = rule((token) => `<pre tabindex="0"><code>${escapeHtml(token.content)}</code></pre>\n`)

rules["list_item_open"] = rule(({ meta }) => (meta === null ? "<li>" : '<li class="task">'))
rules["task_box"] = rule((token, { labels }) => {
  const { isDone } = metaOf<{ isDone: boolean }>(token)
  return `<span class="box" role="img" aria-label="${isDone ? labels.done : labels.open}">${isDone ? "☑" : "☐"}</span> `
})

rules["footnote_reference"] = rule((token, { idPrefix }) => {
  const { number, isFirst } = metaOf<{ number: number; isFirst: boolean }>(token)
  const id = isFirst ? ` id="fnref-${idPrefix}${number}"` : ""
  return `<sup${id}><a href="#fn-${idPrefix}${number}">${number}</a></sup>`
})
rules["footnotes_open"] = rule((_, { labels }) => `<section class="footnotes" aria-label="${labels.footnotes}"><ol>\n`)
rules["footnotes_close"] = () => "</ol></section>\n"
rules["footnote_open"] = rule(
  (token, { idPrefix }) => `<li id="fn-${idPrefix}${metaOf<{ number: number }>(token).number}">`,
)
rules["footnote_back"] = rule(
  (token, { idPrefix, labels }) =>
    ` <a href="#fnref-${idPrefix}${metaOf<{ number: number }>(token).number}" aria-label="${labels.backToText}">↩</a>`,
)
rules["footnote_close"] = () => "</li>\n"
