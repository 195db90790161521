import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { openSync } from "fontkit"

const require = createRequire(import.meta.url)
const beside = (main: string, file: string) => join(dirname(main), "../fonts", file)

/**
 * The statement's fonts (all SIL OFL 1.1), the first that has a sign first: Noto Sans Hans for both Chinese scripts,
 * Japanese and plain Latin, Noto Sans for all of Latin, Greek and Cyrillic, Gowun Dodum for Korean, and those that are
 * written from the right.
 */
const FILES = {
  han: () => beside(require.resolve("@embedpdf/fonts-sc"), "NotoSansHans-Regular.otf"),
  latin: () => beside(require.resolve("@embedpdf/fonts-latin"), "NotoSans-Regular.ttf"),
  hangul: () => require.resolve("@expo-google-fonts/gowun-dodum/400Regular/GowunDodum_400Regular.ttf"),
  hebrew: () => beside(require.resolve("@embedpdf/fonts-hebrew"), "NotoSansHebrew-Regular.ttf"),
  arabic: () => beside(require.resolve("@embedpdf/fonts-arabic"), "NotoNaskhArabic-Regular.ttf"),
} as const
export type Font = keyof typeof FILES
export const FONTS = Object.keys(FILES) as ReadonlyArray<Font>

/** Where a font lies. */
export const fontFile = (font: Font): string => FILES[font]()

/** Whether a font has a sign for a character. Fonts are read when the first text asks for them. */
export const hasGlyph = (font: Font, character: string): boolean => {
  const signs = known.get(font) ?? signsOf(font)
  known.set(font, signs)
  return signs.has(character.codePointAt(0) ?? 0)
}
const known = new Map<Font, ReadonlySet<number>>()

const signsOf = (font: Font): ReadonlySet<number> => {
  const opened = openSync(fontFile(font))
  if (!("characterSet" in opened)) throw new Error(`${fontFile(font)} is a collection of fonts`)
  return new Set(opened.characterSet)
}
