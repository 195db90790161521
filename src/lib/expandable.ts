/** Characters per row (specification, section 9). */
const ROW_LENGTH = 22

/** Cuts a text after this many rows, with an ellipsis. */
export const foldRows = (text: string, rowsMax: number): string => cutAfter(text, ROW_LENGTH * rowsMax)

/** Cuts a text after this many characters, with an ellipsis. */
export const cutAfter = (text: string, length: number): string => {
  const end = endOf(text, length)
  return end === text.length ? text : `${text.slice(0, end).trimEnd()}…`
}

/** Where the given number of characters of a text ends, in code units. */
const endOf = (text: string, length: number): number => {
  // A character has at least one code unit, so short texts need no segmentation.
  if (text.length <= length) return text.length
  if (isPlain(text.slice(0, length + 1))) return length
  let end = 0
  let count = 0
  for (const { segment } of segmenter.segment(text)) {
    if (count === length) return end
    end += segment.length
    count++
  }
  return end
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
  isPlain(text) ? text.split("") : Array.from(segmenter.segment(text), ({ segment }) => segment)

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" })

/**
 * Letters, digits, Chinese characters and punctuation of which each code unit is a character by itself. Most texts consist of
 * nothing else, and segmenting one takes a hundred times as long as this test.
 */
const PLAIN =
  /^[\n\u0020-\u007e\u00a0-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u3000-\u3029\u4e00-\u9fff\uff01-\uff60]*$/
const isPlain = (text: string): boolean => PLAIN.test(text)
