import { FONTS, type Font, hasGlyph } from "./fonts.ts"

/** Width of the text on A4, and the margin around it, in points (1/72 inch). */
export const [PDF_MARGIN, PDF_WIDTH] = [40, 515]

/** A part of a text in one font. */
type FontRun = { readonly font: Font; readonly text: string; readonly isRightToLeft: boolean }

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

export type Write = ReturnType<typeof textWriter>

/** Distance from the top of a line to its baseline, in percent of the font size. */
const BASELINE = 110

/** Writes one line, truncated to its column. Returns its right edge. */
export const textWriter = (document: PDFKit.PDFDocument) => {
  const widthOf = (parts: ReadonlyArray<FontRun>) =>
    parts.reduce(
      (sum, { font, ...part }) => sum + document.font(font).widthOfString(part.text, shapingOptions(part)),
      0,
    )
  return (text: string, left: number, top: number, { size = 9, width = PDF_WIDTH, isNumber = false } = {}): number => {
    document.fontSize(size)
    const parts = fitText(text, (each) => widthOf(each) <= width)
    let at = isNumber ? left + width - widthOf(parts) : left
    for (const part of parts) {
      const options = { lineBreak: false, baseline: "alphabetic", ...shapingOptions(part) } as const
      document.font(part.font).text(part.text, at, top + (size * BASELINE) / 100, options)
      at += widthOf([part])
    }
    return at
  }
}

/** Lays right-to-left text out as a whole, which keeps the order of its words. */
const shapingOptions = ({ isRightToLeft }: Pick<FontRun, "isRightToLeft">) => (isRightToLeft ? { features: [] } : {})

/** The longest prefix that fits, with an ellipsis if it is truncated. */
const fitText = (text: string, fits: (parts: ReadonlyArray<FontRun>) => boolean): ReadonlyArray<FontRun> => {
  const whole = fontRuns(text) ?? []
  if (fits(whole)) return whole
  const characters = [...text]
  let [fitting, over] = [0, characters.length]
  while (over - fitting > 1) {
    const middle = Math.floor((fitting + over) / 2)
    if (fits(truncateAfter(characters, middle))) fitting = middle
    else over = middle
  }
  return truncateAfter(characters, fitting)
}

const truncateAfter = (characters: ReadonlyArray<string>, count: number): ReadonlyArray<FontRun> => {
  const fitting = fontRuns(characters.slice(0, count).join("").trimEnd()) ?? []
  return fitting.some(({ isRightToLeft }) => isRightToLeft) ? [...ELLIPSIS, ...fitting] : [...fitting, ...ELLIPSIS]
}
const ELLIPSIS: ReadonlyArray<FontRun> = [{ font: "han", text: "…", isRightToLeft: false }]

/** Splits a text into lines that fit, at the ends of words. Chinese and Japanese may break anywhere. */
export const wrapText = (text: string, locale: string, charactersMax: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let [line, length] = ["", 0]
  for (const { segment } of new Intl.Segmenter(locale, { granularity: "word" }).segment(text)) {
    const size = [...segment].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0)
    if (length > 0 && length + size > charactersMax && !PUNCTUATION.test(segment)) {
      lines.push(line.trim())
      ;[line, length] = ["", 0]
    }
    line += segment
    length += size
  }
  return [...lines, line.trim()].filter((each) => each !== "")
}
/** A line never begins with a comma. */
const PUNCTUATION = /^[\p{P}\s]+$/u
/** Characters that are twice as wide as Latin ones. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u
