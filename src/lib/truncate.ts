import { charactersOf, cutAfter } from "./expandable.ts"

/** Maximum characters of titles and texts in search results (specification, section 9). */
export const SEARCH_TITLE_LENGTH = 30
export const SEARCH_TEXT_LENGTH = 40

export const truncateTitle = (title: string, length: number = SEARCH_TITLE_LENGTH): string => cutAfter(title, length)
export const truncateText = (text: string, length: number = SEARCH_TEXT_LENGTH): string => cutAfter(text, length)

/** A text with highlighted ranges: ordered, disjoint UTF-16 offsets, end exclusive. */
type Marked = { readonly text: string; readonly marks: ReadonlyArray<readonly [start: number, end: number]> }

/** Cuts a highlighted title. */
export const truncateMarkedTitle = ({ text, marks }: Marked): Marked => partOf({ text, marks }, 0, SEARCH_TITLE_LENGTH)

/**
 * Cuts a highlighted text. If the first highlight would be cut off, the part around it is shown
 * instead of the beginning, because readers need to see why the text was found.
 */
export const truncateMarkedText = ({ text, marks }: Marked): Marked => {
  const [start = 0, end = 0] = marks[0] ?? []
  const isShown = charactersOf(text.slice(0, end)).length <= SEARCH_TEXT_LENGTH
  const before = isShown ? 0 : charactersOf(text.slice(0, start)).length - TEXT_BEFORE_MARK
  return partOf({ text, marks }, Math.max(0, before), SEARCH_TEXT_LENGTH)
}

/** Characters before the first highlight of a text that is not shown from its beginning. */
const TEXT_BEFORE_MARK = 10

/** A slice of a text, with ellipses where something is missing. */
const partOf = ({ text, marks }: Marked, from: number, length: number): Marked => {
  const characters = charactersOf(text)
  if (from === 0 && characters.length <= length) return { text, marks }
  const start = characters.slice(0, from).join("").length
  const shown = characters.slice(from, from + length).join("")
  const [head, tail] = [from > 0 ? "…" : "", characters.length > from + length ? "…" : ""]
  const end = start + (tail === "" ? shown : shown.trimEnd()).length
  const offset = head.length - start
  return {
    text: `${head}${text.slice(start, end)}${tail}`,
    marks: marks
      .map(([first, last]) => [Math.max(first, start), Math.min(last, end)] as const)
      .filter(([first, last]) => first < last)
      .map(([first, last]) => [first + offset, last + offset] as const),
  }
}
