import { escapeMarkup } from "./render/markup.ts"

/** What a text needs from its surroundings to become HTML. */
export type ProseContext = {
  /** The address of the picture for the text's n-th figure, counted from 1. */
  readonly figureUrl: (place: number) => string
  readonly figureWidth: number
  readonly figureHeight: number
}

/**
 * Turns the light markup in which the demo texts are written into HTML. Blocks stand apart by an empty line; line
 * breaks inside a block are soft. `## ` heads a section, `> ` quotes, `- ` and `1. ` list, `| a | b |` rows make a table whose
 * first row is its head, `~~~` fences code, `![words]` is a drawn figure with its caption. Inside a line: `_em_`,
 * `**strong**`, `{{code}}`.
 */
export const proseToHtml = (text: string, context: ProseContext): string => {
  let figures = 0
  return blocksOf(text)
    .map((block) => (block.startsWith("![") ? figure(block, context, ++figures) : blockToHtml(block)))
    .join("\n")
}

/** The words alone, on one line, for summaries and transcripts. */
export const proseToPlain = (text: string): string =>
  blocksOf(text)
    .filter((block) => !/^(!\[|~~~|\| |## )/.test(block))
    .map((block) => softJoin(block.split("\n").map((line) => line.replace(/^(> |- |\d+\. )/, ""))))
    .join(" ")
    .replace(/\*\*|\{\{|\}\}|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "")

/** A text of several lines as one line. */
export const onOneLine = (text: string): string => softJoin(text.trim().split("\n"))

const blocksOf = (text: string): ReadonlyArray<string> => {
  const blocks: Array<string> = []
  let fenced = false
  for (const part of text.trim().split(/\n[ \t]*\n/)) {
    const previous = blocks.at(-1)
    if (fenced && previous !== undefined) blocks[blocks.length - 1] = `${previous}\n\n${part}`
    else blocks.push(part)
    fenced = (blocks.at(-1) ?? "").startsWith("~~~") && !/\n~~~\s*$/.test(blocks.at(-1) ?? "")
  }
  return blocks
}

const blockToHtml = (block: string): string => {
  const lines = block.split("\n")
  if (block.startsWith("~~~")) return `<pre><code>${escapeMarkup(lines.slice(1, -1).join("\n"))}</code></pre>`
  if (block.startsWith("## ")) return `<h2>${inline(softJoin(lines).slice(3))}</h2>`
  if (block.startsWith("> ")) return `<blockquote><p>${inline(softJoin(lines.map(without("> "))))}</p></blockquote>`
  if (block.startsWith("- ")) return `<ul>${listItems(block, /\n(?=- )/, /^- /)}</ul>`
  if (block.startsWith("1. ")) return `<ol>${listItems(block, /\n(?=\d+\. )/, /^\d+\. /)}</ol>`
  if (block.startsWith("| ")) return table(lines)
  return `<p>${inline(softJoin(lines))}</p>`
}

const without = (mark: string) => (line: string) => (line.startsWith(mark) ? line.slice(mark.length) : line)

const listItems = (block: string, between: RegExp, mark: RegExp): string =>
  block
    .split(between)
    .map((item) => `<li>${inline(softJoin(item.replace(mark, "").split("\n")))}</li>`)
    .join("")

const table = (lines: ReadonlyArray<string>): string => {
  const [head = [], ...rows] = lines.map((line) =>
    line
      .replace(/^\|\s*|\s*\|\s*$/g, "")
      .split("|")
      .map((cell) => inline(cell.trim())),
  )
  const headCells = head.map((cell) => `<th scope="col">${cell}</th>`).join("")
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")
  return `<table><thead><tr>${headCells}</tr></thead><tbody>${body}</tbody></table>`
}

const figure = (block: string, context: ProseContext, place: number): string => {
  const caption = softJoin(block.split("\n")).slice(2).replace(/\]$/, "")
  const image =
    `<img src="${escapeMarkup(context.figureUrl(place))}" alt="${escapeMarkup(caption)}" ` +
    `width="${context.figureWidth}" height="${context.figureHeight}" loading="lazy">`
  return `<figure>${image}<figcaption>${inline(caption)}</figcaption></figure>`
}

const inline = (text: string): string =>
  escapeMarkup(text)
    .replace(/\{\{(.+?)\}\}/g, "<code>$1</code>")
    .replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
    .replace(/(?<![\p{L}\p{N}])_(.+?)_(?![\p{L}\p{N}])/gu, "<em>$1</em>")

/** A soft break is a space between words, and nothing beside the characters of a script that has no spaces. */
const softJoin = (lines: ReadonlyArray<string>): string =>
  lines
    .map((line) => line.trim())
    .reduce((joined, line) => (joined === "" || !spaced(joined, line) ? joined + line : `${joined} ${line}`), "")

const spaced = (before: string, after: string): boolean => {
  const [last, first] = [before.slice(-1), after.slice(0, 1)]
  const together = unspaced.test(last) ? unspaced.test(first) || quoteMark.test(first) : false
  return !together && !(quoteMark.test(last) && unspaced.test(first))
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffefー]/u
const quoteMark = /[“”‘’—…]/
