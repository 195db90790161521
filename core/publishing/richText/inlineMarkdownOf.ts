import { escapeText, inlineCode, linkTarget } from "./escapeText.ts"
import { attrOf, RICH_MARKS, type RichMark, type RichNode } from "./RichDocument.ts"

/** Something within a line, with the formats that are not written yet. */
interface Piece {
  readonly node: RichNode
  readonly marks: ReadonlyArray<RichMark>
}
/** A format around pieces, or one piece alone. */
type Part = { readonly mark: RichMark; readonly parts: ReadonlyArray<Part> } | { readonly piece: Piece }
/** What is written: words, or the beginning or end of a format. */
interface Written {
  text: string
  readonly side: "open" | "close" | null
}

export interface LineOptions {
  /** Whether the text stands in a table, where a break of the line and an unescaped `|` are not possible. */
  readonly isCell?: boolean
  /** Whether an address alone would become a card. */
  readonly isTop?: boolean
}

/** The Markdown of the content of a paragraph, heading or cell. */
export const inlineMarkdownOf = (content: ReadonlyArray<RichNode>, { isCell, isTop }: LineOptions = {}): string => {
  const pieces = trimEnds(content.flatMap(split))
  const only = pieces.length === 1 ? pieces[0] : undefined
  const written: Array<Written> = []
  write(nest(pieces), written, { isAlone: isTop === true && only !== undefined, parent: null })
  while (repairFormats(written)) {}
  const text = written.map(({ text }) => text).join("")
  return isCell === true ? text.replaceAll("\\\n", " ").replaceAll("|", "\\|") : escapeStarts(text)
}

/** Spaces at the edges of words are pieces of their own, because formats must not begin or end with them. */
const split = (node: RichNode): ReadonlyArray<Piece> => {
  const marks = node.marks ?? []
  if (node.text === undefined || marks.some(({ type }) => type === "code")) return [{ node, marks }]
  const { text } = node
  const start = text.length - text.trimStart().length
  const end = Math.max(start, text.trimEnd().length)
  const [before, core, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)]
  return [before, core, after].flatMap((text) => (text === "" ? [] : [{ node: { type: "text", text }, marks }]))
}

const isSpace = ({ node, marks }: Piece): boolean =>
  node.type === "hard_break" || (node.text?.trim() === "" && !marks.some(({ type }) => type === "code"))

/** Readers of Markdown ignore spaces and breaks at the ends of a block. */
const isIgnored = ({ node, marks }: Piece): boolean =>
  node.type === "hard_break" || (/^ *$/.test(node.text ?? "x") && !marks.some(({ type }) => type === "code"))
const trimEnds = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const from = pieces.findIndex((piece) => !isIgnored(piece))
  const to = pieces.findLastIndex((piece) => !isIgnored(piece))
  return from === -1 ? [] : pieces.slice(from, to + 1)
}

const isSame = (one: RichMark, other: RichMark): boolean =>
  one.type === other.type && JSON.stringify(one.attrs) === JSON.stringify(other.attrs)
const has = (piece: Piece | undefined, mark: RichMark): boolean =>
  piece?.marks.some((each) => isSame(each, mark)) === true
const rankOf = ({ type }: RichMark): number => RICH_MARKS.indexOf(type as (typeof RICH_MARKS)[number])

/** Puts formats around pieces, the longest outside. */
const nest = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] as Piece
    const runs = piece.marks
      .filter(({ type }) => type !== "code")
      .map((mark) => {
        let end = at + 1
        while (has(pieces[end], mark)) end += 1
        return { mark, end }
      })
      .sort((one, other) => other.end - one.end || rankOf(one.mark) - rankOf(other.mark))
    const longest = runs[0]
    if (longest === undefined) {
      parts.push({ piece })
      at += 1
      continue
    }
    const { mark, end } = longest
    const inside = pieces
      .slice(at, end)
      .map((each) => ({ ...each, marks: each.marks.filter((other) => !isSame(other, mark)) }))
    const isLink = mark.type === "link"
    const from = isLink ? 0 : inside.findIndex((each) => !isSpace(each))
    const to = isLink ? inside.length - 1 : inside.findLastIndex((each) => !isSpace(each))
    if (from === -1) parts.push(...nest(inside))
    else
      parts.push(
        ...nest(inside.slice(0, from)),
        { mark, parts: nest(inside.slice(from, to + 1)) },
        ...nest(inside.slice(to + 1)),
      )
    at = end
  }
  return parts
}

const markOf = (part: Part | undefined): string => (part !== undefined && "mark" in part ? part.mark.type : "")

type Around = { readonly isAlone: boolean; readonly parent: string | null }

const write = (parts: ReadonlyArray<Part>, written: Array<Written>, around: Around): void => {
  for (const [at, part] of parts.entries()) {
    if ("piece" in part) {
      written.push({ text: pieceText(part.piece, parts[at + 1], parts[at - 1]), side: null })
      continue
    }
    const { mark, parts: inner } = part
    if (mark.type === "link") {
      const short = shortLink(part, around)
      if (short !== null) {
        written.push({ text: short, side: null })
        continue
      }
      written.push({ text: "[", side: null })
      write(inner, written, { isAlone: false, parent: "link" })
      written.push({ text: `](${linkTarget(attrOf(mark, "href"), mark.attrs?.["title"] ?? null)})`, side: null })
      continue
    }
    // Two runs of asterisks that touch would be read as one.
    const isBesideStars =
      [markOf(inner[0]), markOf(inner.at(-1)), markOf(parts[at - 1]), markOf(parts[at + 1])].includes("strong") ||
      (around.parent === "strong" && (at === 0 || at === parts.length - 1))
    const sign = { strong: "**", strike: "~~" }[mark.type] ?? (isBesideStars ? "_" : "*")
    written.push({ text: sign, side: "open" })
    write(inner, written, { isAlone: false, parent: mark.type })
    written.push({ text: sign, side: "close" })
  }
}

const PLAIN_ADDRESS = /^https?:\/\/[\w\-.~/?#=%&+:,@]*[\w/]$/

/** A link with its own address as its words. */
const shortLink = (part: Part, { isAlone }: Around): string | null => {
  if (!("mark" in part) || part.mark.attrs?.["title"] != null || part.parts.length !== 1) return null
  const [inner] = part.parts
  const text = inner !== undefined && "piece" in inner ? inner.piece.node.text : undefined
  const href = attrOf(part.mark, "href")
  if (text !== href || isAlone || !PLAIN_ADDRESS.test(href)) return null
  return `<${href}>`
}

const pieceText = ({ node, marks }: Piece, next: Part | undefined, previous: Part | undefined): string => {
  switch (node.type) {
    case "hard_break":
      return "\\\n"
    case "image":
      return imageMarkdown(node)
    case "footnote_ref":
      return `[^${attrOf(node, "label")}]`
  }
  const text = node.text ?? ""
  if (marks.some(({ type }) => type === "code")) return inlineCode(text)
  const isBeforeBracket =
    markOf(next) === "link" || (next !== undefined && "piece" in next && next.piece.node.type === "footnote_ref")
  const isAfterNote = previous !== undefined && "piece" in previous && previous.piece.node.type === "footnote_ref"
  const escaped = escapeText(text)
  // "!" before a link would make it a picture, and ":" after a footnote would make it a definition.
  const end = isBeforeBracket && escaped.endsWith("!") ? `${escaped.slice(0, -1)}\\!` : escaped
  return isAfterNote && end.startsWith(":") ? `\\${end}` : end
}

export const imageMarkdown = (node: RichNode): string =>
  `![${escapeText(attrOf(node, "alt"))}](${linkTarget(attrOf(node, "src"), node.attrs?.["title"] ?? null)})`

const PUNCTUATION = /[\p{P}\p{S}]/u

/**
 * A format does not begin or end between a letter and a mark of punctuation: in `**No.**5` it would not end. The letter is
 * then written as its number. Texts in Chinese often have such places, because there are no spaces. Returns whether it changed
 * something: the "&" of a number is punctuation itself.
 */
const repairFormats = (written: Array<Written>): boolean => {
  let isChanged = false
  for (const [at, { text: sign, side }] of written.entries()) {
    if (side === null) continue
    const outside = written[side === "open" ? at - 1 : at + 1]
    const inside = written[side === "open" ? at + 1 : at - 1]
    const outer = side === "open" ? lastOf(outside?.text) : firstOf(outside?.text)
    const inner = side === "open" ? firstOf(inside?.text) : lastOf(inside?.text)
    if (outside === undefined || outer === "" || /\s/.test(outer) || PUNCTUATION.test(outer)) continue
    if (sign !== "_" && !PUNCTUATION.test(inner)) continue
    const code = `&#x${(outer.codePointAt(0) ?? 0).toString(16)};`
    outside.text =
      side === "open" ? outside.text.slice(0, -outer.length) + code : code + outside.text.slice(outer.length)
    isChanged = true
  }
  return isChanged
}
const firstOf = (text = ""): string => String.fromCodePoint(...(text === "" ? [] : [text.codePointAt(0) ?? 0]))
const lastOf = (text = ""): string => /[\uD800-\uDBFF][\uDC00-\uDFFF]$|.$/s.exec(text)?.[0] ?? ""

/** Escapes what would begin another block at the start of a line. */
const escapeStarts = (text: string): string =>
  text
    .split("\\\n")
    .map((line, at) =>
      writeEdges(line)
        .replace(at === 0 ? /^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$|[-:|]))/ : /^(?:#{1,6}(?=\s|$)|>|[-+=:|])/, "\\$&")
        .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2"),
    )
    .join("\\\n")

/** Without spaces at the ends, and with tabs there as numbers: a tab at the start of a line indents it. In linear time. */
const writeEdges = (line: string): string => {
  const isEdge = (at: number) => line[at] === " " || line[at] === "\t"
  let [from, to] = [0, line.length]
  while (from < to && isEdge(from)) from += 1
  while (to > from && isEdge(to - 1)) to -= 1
  const edge = (text: string) => text.replaceAll(" ", "").replaceAll("\t", "&#9;")
  return edge(line.slice(0, from)) + line.slice(from, to) + edge(line.slice(to))
}
