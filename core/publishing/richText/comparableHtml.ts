const FORMATS = new Set(["em", "strong", "s", "a"])
/** Their content is shown as it is written. */
const isPre = (tag: string): boolean => /^<\/?pre[ >]/.test(tag)

/**
 * HTML of the renderer in a form that is equal for texts that look equal: every word has its formats as a set, so that
 * their order does not count, and breaks of lines that are shown as spaces are spaces.
 */
export const comparableHtml = (html: string): string => {
  const open: Array<string> = []
  const parts: Array<string> = []
  let shown = ""
  let isKept = false
  const formats = (): string => [...new Set(open)].sort().join("")
  for (const [part] of html.matchAll(/<[^>]*>|[^<]+/g)) {
    const name = /^<\/?([a-z0-9]+)/.exec(part)?.[1]
    if (isPre(part)) isKept = !part.startsWith("</")
    if (name !== undefined && FORMATS.has(name) && !isKept) {
      if (part.startsWith("</")) open.pop()
      else open.push(part)
      continue
    }
    const now =
      name === undefined || name === "img" || name === "code" || name === "sup" || name === "br" ? formats() : ""
    if (now !== shown) parts.push(`{${now}}`)
    shown = now
    parts.push(isKept ? part : part.replaceAll("\n", " "))
  }
  return parts
    .join("")
    .replaceAll(
      / *(<\/?(?:p|div|figure|ul|ol|li|blockquote|h\d|table|thead|tbody|tr|th|td|hr|section|pre)\b[^>]*>) */g,
      "$1",
    )
}
