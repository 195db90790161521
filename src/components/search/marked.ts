import type { MarkedText } from "#projections/library"
import { type Html, html } from "../../lib/html.ts"
import { truncateMarkedText, truncateMarkedTitle } from "../../lib/truncate.ts"

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

/** The title of something that was found, cut; all of it is in the tooltip. */
export const foundTitle = (title: MarkedText): Html => {
  const cut = truncateMarkedTitle(title)
  return cut.text === title.text ? marked(cut) : html`<span title="${title.text}">${marked(cut)}</span>`
}

/** The text of something that was found, cut. */
export const foundText = (text: MarkedText): Html => marked(truncateMarkedText(text))
