import type { Env } from "markdown-it"
import { mediaIdOf, NESTING_LEVELS_MAX, parsePost, type Token } from "../markdown/parser.ts"
import { captionOf, loneAddressOf, loneMediaOf } from "../markdown/readLine.ts"
import { RICH_MARKS, type RichMark, type RichNode } from "./RichDocument.ts"

/** Why a text stays Markdown. */
export type RichObstacle = "long" | "deep" | "footnoteTwice" | "emptyLink" | "breakInHeading" | "other"

/** The text has something that the rich editor cannot show. */
export class NotRich extends Error {
  readonly obstacle: RichObstacle
  constructor(obstacle: RichObstacle) {
    super(obstacle)
    this.obstacle = obstacle
  }
}

/**
 * The document of a Markdown text. Links by reference become plain links, and breaks of lines that readers do not see
 * become spaces. Definitions that nothing refers to stay.
 * @throws NotRich if something of the text would be lost
 */
export const documentOf = (markdown: string): RichNode => {
  const uses = new Map<string, number>()
  const references = new Proxy<NonNullable<Env["references"]>>(
    {},
    {
      get: (known, label) => {
        uses.set(String(label), (uses.get(String(label)) ?? 0) + 1)
        return known[String(label)]
      },
    },
  )
  const env: Env = { references }
  const tokens = parsePost(markdown, env)
  const footnotes = env["footnotes"] as Footnotes | undefined
  if (footnotes?.isRepeated === true) throw new NotRich("footnoteTwice")
  // Reading a definition looks its label up once, to see whether it is the first.
  const definitions = tokens.filter(({ type }) => type === "reference_definition")
  for (const { meta } of definitions) {
    const label = String(meta?.["label"])
    uses.set(label, (uses.get(label) ?? 0) - 1)
  }
  const labels = [...(footnotes?.referenced.keys() ?? [])]
  const seen = new Set<string>()
  const context: Context = {
    labels,
    lines: markdown.replaceAll(/\r\n?/g, "\n").split("\n"),
    isUsed: (label) => {
      const isFirst = !seen.has(label)
      seen.add(label)
      return isFirst && (uses.get(label) ?? 0) > 0
    },
  }
  const end = tokens.findIndex(({ type }) => type === "footnotes_open")
  const body = readBlocks(end === -1 ? tokens : tokens.slice(0, end), context, true)
  const notes = end === -1 ? [] : readNotes(tokens.slice(end + 1, -1), context)
  const unread = [...(footnotes?.definitions ?? [])]
    .filter(([label]) => !labels.includes(label))
    .map(([label, source]) =>
      definitionOf(`[^${label}]: ${source.replaceAll("\n", "\n    ").replaceAll(/\n +(?=\n|$)/g, "\n")}`),
    )
  return { type: "doc", content: [...nonEmpty(body), ...notes, ...unread] }
}

interface Footnotes {
  readonly definitions: ReadonlyMap<string, string>
  readonly referenced: ReadonlyMap<string, number>
  readonly isRepeated: boolean
}

interface Context {
  /** Labels of footnotes by their number, from 1. */
  readonly labels: ReadonlyArray<string>
  readonly lines: ReadonlyArray<string>
  /** Whether a link refers to this definition. Called once for each, in order. */
  readonly isUsed: (label: string) => boolean
}

const EMPTY: RichNode = { type: "paragraph" }
const nonEmpty = (blocks: ReadonlyArray<RichNode>): ReadonlyArray<RichNode> => (blocks.length === 0 ? [EMPTY] : blocks)
const definitionOf = (source: string): RichNode => ({ type: "definition", attrs: { source } })

const withContent = (node: RichNode, content: ReadonlyArray<RichNode>): RichNode =>
  content.length === 0 ? node : { ...node, content }

const readBlocks = (tokens: ReadonlyArray<Token>, context: Context, isTop: boolean): Array<RichNode> => {
  const blocks: Array<RichNode> = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token
    // The parser skips what is deeper.
    if (token.level >= NESTING_LEVELS_MAX - 1) throw new NotRich("deep")
    const end = token.nesting === 1 ? closingOf(tokens, at) : at
    const block = blockOf(token, tokens.slice(at + 1, end), context, isTop)
    if (block !== null) blocks.push(block)
    at = end
  }
  return blocks
}

const closingOf = (tokens: ReadonlyArray<Token>, from: number): number => {
  let depth = 0
  for (let at = from; at < tokens.length; at += 1) {
    depth += tokens[at]?.nesting ?? 0
    if (depth === 0) return at
  }
  throw new NotRich("other")
}

const blockOf = (token: Token, inner: ReadonlyArray<Token>, context: Context, isTop: boolean): RichNode | null => {
  switch (token.type) {
    case "paragraph_open":
      return paragraphOf(inner[0]?.children ?? [], context, isTop)
    case "heading_open": {
      const line = inner[0]?.children ?? []
      if (line.some(({ type }) => type === "hardbreak")) throw new NotRich("breakInHeading")
      return withContent({ type: "heading", attrs: { level: Number(token.tag.slice(1)) } }, readLine(line, context))
    }
    case "blockquote_open":
      return { type: "blockquote", content: nonEmpty(readBlocks(inner, context, false)) }
    case "bullet_list_open":
      return listOf({ type: "bullet_list", attrs: { tight: isTight(token, inner) } }, inner, context)
    case "ordered_list_open": {
      const start = Number(token.attrGet("start") ?? 1)
      return listOf({ type: "ordered_list", attrs: { start, tight: isTight(token, inner) } }, inner, context)
    }
    case "fence":
      return codeOf(token.content, token.info.trim())
    case "code_block":
      return codeOf(token.content, "")
    case "hr":
      return { type: "horizontal_rule" }
    case "table_open":
      return { type: "table", content: rowsOf(inner, context) }
    case "reference_definition": {
      if (context.isUsed(String(token.meta?.["label"]))) return null
      if (!isTop || token.map === null) throw new NotRich("other")
      return definitionOf(context.lines.slice(token.map[0], token.map[1]).join("\n").trim())
    }
    default:
      throw new NotRich("other")
  }
}

const paragraphOf = (line: ReadonlyArray<Token>, context: Context, isTop: boolean): RichNode => {
  const media = isTop ? loneMediaOf(line) : null
  if (media !== null)
    return {
      type: "gallery",
      content: media.map((image) => ({ type: "media", attrs: imageAttributes(image) })),
    }
  const address = isTop ? loneAddressOf(line) : null
  return address === null ? withContent(EMPTY, readLine(line, context)) : { type: "card", attrs: { href: address } }
}

const imageAttributes = (
  image: Token,
): { readonly src: string; readonly alt: string; readonly title: string | null } => {
  const src = String(image.attrGet("src") ?? "")
  const mediaId = mediaIdOf(src)
  const title = image.attrGet("title")
  return {
    src: mediaId === null ? src : `media:${mediaId}`,
    alt: captionOf(image),
    title: title === null ? null : String(title),
  }
}

const listOf = (list: RichNode, tokens: ReadonlyArray<Token>, context: Context): RichNode => {
  const items: Array<RichNode> = []
  for (let at = 0; at < tokens.length; at += 1) {
    const end = closingOf(tokens, at)
    const meta = tokens[at]?.meta as { readonly isDone: boolean } | null
    const isDone = meta === null ? null : meta.isDone
    items.push({
      ...{ type: "list_item", attrs: { isDone } },
      content: nonEmpty(readBlocks(tokens.slice(at + 1, end), context, false)),
    })
    at = end
  }
  return { ...list, content: items }
}

/** Paragraphs of tight lists are hidden, those of lists in them may not be. */
const isTight = ({ level }: Token, inner: ReadonlyArray<Token>): boolean =>
  !inner.some((token) => token.type === "paragraph_open" && token.level === level + 2 && !token.hidden)

/** An empty block has no line, and a block of one empty line has one. Both have no text. */
const codeOf = (content: string, info: string): RichNode => {
  const text = content.replace(/\n$/, "")
  const node: RichNode = { type: "code_block", attrs: { info, isBlank: content === "\n" } }
  return text === "" ? node : { ...node, content: [{ type: "text", text }] }
}

const rowsOf = (tokens: ReadonlyArray<Token>, context: Context): ReadonlyArray<RichNode> => {
  const rows: Array<Array<RichNode>> = []
  let isHead = true
  for (const [at, token] of tokens.entries()) {
    if (token.type === "tr_open") rows.push([])
    else if (token.type === "tbody_open") isHead = false
    else if (token.type === "th_open" || token.type === "td_open") {
      const style = String(token.attrs?.find(([name]) => name === "style")?.[1] ?? "")
      const align = /^text-align:(left|center|right)$/.exec(style)?.[1] ?? null
      const line = tokens[at + 1]?.children ?? []
      if (line.some(({ type }) => type === "hardbreak")) throw new NotRich("other")
      rows
        .at(-1)
        ?.push(withContent({ type: isHead ? "table_header" : "table_cell", attrs: { align } }, readLine(line, context)))
    }
  }
  return rows.map((content) => ({ type: content[0]?.type === "table_header" ? "table_head" : "table_row", content }))
}

const readNotes = (tokens: ReadonlyArray<Token>, context: Context): ReadonlyArray<RichNode> => {
  const notes: Array<RichNode> = []
  for (let at = 0; at < tokens.length; at += 1) {
    const end = closingOf(tokens, at)
    const label = context.labels[Number(tokens[at]?.meta?.["number"]) - 1] ?? ""
    const inner = tokens.slice(at + 1, end).filter(({ type }) => type !== "footnote_back")
    notes.push({ ...{ type: "footnote", attrs: { label } }, content: nonEmpty(readBlocks(inner, context, false)) })
    at = end
  }
  return notes
}

const FORMATS: Readonly<Record<string, string>> = { strong_open: "strong", em_open: "em", s_open: "strike" }

/** The words of a line, with the formats of each. */
const readLine = (line: ReadonlyArray<Token>, { labels }: Context): ReadonlyArray<RichNode> => {
  const nodes: Array<RichNode> = []
  const open: Array<RichMark> = []
  const marks = (...more: ReadonlyArray<RichMark>): Pick<RichNode, "marks"> => {
    const all = [...open, ...more]
    const sorted = RICH_MARKS.flatMap((name) => all.find(({ type }) => type === name) ?? [])
    return sorted.length === 0 ? {} : { marks: sorted }
  }
  const write = (text: string, ...more: ReadonlyArray<RichMark>) => {
    const last = nodes.at(-1)
    const formats = marks(...more)
    if (text === "") return
    if (last?.text !== undefined && JSON.stringify(last.marks) === JSON.stringify(formats.marks))
      nodes[nodes.length - 1] = { ...last, text: last.text + text }
    else nodes.push({ type: "text", text, ...formats })
  }
  for (const [at, token] of line.entries()) {
    // Nobody sees it, and the editor has nothing to keep it on.
    if (token.type === "link_open" && line[at + 1]?.type === "link_close") throw new NotRich("emptyLink")
    const format = FORMATS[token.type]
    if (format !== undefined) open.push({ type: format })
    else if (token.type === "link_open") {
      const title = token.attrGet("title")
      const attrs = { href: String(token.attrGet("href") ?? ""), title: title === null ? null : String(title) }
      open.push({ type: "link", attrs })
    } else if (token.nesting === -1) open.pop()
    else
      switch (token.type) {
        case "text":
        case "text_special":
          write(token.content)
          break
        case "code_inline":
          write(token.content, { type: "code" })
          break
        case "softbreak":
          write(" ")
          break
        case "hardbreak":
          nodes.push({ type: "hard_break", ...marks() })
          break
        case "image":
          nodes.push({ type: "image", attrs: imageAttributes(token), ...marks() })
          break
        case "footnote_reference": {
          const label = labels[Number(token.meta?.["number"]) - 1] ?? ""
          nodes.push({ type: "footnote_ref", attrs: { label }, ...marks() })
          break
        }
        case "task_box":
          break
        default:
          throw new NotRich("other")
      }
  }
  return nodes
}
