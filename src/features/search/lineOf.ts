import { truncateMarkedText, truncateMarkedTitle, truncateText } from "../../lib/text.ts"
import type { Choice } from "./choices.ts"

const ICON_PIXELS = 18

/** Renders a suggestion. */
export const lineOf = (choice: Choice, id: string): HTMLElement => {
  const line = Object.assign(document.createElement("li"), { id, role: "option" })
  line.ariaSelected = "false"
  const words = document.createElement("span")
  words.className = "words"
  words.append(...piecesOf(choice))
  if (choice.kind === "text") {
    line.append(words)
    return line
  }
  const by = Object.assign(document.createElement("small"), { textContent: truncateText(choice.by) })
  line.append(pictureOf(choice), words, by)
  return line
}

const piecesOf = ({ kind, words }: Choice): ReadonlyArray<string | Node> => {
  const truncate = kind === "text" ? truncateMarkedText : truncateMarkedTitle
  const { text, marks } = truncate({ text: words.text, marks: words.marks.map(({ start, end }) => [start, end]) })
  const pieces: Array<string | Node> = []
  let end = 0
  for (const [start, next] of marks) {
    pieces.push(text.slice(end, start))
    pieces.push(Object.assign(document.createElement("mark"), { textContent: text.slice(start, next) }))
    end = next
  }
  return [...pieces, text.slice(end)]
}

/** The same icon as components/feeds/feedIcon.ts. */
const pictureOf = ({ iconUrl, words }: Choice & { readonly kind: "channel" }): HTMLElement => {
  if (iconUrl !== "")
    return Object.assign(document.createElement("img"), {
      className: "icon",
      src: iconUrl,
      width: ICON_PIXELS,
      height: ICON_PIXELS,
      alt: "",
    })
  const [letter = "·"] = words.text.trim()
  const drawn = Object.assign(document.createElement("span"), {
    className: "icon",
    textContent: letter.toLocaleUpperCase(),
  })
  drawn.ariaHidden = "true"
  return drawn
}
