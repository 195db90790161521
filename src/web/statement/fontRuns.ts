import { FONTS, type Font, hasGlyph } from "./fonts.ts"

/** A piece of a text in the font that has its signs. */
export type FontRun = { readonly font: Font; readonly text: string; readonly isFromRight: boolean }

const FROM_RIGHT: ReadonlySet<Font> = new Set(["hebrew", "arabic"])
const [LEFTWARD, RIGHTWARD] = [
  FONTS.filter((font) => FROM_RIGHT.has(font)),
  FONTS.filter((font) => !FROM_RIGHT.has(font)),
]
/** Letters and their marks, and what looks the same whichever way one reads: brackets do not, and numbers run the other way. */
const READ_FROM_RIGHT = /^[\p{Script=Hebrew}\p{Script=Arabic}\p{M}\u200c\s.'’-]+$/u
/** Steers how a text is laid out and shows nothing; all but what keeps letters of Persian words apart. */
const UNSEEN = /(?!\u200c)\p{Cf}|\p{Cc}/gu

/**
 * A text as the statement can show it, in as few fonts as have its signs. Null where none has a sign for some of it, or where
 * it is read in both directions: it would be boxes, or another text.
 */
export const fontRuns = (text: string): ReadonlyArray<FontRun> | null => {
  const clean = text.normalize("NFC").replaceAll(/\s/g, " ").replaceAll(UNSEEN, "")
  const isFromRight = READ_FROM_RIGHT.test(clean) && /\p{L}/u.test(clean)
  const has = (font: Font) => [...clean].every((character) => hasGlyph(font, character))
  // One hand for all of it where there is one.
  const font = (isFromRight ? LEFTWARD : RIGHTWARD).find(has)
  if (font !== undefined) return [{ font, text: clean, isFromRight }]
  return isFromRight ? null : inRuns(clean)
}

const inRuns = (text: string): ReadonlyArray<FontRun> | null => {
  const parts: Array<FontRun> = []
  for (const character of text) {
    const last = parts.at(-1)
    const font = last !== undefined && hasGlyph(last.font, character) ? last.font : fontOf(character)
    if (font === undefined) return null
    if (font === last?.font) parts.splice(-1, 1, { ...last, text: last.text + character })
    else parts.push({ font, text: character, isFromRight: false })
  }
  return parts
}

const fontOf = (character: string) => RIGHTWARD.find((font) => hasGlyph(font, character))

/** What the statement calls somebody: by the name that they show, or, where it cannot be written, by their code. */
export const printableName = ({
  displayName,
  userCode,
}: {
  readonly displayName: string | null
  readonly userCode: string
}) => (displayName !== null && fontRuns(displayName) !== null ? displayName : userCode)
