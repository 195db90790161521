import type { Env, MarkdownIt, StateBlock, StateCore, StateInline, Token } from "markdown-it"

/** Definitions of one text; more are paragraphs. */
const FOOTNOTES_MAX = 1_000
const DEFINITION = /^\[\^([^\]\s[]{1,60})\]:[ \t]*/
const REFERENCE = /\[\^([^\]\s[]{1,60})\]/y
const INDENT = 4

interface Footnotes {
  /** Sources by label. */
  readonly definitions: Map<string, string>
  /** Labels in the order of their first reference; the number of a footnote is its place. */
  readonly referenced: Map<string, number>
  isTail: boolean
  /** Whether a label has a second definition, which nobody sees. */
  isRepeated: boolean
}

const footnotesOf = (env: Env): Footnotes => {
  env["footnotes"] ??= {
    definitions: new Map(),
    referenced: new Map(),
    isTail: false,
    isRepeated: false,
  } satisfies Footnotes
  return env["footnotes"] as Footnotes
}

/**
 * Footnotes as GitHub has them: `[^label]` in the text, and `[^label]: note` on a line of its own, continued by lines that
 * are indented by four spaces. Our own rules, because those of markdown-it-footnote take quadratic time.
 */
export const addFootnotes = (parser: MarkdownIt): void => {
  parser.block.ruler.before("reference", "footnote_definition", readDefinition, { alt: ["paragraph", "reference"] })
  parser.inline.ruler.before("link", "footnote_reference", readReference)
  parser.core.ruler.after("inline", "footnote_tail", appendNotes)
}

const readDefinition = (state: StateBlock, line: number, endLine: number, silent: boolean): boolean => {
  const footnotes = footnotesOf(state.env)
  const { definitions, isTail } = footnotes
  if (isTail || state.level > 0 || (state.sCount[line] ?? 0) - state.blkIndent >= INDENT) return false
  const first = state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])
  const [whole, label] = DEFINITION.exec(first) ?? []
  if (whole === undefined || label === undefined || definitions.size >= FOOTNOTES_MAX) return false
  if (silent) return true
  let end = line + 1
  let next = end
  for (; next < endLine; next += 1) {
    if (state.isEmpty(next)) continue
    if ((state.sCount[next] ?? 0) < INDENT) break
    end = next + 1
  }
  const rest = end > line + 1 ? `\n${state.getLines(line + 1, end, INDENT, false)}` : ""
  if (definitions.has(label)) footnotes.isRepeated = true
  else definitions.set(label, first.slice(whole.length) + rest)
  state.line = end
  return true
}

const readReference = (state: StateInline, silent: boolean): boolean => {
  const { definitions, referenced } = footnotesOf(state.env)
  REFERENCE.lastIndex = state.pos
  const [whole, label] = definitions.size === 0 ? [] : (REFERENCE.exec(state.src) ?? [])
  if (whole === undefined || label === undefined || !definitions.has(label)) return false
  if (!silent) {
    const isFirst = !referenced.has(label)
    if (isFirst) referenced.set(label, referenced.size + 1)
    const token = state.push("footnote_reference", "", 0)
    token.meta = { number: referenced.get(label), isFirst }
  }
  state.pos += whole.length
  return true
}

/** Appends the notes that were referenced. Notes may refer to others, which are appended after them. */
const appendNotes = (state: StateCore): void => {
  const footnotes = footnotesOf(state.env)
  const { definitions, referenced } = footnotes
  if (referenced.size === 0) return
  footnotes.isTail = true
  const tokenOf = (type: string, nesting: -1 | 0 | 1, number = 0): Token =>
    Object.assign(new state.Token(type, "", nesting), { block: true, meta: { number } })
  state.tokens.push(tokenOf("footnotes_open", 1))
  // A map grows while it is walked.
  for (const [label, number] of referenced) {
    const tokens: Array<Token> = []
    state.md.block.parse(definitions.get(label) ?? "", state.md, state.env, tokens)
    for (const token of tokens) {
      // Tops of notes are no tops of the post: no cards and players there.
      token.level += 1
      if (token.type === "inline" && token.children !== null)
        state.md.inline.parse(token.content, state.md, state.env, token.children)
    }
    const last = tokens.at(-1)?.type === "paragraph_close" ? tokens.pop() : undefined
    state.tokens.push(tokenOf("footnote_open", 1, number))
    for (const token of tokens) state.tokens.push(token)
    state.tokens.push(tokenOf("footnote_back", 0, number))
    if (last !== undefined) state.tokens.push(last)
    state.tokens.push(tokenOf("footnote_close", -1, number))
  }
  state.tokens.push(tokenOf("footnotes_close", -1))
}
