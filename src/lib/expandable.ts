/** Characters of an expandable text that show before it is opened (specification, section 9). */
export const EXPANDABLE_LENGTH = 300
/** The same on a mobile screen. */
export const EXPANDABLE_LENGTH_MOBILE = 150

/**
 * A text in the three parts that an expandable one is made of: what every screen shows, what a mobile screen hides
 * until it is opened, and what every screen hides until then. Together they are the text, whatever its length.
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

/** What people call characters: an accent or a skin colour is never cut from what it belongs to. */
export const charactersOf = (text: string): ReadonlyArray<string> =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" })
