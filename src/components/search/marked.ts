import type { MarkedText } from "#projections/library"
import { type Html, html } from "../../lib/html.ts"
import { truncateMarkedText, truncateMarkedTitle } from "../../lib/text.ts"

/** Renders a text with its highlights. */
export const marked = ({ text, marks }: MarkedText): Html => {
  const parts: Array<Html> = []
  let end = 0
  for (const [from, to] of marks) {
    parts.push(html`${text.slice(end, from)}<mark>${text.slice(from, to)}</mark>`)
    end = to
  }
  return html`${parts}${text.slice(end)}`
}

/** A found title, truncated, with the whole title as tooltip. */
export const foundTitle = (title: MarkedText): Html => {
  const cut = truncateMarkedTitle(title)
  return cut.text === title.text ? marked(cut) : html`<span title="${title.text}">${marked(cut)}</span>`
}

/** A found text, truncated. */
export const foundText = (text: MarkedText): Html => marked(truncateMarkedText(text))
