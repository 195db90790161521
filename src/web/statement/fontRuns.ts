import { FONTS, type Font, hasGlyph } from "./fonts.ts"

/** A part of a text in one font. */
export type FontRun = { readonly font: Font; readonly text: string; readonly isRightToLeft: boolean }

const RIGHT_TO_LEFT: ReadonlySet<Font> = new Set(["hebrew", "arabic"])
const [RTL_FONTS, LTR_FONTS] = [
  FONTS.filter((font) => RIGHT_TO_LEFT.has(font)),
  FONTS.filter((font) => !RIGHT_TO_LEFT.has(font)),
]
/** Right-to-left letters, and characters without direction. Brackets would be mirrored, and digits run left to right. */
const RTL_TEXT = /^[\p{Script=Hebrew}\p{Script=Arabic}\p{M}\u200c\s.'’-]+$/u
/** Invisible control characters, except the zero-width non-joiner of Persian. */
const INVISIBLE = /(?!\u200c)\p{Cf}|\p{Cc}/gu

/**
 * Splits a text into runs of one font each. Null if a character has no glyph in any font, or if the text mixes directions.
 */
export const fontRuns = (text: string): ReadonlyArray<FontRun> | null => {
  const clean = text.normalize("NFC").replaceAll(/\s/g, " ").replaceAll(INVISIBLE, "")
  const isRightToLeft = RTL_TEXT.test(clean) && /\p{L}/u.test(clean)
  const has = (font: Font) => [...clean].every((character) => hasGlyph(font, character))
  // Prefer one font for the whole text.
  const font = (isRightToLeft ? RTL_FONTS : LTR_FONTS).find(has)
  if (font !== undefined) return [{ font, text: clean, isRightToLeft }]
  return isRightToLeft ? null : splitByFont(clean)
}

const splitByFont = (text: string): ReadonlyArray<FontRun> | null => {
  const parts: Array<FontRun> = []
  for (const character of text) {
    const last = parts.at(-1)
    const font = last !== undefined && hasGlyph(last.font, character) ? last.font : fontOf(character)
    if (font === undefined) return null
    if (font === last?.font) parts.splice(-1, 1, { ...last, text: last.text + character })
    else parts.push({ font, text: character, isRightToLeft: false })
  }
  return parts
}

const fontOf = (character: string) => LTR_FONTS.find((font) => hasGlyph(font, character))

/** The display name of a person, or their code if the name cannot be printed. */
export const printableName = ({
  displayName,
  userCode,
}: {
  readonly displayName: string | null
  readonly userCode: string
}) => (displayName !== null && fontRuns(displayName) !== null ? displayName : userCode)
