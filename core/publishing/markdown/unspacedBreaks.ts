import type { MarkdownIt, StateCore, Token } from "markdown-it"

/** Characters of scripts that put no spaces between words, and their punctuation. */
const UNSPACED = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef]"
const ENDS_UNSPACED = new RegExp(`${UNSPACED}$`, "u")
const BEGINS_UNSPACED = new RegExp(`^${UNSPACED}`, "u")

/** Line breaks within Chinese and Japanese paragraphs are no spaces. */
export const addUnspacedBreaks = (parser: MarkdownIt): void => {
  parser.core.ruler.push("unspaced_break", dropBreaks)
}

const dropBreaks = ({ tokens }: StateCore): void => {
  for (const { children } of tokens) if (children !== null) dropBreaksOf(children)
}

const dropBreaksOf = (line: Array<Token>): void => {
  let before = ""
  let at = 0
  for (const token of line) {
    at += 1
    if (token.type !== "softbreak") {
      if (token.content !== "") before = token.content
      continue
    }
    const after = line[at]
    if (!ENDS_UNSPACED.test(before) || after === undefined || !BEGINS_UNSPACED.test(after.content)) continue
    token.type = "text"
  }
}
