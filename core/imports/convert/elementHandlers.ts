import type { Element, Nodes } from "hast"
import { defaultHandlers, type Handle, type State } from "hast-util-to-mdast"
import type { FootnoteDefinition, Image, Link, Paragraph, PhrasingContent } from "mdast"
import type { ForeignFile } from "../ForeignEntry.ts"
import { linkAddressOf, originalPicture, pageOfPlayer, webAddressOf } from "./addresses.ts"
import type { FileList } from "./FileList.ts"

type Context = { readonly files: FileList; readonly base: string | null }

/** Elements of which nothing is kept. */
const DROPPED = ["script", "style", "template", "noscript", "form", "button", "select", "textarea", "svg", "object"]
/** Boxes that products add to posts: invitations to subscribe, and buttons. */
const BOXES =
  /^(?:subscription-widget-wrap(?:-editor)?|subscribe-widget|button-wrapper|captioned-button-wrap|install-substack-app-embed|kg-signup-card|kg-email-card|kg-email-cta-card|sharedaddy|jp-relatedposts)$/

/**
 * How elements become Markdown where posts differ from the usual: the words in the brackets of a picture are its caption,
 * the title is its alternative text; sound and film are written as pictures; players are the address of their page.
 */
export const elementHandlers = (context: Context): Record<string, Handle> => ({
  ...Object.fromEntries(DROPPED.map((name) => [name, () => undefined])),
  img: (_, node) => imageOf(node, "", context),
  audio: (_, node) => playedOf(node, "", context),
  video: (_, node) => playedOf(node, "", context),
  iframe: (_, node) => {
    const address = webAddressOf(text(node, "src") || text(node, "dataSrc"), context.base)
    return address === null ? undefined : linkTo(pageOfPlayer(address))
  },
  a: (state, node) => linkOf(state, node, context),
  figure: (state, node) => figureOf(state, node, context),
  div: (state, node) => boxOf(state, node, context),
  p: (state, node) => (isBox(node) ? undefined : defaultHandlers.p(state, node)),
})

const PHRASING = new Set([
  "text",
  "emphasis",
  "strong",
  "delete",
  "inlineCode",
  "break",
  "link",
  "image",
  "footnoteReference",
])
const isPhrasing = (node: { readonly type: string }): node is PhrasingContent => PHRASING.has(node.type)

/** The value of an attribute as text. */
const text = ({ properties }: Element, name: string): string => {
  const value = properties[name]
  return Array.isArray(value) ? value.join(" ") : typeof value === "string" ? value : ""
}
const classesOf = (node: Element): ReadonlyArray<string> => text(node, "className").split(" ")
const isBox = (node: Element): boolean => classesOf(node).some((name) => BOXES.test(name))

const imageOf = (node: Element, caption: string, { files, base }: Context): Image | undefined => {
  // Scripts that load pictures late keep the address elsewhere, and show a placeholder.
  const named = [text(node, "dataSrc"), text(node, "dataLazySrc"), text(node, "dataOrigFile"), text(node, "src")]
  const file = named.map((address) => pictureFile(address, base)).find((each) => each !== null)
  return file == null ? undefined : image(files.nameOf(file), caption, text(node, "alt").trim())
}

const pictureFile = (address: string, base: string | null): ForeignFile | null => {
  const url = address === "" ? null : webAddressOf(address, base)
  return url === null ? null : { address: originalPicture(url) }
}

const image = (url: string, caption: string, alt: string): Image => ({
  type: "image",
  url,
  alt: oneLine(caption),
  ...(alt === "" || alt === caption ? {} : { title: oneLine(alt) }),
})

const oneLine = (words: string): string => words.replaceAll(/\s+/g, " ").trim()

const playedOf = (node: Element, caption: string, { files, base }: Context): Image | undefined => {
  const source = elementsIn(node).find(({ tagName, properties }) => tagName === "source" && properties["src"])
  const url = webAddressOf(text(node, "src") || (source === undefined ? "" : text(source, "src")), base)
  return url === null ? undefined : image(files.nameOf({ address: url }), caption, "")
}

/** A link whose words are its address: a card or a player where it stands alone. */
const linkTo = (url: string): Link => ({ type: "link", url, children: [{ type: "text", value: url }] })

const linkOf = (state: State, node: Element, { base }: Context) => {
  const classes = classesOf(node)
  const label = oneLine(wordsOf(node))
  if (classes.includes("footnote-anchor") && /^\d{1,4}$/.test(label))
    return { type: "footnoteReference" as const, identifier: label, label }
  const all = state.all(node)
  const children = all.filter(isPhrasing)
  const isPicture = label === "" && elementsIn(node).some(({ tagName }) => tagName === "img")
  const url = linkAddressOf(text(node, "href"), base)
  // A picture that leads to its larger self needs no link; words without an address stay words.
  if (isPicture || url === null || children.length < all.length) return all as never
  const title = text(node, "title")
  return { type: "link" as const, url, ...(title === "" ? {} : { title }), children: children as never }
}

const figureOf = (state: State, node: Element, context: Context) => {
  if (isBox(node)) return undefined
  const inner = elementsIn(node)
  const caption = oneLine(
    inner
      .filter(({ tagName }) => tagName === "figcaption")
      .map(wordsOf)
      .join(" "),
  )
  const bookmark = inner.find((each) => classesOf(each).includes("kg-bookmark-container"))
  const address = bookmark === undefined ? null : webAddressOf(text(bookmark, "href"), context.base)
  if (address !== null) return { type: "paragraph" as const, children: [linkTo(address)] }
  const shown = inner.filter(({ tagName }) => SHOWN.has(tagName))
  const isText = inner.some(({ tagName }) => TEXTS.has(tagName))
  if (shown.length === 0 || isText) return state.toFlow(state.all(node))
  const one = shown.length === 1 ? caption : ""
  const images = shown.flatMap((each) =>
    each.tagName === "img" ? (imageOf(each, one, context) ?? []) : (playedOf(each, one, context) ?? []),
  )
  const words: Paragraph = {
    type: "paragraph",
    children: [{ type: "emphasis", children: [{ type: "text", value: caption }] }],
  }
  const pictures: Paragraph = { type: "paragraph", children: images }
  if (images.length === 0) return caption === "" ? undefined : words
  return images.length > 1 && caption !== "" ? [pictures, words] : pictures
}

const SHOWN = new Set(["img", "audio", "video"])
const TEXTS = new Set(["pre", "table", "blockquote", "iframe"])

const boxOf = (state: State, node: Element, context: Context) => {
  const classes = classesOf(node)
  if (isBox(node)) return undefined
  if (classes.includes("footnote")) return footnoteOf(state, node)
  if (classes.includes("kg-audio-card")) return audioCard(node, context)
  const embedded = embeddedIn(node, classes, context.base)
  return embedded === null
    ? state.toFlow(state.all(node))
    : { type: "paragraph" as const, children: [linkTo(embedded)] }
}

/** Ghost writes a player with its title and controls as text. */
const audioCard = (node: Element, context: Context): Paragraph | undefined => {
  const inner = elementsIn(node)
  const title = inner.find((each) => classesOf(each).includes("kg-audio-title"))
  const audio = inner.find(({ tagName }) => tagName === "audio")
  const played = audio === undefined ? undefined : playedOf(audio, title === undefined ? "" : wordsOf(title), context)
  return played === undefined ? undefined : { type: "paragraph", children: [played] }
}

/** Substack describes what it embeds as JSON in an attribute. */
const embeddedIn = (node: Element, classes: ReadonlyArray<string>, base: string | null): string | null => {
  const json = text(node, "dataAttrs")
  if (json === "" || json.length > ATTRIBUTE_LENGTH_MAX) return null
  try {
    const { videoId, url } = JSON.parse(json) as { readonly videoId?: unknown; readonly url?: unknown }
    const kind = classes.join(" ")
    if (typeof videoId === "string" && /^[\w-]{1,40}$/.test(videoId) && /youtube|vimeo/.test(kind))
      return kind.includes("vimeo") ? `https://vimeo.com/${videoId}` : `https://www.youtube.com/watch?v=${videoId}`
    return typeof url === "string" && /tweet|embed|spotify|instagram|tiktok|twitter/.test(kind)
      ? webAddressOf(url, base)
      : null
  } catch {
    return null
  }
}
const ATTRIBUTE_LENGTH_MAX = 50_000

const footnoteOf = (state: State, node: Element): FootnoteDefinition | undefined => {
  const number = elementsIn(node).find((each) => classesOf(each).includes("footnote-number"))
  const content = elementsIn(node).find((each) => classesOf(each).includes("footnote-content"))
  const label = number === undefined ? "" : oneLine(wordsOf(number))
  if (content === undefined || !/^\d{1,4}$/.test(label)) return undefined
  return { type: "footnoteDefinition", identifier: label, label, children: state.toFlow(state.all(content)) as never }
}

/** All elements in an element, in order. */
export const elementsIn = (node: Element): ReadonlyArray<Element> =>
  node.children.flatMap((child) => (child.type === "element" ? [child, ...elementsIn(child)] : []))

/** The words in a node. */
export const wordsOf = (node: Nodes): string => {
  if (node.type === "text") return node.value
  return "children" in node ? node.children.map(wordsOf).join("") : ""
}
