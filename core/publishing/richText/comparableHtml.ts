const FORMATS = new Set(["em", "strong", "s", "a"])
/** Their content is shown as it is written. */
const isPre = (tag: string): boolean => /^<\/?pre[ >]/.test(tag)
/** Spaces at their edges are not shown. */
const BLOCK = /^<\/?(?:p|div|figure|ul|ol|li|blockquote|h\d|table|thead|tbody|tr|th|td|hr|section|pre)\b/

/**
 * HTML of the renderer in a form that is equal for texts that look equal: every word has its formats as a set, so that
 * their order does not count, and breaks of lines that are shown as spaces are spaces. In linear time.
 */
export const comparableHtml = (html: string): string => {
  const open: Array<string> = []
  const parts: Array<string> = []
  let shown = ""
  let isKept = false
  let isAtEdge = true
  const formats = (): string => [...new Set(open)].sort().join("")
  for (const [part] of html.matchAll(/<[^>]*>|[^<]+/g)) {
    const name = /^<\/?([a-z0-9]+)/.exec(part)?.[1]
    const isBlock = BLOCK.test(part)
    if (isBlock && !isKept) parts.push(parts.pop()?.trimEnd() ?? "")
    if (isPre(part)) isKept = !part.startsWith("</")
    if (name !== undefined && FORMATS.has(name) && !isKept) {
      if (part.startsWith("</")) open.pop()
      else open.push(part)
      continue
    }
    const isShown = name === undefined || name === "img" || name === "code" || name === "sup" || name === "br"
    const now = isShown ? formats() : ""
    if (now !== shown) parts.push(`{${now}}`)
    shown = now
    const text = isKept ? part : part.replaceAll("\n", " ")
    parts.push(isAtEdge && name === undefined && !isKept ? text.trimStart() : text)
    isAtEdge = isBlock
  }
  return parts.join("")
}
