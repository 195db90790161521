import { Tokenizer, type TokenizerCallbacks } from "htmlparser2"
import { HTML_BLOCKS, HTML_NAMES, HTML_UNREAD } from "./htmlNames.ts"

/**
 * Removes tags, comments and invisible content (scripts, styles, frames). References stay encoded. Text that only looks
 * like a tag (`Vec<T>`, a `<` before a space) stays. One pass of a tokeniser, so the time is linear.
 */
export const stripTags = (html: string): string => {
  if (!html.includes("<")) return html
  const parts: Array<string> = []
  let unread: string | null = null
  let tagStart: number | null = null
  let literal = false
  let lowerCase: string | null = null
  const unclosed = new Set<string>()

  /** Without a closing tag only scripts and styles remove the rest, as in browsers. */
  const closesLater = (name: string, from: number): boolean => {
    if (name === "script" || name === "style") return true
    if (unclosed.has(name)) return false
    lowerCase ??= html.toLowerCase()
    const found = lowerCase.includes(`</${name}`, from)
    if (!found) unclosed.add(name)
    return found
  }

  const endTag = (end: number): void => {
    if (literal && tagStart !== null && unread === null) parts.push(html.slice(tagStart, end + 1))
    tagStart = null
    literal = false
  }
  const isText = (name: string): boolean => !HTML_NAMES.has(name) && !/[:-]/.test(name)

  const callbacks: TokenizerCallbacks = {
    ontext: (start, end) => {
      if (unread === null) parts.push(html.slice(start, end))
    },
    onopentagname: (start, end) => {
      const name = html.slice(start, end).toLowerCase()
      tagStart = start - 1
      literal = isText(name)
      if (unread !== null || literal) return
      if (HTML_BLOCKS.has(name)) parts.push(" ")
      if (HTML_UNREAD.has(name) && closesLater(name, end)) unread = name
    },
    onopentagend: endTag,
    onselfclosingtag: (end) => {
      if (unread !== null && tagStart !== null && html.startsWith(unread, tagStart + 1)) unread = null
      endTag(end)
    },
    onclosetag: (start, end) => {
      const name = html.slice(start, end).toLowerCase()
      if (unread !== null) {
        if (name === unread) unread = null
      } else if (HTML_BLOCKS.has(name)) parts.push(" ")
      else if (isText(name)) parts.push(`</${html.slice(start, end)}>`)
    },
    oncdata: (start, end, offset) => {
      if (unread === null) parts.push(html.slice(start, end - offset))
    },
    onattribdata: ignore,
    onattribentity: ignore,
    onattribend: ignore,
    onattribname: ignore,
    oncomment: ignore,
    ondeclaration: ignore,
    onend: ignore,
    onprocessinginstruction: ignore,
    ontextentity: ignore,
  }
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: false, recognizeSelfClosing: false }, callbacks)
  tokenizer.write(html)
  tokenizer.end()
  // The text ended inside an apparent tag.
  if (tagStart !== null && unread === null && literal) parts.push(html.slice(tagStart))
  return parts.join("")
}

const ignore = (): void => {}
