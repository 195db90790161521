import { charactersOf } from "./expandable.ts"

/** Characters of a row in a narrow column (specification, section 9). */
export const ROW_LENGTH = 22

/** A text that is longer than so many rows of a narrow column, cut there with an ellipsis; a shorter one as it is. */
export const foldRows = (text: string, rowsMax: number): string => cutAfter(text, ROW_LENGTH * rowsMax)

/** A text cut after so many characters, with an ellipsis in the place of what is missing. */
export const cutAfter = (text: string, length: number): string => {
  // A character has at least one code unit: most texts are short enough without being taken apart.
  if (text.length <= length) return text
  const characters = charactersOf(text)
  return characters.length <= length ? text : `${characters.slice(0, length).join("").trimEnd()}…`
}
