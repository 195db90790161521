import { charactersOf } from "./expandable.ts"

/** Characters per row (specification, section 9). */
export const ROW_LENGTH = 22

/** Cuts a text after this many rows, with an ellipsis. */
export const foldRows = (text: string, rowsMax: number): string => cutAfter(text, ROW_LENGTH * rowsMax)

/** Cuts a text after this many characters, with an ellipsis. */
export const cutAfter = (text: string, length: number): string => {
  // A character has at least one code unit, so most texts need no segmentation.
  if (text.length <= length) return text
  const characters = charactersOf(text)
  return characters.length <= length ? text : `${characters.slice(0, length).join("").trimEnd()}…`
}
