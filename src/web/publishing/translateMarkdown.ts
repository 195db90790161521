import { Effect } from "effect"

/** A line of Markdown: its mark, such as `- ` or `## `, and its words; code and empty lines have none. */
type Line = { readonly mark: string; readonly words: string }

const MARK = /^(?:\s{0,12}(?:>|[-*+](?: \[[ xX]\])?|\d{1,9}[.)]|#{1,6}|\[\^[^\]\s]{1,60}\]:)[ \t]+){0,6}\s*/
const FENCE = /^\s{0,12}(`{3,}|~{3,})/
/** Lines without words of a language: rules, tables' rulers, files and bare addresses. */
const WORDLESS = /^(?:[-*_=|:\s]*|!?\[[^\]]*\]\([^)\s]*\)|https?:\/\/\S+)$/

/**
 * Translates the words of Markdown line by line, so that headings, lists, quotes and code stay what they are. Words
 * within marks of emphasis and links are translated with them.
 * @param translate translates texts in order
 */
export const translateMarkdown = <E, R>(
  markdown: string,
  translate: (texts: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, E, R>,
): Effect.Effect<string, E, R> =>
  Effect.gen(function* () {
    const lines = linesOf(markdown)
    const translated = yield* translate(lines.flatMap(({ words }) => (words === "" ? [] : [words])))
    let next = 0
    return lines
      .map(({ mark, words }) =>
        words === "" ? mark : mark + (translated[next++] ?? words).replace(/\s+/g, " ").trim(),
      )
      .join("\n")
  })

const linesOf = (markdown: string): ReadonlyArray<Line> => {
  let fence: string | null = null
  return markdown.split("\n").map((line) => {
    const found = FENCE.exec(line)?.[1] ?? null
    const isCode = fence !== null || found !== null
    if (fence === null) fence = found
    else if (found?.startsWith(fence)) fence = null
    if (isCode) return { mark: line, words: "" }
    const mark = MARK.exec(line)?.[0] ?? ""
    const words = line.slice(mark.length).trimEnd()
    return WORDLESS.test(words) ? { mark: line, words: "" } : { mark, words }
  })
}
