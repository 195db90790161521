import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { openSync } from "fontkit"

const require = createRequire(import.meta.url)
const sibling = (main: string, file: string) => join(dirname(main), "../fonts", file)

/**
 * Fonts of the statement (all SIL OFL 1.1) in order of preference: Noto Sans Hans for Chinese, Japanese and basic Latin, Noto
 * Sans for Latin, Greek and Cyrillic, Gowun Dodum for Korean, and two for Hebrew and Arabic.
 */
const FILES = {
  han: () => sibling(require.resolve("@embedpdf/fonts-sc"), "NotoSansHans-Regular.otf"),
  latin: () => sibling(require.resolve("@embedpdf/fonts-latin"), "NotoSans-Regular.ttf"),
  hangul: () => require.resolve("@expo-google-fonts/gowun-dodum/400Regular/GowunDodum_400Regular.ttf"),
  hebrew: () => sibling(require.resolve("@embedpdf/fonts-hebrew"), "NotoSansHebrew-Regular.ttf"),
  arabic: () => sibling(require.resolve("@embedpdf/fonts-arabic"), "NotoNaskhArabic-Regular.ttf"),
} as const
export type Font = keyof typeof FILES
export const FONTS = Object.keys(FILES) as ReadonlyArray<Font>

/** Path of a font file. */
export const fontFile = (font: Font): string => FILES[font]()

/** Whether a font has a glyph for a character. Fonts are read on first use. */
export const hasGlyph = (font: Font, character: string): boolean => {
  const glyphs = glyphSets.get(font) ?? readGlyphs(font)
  glyphSets.set(font, glyphs)
  return glyphs.has(character.codePointAt(0) ?? 0)
}
const glyphSets = new Map<Font, ReadonlySet<number>>()

const readGlyphs = (font: Font): ReadonlySet<number> => {
  const opened = openSync(fontFile(font))
  if (!("characterSet" in opened)) throw new Error(`${fontFile(font)} is a font collection`)
  return new Set(opened.characterSet)
}
