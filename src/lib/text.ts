import { UNREAD_SHOWN_MAX } from "#contract/chat"
import { charactersOf, cutAfter } from "./expandable.ts"

/** The unread count as text: "999+" above 999, empty for none. */
export const shownUnread = (count: number): string =>
  count <= 0 ? "" : count > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : String(count)

/** A page title with the unread count before it, in place of an earlier one. A count that a title began with stays. */
export const withUnread = (title: string, before: string, now: string): string => {
  const bare = before !== "" && title.startsWith(`(${before}) `) ? title.slice(before.length + 3) : title
  return now === "" ? bare : `(${now}) ${bare}`
}

/** Splits a text in a language without spaces into words; punctuation belongs to the word before it. */
export function splitIntoWords(text: string, locale: string): ReadonlyArray<string> {
  const words: Array<string> = []
  for (const { segment, isWordLike } of new Intl.Segmenter(locale, { granularity: "word" }).segment(text)) {
    if (isWordLike || words.length === 0) words.push(segment)
    else words.push(`${words.pop()}${segment}`)
  }
  return words
}

/** Splits a comma-separated list; blank entries are skipped. */
export const splitCommas = (list: string): ReadonlyArray<string> => bounded(list.split(","))

/** Joins entries by commas. Blank entries are skipped, and commas around entries are removed. */
export const joinCommas = (entries: ReadonlyArray<string | null | undefined>, comma = ","): string =>
  bounded(entries.map((entry) => (entry ?? "").replace(/^[\s,]+|[\s,]+$/g, ""))).join(comma)

const bounded = (entries: ReadonlyArray<string>): ReadonlyArray<string> =>
  entries.map((entry) => entry.trim()).filter((entry) => entry !== "")

/** Minimum length of a search text in bytes (specification, section 9). */
const BYTES_MIN = 3

/** Whether a text has at least this many UTF-8 bytes. One Chinese character has three, which is enough. */
export const hasBytes = (text: string, bytesMin: number = BYTES_MIN): boolean => byteLength(text) >= bytesMin

const byteLength = (text: string): number => new TextEncoder().encode(text).length

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
