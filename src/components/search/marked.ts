import type { MarkedText } from "#projections/library"
import { type Html, html } from "../../lib/html.ts"

/** A plain text as markup, with what was searched for marked. */
export const marked = ({ text, marks }: MarkedText): Html => {
  const parts: Array<Html> = []
  let end = 0
  for (const [from, to] of marks) {
    parts.push(html`${text.slice(end, from)}<mark>${text.slice(from, to)}</mark>`)
    end = to
  }
  return html`${parts}${text.slice(end)}`
}
