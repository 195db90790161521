import { imageMarkdown, inlineMarkdownOf } from "./inlineMarkdownOf.ts"
import { attrOf, type RichNode, textOf } from "./RichDocument.ts"

/** CommonMark reads nine digits. */
const LIST_NUMBER_MAX = 999_999_999

/**
 * The Markdown of a document of the rich editor, in the format `md1`. It has no parser, so that browsers can load it. What
 * Markdown cannot express is left out: empty paragraphs, and spaces at the ends of lines.
 */
export const markdownOf = ({ content = [] }: RichNode): string => joinBlocks(content, { isTop: true, isTight: false })

/** Addresses that readers of Markdown find without brackets: the others stand in some. */
const BARE_ADDRESS = /^https?:\/\/(?:[a-z0-9-]+\.)+[a-z]{2,10}(?:\/(?:[\w\-~/?#=%&+@]|\.(?=\w))*)?$/

interface Place {
  readonly isTop: boolean
  readonly isTight: boolean
}

const joinBlocks = (blocks: ReadonlyArray<RichNode>, place: Place): string => {
  const shown = blocks.filter((block) => !isEmptyParagraph(block))
  const texts: Array<string> = []
  let sameBefore = 0
  for (const [at, block] of shown.entries()) {
    // Two lists of the same kind that follow each other would be one, unless their markers differ.
    sameBefore = isList(block) && shown[at - 1]?.type === block.type ? sameBefore + 1 : 0
    texts.push(blockMarkdown(block, place, sameBefore % 2 === 1))
  }
  return texts.join(place.isTight ? "\n" : "\n\n")
}

const isList = ({ type }: RichNode): boolean => type === "bullet_list" || type === "ordered_list"
const isEmptyParagraph = (node: RichNode): boolean =>
  node.type === "paragraph" && inlineMarkdownOf(node.content ?? []) === ""

const blockMarkdown = (node: RichNode, place: Place, isOther: boolean): string => {
  const content = node.content ?? []
  switch (node.type) {
    case "paragraph":
      return inlineMarkdownOf(content, { isTop: place.isTop })
    case "heading": {
      const text = inlineMarkdownOf(content).replaceAll("\\\n", " ")
      // A run of "#" at the end would be taken for decoration.
      const words = text.endsWith("#") ? `${text.slice(0, -1)}\\#` : text
      return `${"#".repeat(Number(attrOf(node, "level")) || 1)} ${words}`.trimEnd()
    }
    case "blockquote":
      return prefix(joinBlocks(content, { isTop: false, isTight: false }), "> ", "> ")
    case "bullet_list":
    case "ordered_list":
      return listMarkdown(node, isOther)
    case "code_block":
      return codeMarkdown(node)
    case "horizontal_rule":
      return place.isTop ? "---" : "___"
    case "gallery":
      return content.map(imageMarkdown).join("\n")
    case "card": {
      const href = attrOf(node, "href")
      return BARE_ADDRESS.test(href) ? href : `<${href}>`
    }
    case "table":
      return tableMarkdown(content)
    case "footnote":
      return prefix(joinBlocks(content, { isTop: false, isTight: false }), `[^${attrOf(node, "label")}]: `, "    ")
    case "definition":
      return attrOf(node, "source")
    default:
      return textOf(node)
  }
}

const prefix = (text: string, first: string, rest: string): string =>
  text
    .split("\n")
    .map((line, at) => {
      const start = at === 0 ? first : rest
      return line === "" ? start.trimEnd() : start + line
    })
    .join("\n")

const listMarkdown = (list: RichNode, isOther: boolean): string => {
  const items = list.content ?? []
  const isTight = list.attrs?.["tight"] === true && items.every(({ content = [] }) => canTouch(content))
  const start = Number(list.attrs?.["start"] ?? 1)
  const bullet = isOther ? "*" : "-"
  const texts = items.map((item, at) => {
    const number = Math.min(start + at, LIST_NUMBER_MAX)
    const marker = list.type === "bullet_list" ? `${bullet} ` : `${number}${isOther ? ")" : "."} `
    const text = joinBlocks(item.content ?? [], { isTop: false, isTight })
    const isDone = item.attrs?.["isDone"]
    const isTask = typeof isDone === "boolean" && item.content?.[0] !== undefined && !isEmptyParagraph(item.content[0])
    const box = isTask ? `[${isDone ? "x" : " "}] ` : ""
    return prefix(box + text, marker, " ".repeat(marker.length))
  })
  return texts.join(isTight ? "\n" : "\n\n")
}

/** Whether the blocks of an item can follow each other without an empty line. */
const canTouch = (blocks: ReadonlyArray<RichNode>): boolean => {
  const shown = blocks.filter((block) => !isEmptyParagraph(block))
  return shown.every((block, at) => {
    const before = shown[at - 1]
    if (before === undefined || ["code_block", "heading", "horizontal_rule"].includes(before.type)) return true
    switch (block.type) {
      case "code_block":
      case "heading":
      case "horizontal_rule":
        return true
      case "blockquote":
        return before.type !== "blockquote"
      case "bullet_list":
      case "ordered_list": {
        const first = block.content?.[0]?.content?.[0]
        const isFirst = block.type === "bullet_list" || Number(block.attrs?.["start"] ?? 1) === 1
        return isFirst && first !== undefined && !isEmptyParagraph(first)
      }
      default:
        return false
    }
  })
}

const codeMarkdown = (node: RichNode): string => {
  const text = textOf(node)
  const info = attrOf(node, "info").replaceAll(/[\r\n]+/g, " ")
  // The first line of a fence of backticks has none.
  const sign = info.includes("`") ? "~" : "`"
  const runs = [...text.matchAll(sign === "`" ? /`+/g : /~+/g)].map(([run]) => run.length + 1)
  const fence = sign.repeat(Math.max(3, ...runs))
  const lines = text === "" && node.attrs?.["isBlank"] !== true ? "" : `${text}\n`
  return `${fence}${info}\n${lines}${fence}`
}

const ALIGNMENTS: Readonly<Record<string, string>> = { left: ":--", center: ":-:", right: "--:" }

const tableMarkdown = (rows: ReadonlyArray<RichNode>): string => {
  const width = Math.max(1, ...rows.map(({ content = [] }) => content.length))
  const line = (cells: ReadonlyArray<string>) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? "").join(" | ")} |`
  const [head, ...rest] = rows.map(({ content = [] }) =>
    line(content.map((cell) => inlineMarkdownOf(cell.content ?? [], { isCell: true }))),
  )
  const rule = line(
    Array.from({ length: width }, (_, at) => {
      const first = rows[0]?.content?.[at]
      return ALIGNMENTS[first === undefined ? "" : attrOf(first, "align")] ?? "---"
    }),
  )
  return [head ?? line([]), rule, ...rest].join("\n")
}
