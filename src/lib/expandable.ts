/** Characters per row (specification, section 9). */
const ROW_LENGTH = 22

/** Cuts a text after this many rows, with an ellipsis. */
export const foldRows = (text: string, rowsMax: number): string => cutAfter(text, ROW_LENGTH * rowsMax)

/** Cuts a text after this many characters, with an ellipsis. */
export const cutAfter = (text: string, length: number): string => {
  // A character has at least one code unit, so most texts need no segmentation.
  if (text.length <= length) return text
  const characters = charactersOf(text)
  return characters.length <= length ? text : `${characters.slice(0, length).join("").trimEnd()}…`
}

/** Characters of an expandable text that show before it is expanded (specification, section 9). */
export const EXPANDABLE_LENGTH = 300
/** The same on mobile screens. */
export const EXPANDABLE_LENGTH_MOBILE = 150

/**
 * A text in three parts: `head` always shows, `middle` is hidden on mobile screens until expanded, and `tail` everywhere
 * until expanded.
 */
export type Expandable = { readonly head: string; readonly middle: string; readonly tail: string }

export const expandable = (text: string): Expandable => {
  const characters = charactersOf(text)
  return {
    head: characters.slice(0, EXPANDABLE_LENGTH_MOBILE).join(""),
    middle: characters.slice(EXPANDABLE_LENGTH_MOBILE, EXPANDABLE_LENGTH).join(""),
    tail: characters.slice(EXPANDABLE_LENGTH).join(""),
  }
}

/** Grapheme clusters: accents and emoji modifiers are never cut off. */
export const charactersOf = (text: string): ReadonlyArray<string> =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" })
