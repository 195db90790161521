import { type Block, type Inline, parseMarkdown } from "./parseMarkdown.ts"

/** A message without the marks of its Markdown, for places that show one line of it. */
export const toPlainText = (text: string): string => parseMarkdown(text).map(textOfBlock).join(" ")

const textOfBlock = (block: Block): string => {
  if (block.kind === "code") return block.text
  if (block.kind === "list") return block.items.map(({ parts }) => textOf(parts)).join(", ")
  return textOf(block.parts)
}

const textOf = (parts: ReadonlyArray<Inline>): string =>
  parts.map((part) => ("parts" in part ? textOf(part.parts) : part.text)).join("")
