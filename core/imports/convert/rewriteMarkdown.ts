import type { Nodes } from "mdast"
import { fromMarkdown } from "mdast-util-from-markdown"
import { gfmFromMarkdown } from "mdast-util-gfm"
import { gfm } from "micromark-extension-gfm"
import { POST_SOURCE_BYTES_MAX } from "../limits.ts"
import { UnfitText } from "./htmlToMarkdown.ts"

export type RewriteOptions = {
  /** The new address of a picture or link; null if it stays. */
  readonly addressOf: (address: string, kind: "image" | "link") => string | null
  /** Markdown for HTML in the text; null if it stays, which shows it as text. */
  readonly markdownOf: ((html: string, isBlock: boolean) => string) | null
}

type Edit = { readonly from: number; readonly to: number; readonly text: string }

/**
 * Changes addresses, and HTML, in a Markdown text. Everything else stays as it was written, to the character.
 * @throws UnfitText
 */
export const rewriteMarkdown = (markdown: string, options: RewriteOptions): string => {
  if (Buffer.byteLength(markdown) > POST_SOURCE_BYTES_MAX) throw new UnfitText("long")
  const edits: Array<Edit> = []
  try {
    const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
    collectEdits(tree, true, markdown, options, edits)
  } catch (error) {
    if (error instanceof RangeError) throw new UnfitText("complex")
    throw error
  }
  const parts: Array<string> = []
  let at = 0
  for (const { from, to, text } of edits.toSorted((one, other) => one.from - other.from)) {
    if (from < at) continue
    parts.push(markdown.slice(at, from), text)
    at = to
  }
  return parts.join("") + markdown.slice(at)
}

const collectEdits = (
  node: Nodes,
  isBlock: boolean,
  source: string,
  options: RewriteOptions,
  edits: Array<Edit>,
): void => {
  const [from, to] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0]
  if (node.type === "html" && options.markdownOf !== null)
    edits.push({ from, to, text: options.markdownOf(node.value, isBlock) })
  if (node.type === "image" || node.type === "link" || node.type === "definition") {
    const place = destinationIn(source.slice(from, to), node.url, node.type === "definition" ? "]:" : "](")
    const isPicture = node.type === "image" || (node.type === "definition" && PICTURE.test(node.url))
    const next = place === null ? null : options.addressOf(node.url, isPicture ? "image" : "link")
    if (place !== null && next !== null) edits.push({ from: from + place.from, to: from + place.to, text: next })
  }
  if (!("children" in node)) return
  const isFlow = FLOW.has(node.type)
  for (const child of node.children) collectEdits(child, isFlow, source, options, edits)
}

const FLOW = new Set(["root", "blockquote", "list", "listItem", "footnoteDefinition"])
const PICTURE = /\.(?:avif|gif|jpe?g|png|webp)(?:[?#]|$)/i

/** Where an address stands in the source of its link; null if it is written in another way, such as `<https://…>`. */
const destinationIn = (slice: string, url: string, mark: "](" | "]:") => {
  for (let at = slice.indexOf(mark); at !== -1; at = slice.indexOf(mark, at + 1)) {
    let from = at + mark.length
    while (/\s/.test(slice.charAt(from))) from += 1
    const isPointed = slice.charAt(from) === "<"
    const rest = slice.slice(isPointed ? from + 1 : from)
    const length = isPointed ? rest.indexOf(">") : bareLengthOf(rest)
    if (length >= 0 && plain(rest.slice(0, length)) === url)
      return isPointed ? { from, to: from + length + 2 } : { from, to: from + length }
  }
  return null
}

/** An address ends at white space, or at the bracket that closes its link. */
const bareLengthOf = (rest: string): number => {
  let depth = 0
  for (let at = 0; at < rest.length; at++) {
    const character = rest.charAt(at)
    if (character === "\\") at += 1
    else if (/\s/.test(character)) return at
    else if (character === "(") depth += 1
    else if (character === ")" && depth-- === 0) return at
  }
  return rest.length
}

const plain = (address: string): string => address.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1").replaceAll("&amp;", "&")
