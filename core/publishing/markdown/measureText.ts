/** Reading speeds of adults: words of languages with spaces, characters of Chinese and Japanese. */
const WORDS_A_MINUTE = 230
const CHARACTERS_A_MINUTE = 400
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu

export interface TextMeasure {
  /** Words, and characters of Chinese and Japanese, which have no spaces. */
  readonly words: number
  /** Whole minutes to read; 0 for less than half a minute. */
  readonly minutes: number
}

/** Counts the words of a plain text, and how long it takes to read. */
export const measureText = (text: string): TextMeasure => {
  const characters = text.match(CJK)?.length ?? 0
  const words = text.replace(CJK, " ").match(WORD)?.length ?? 0
  return { words: words + characters, minutes: Math.round(words / WORDS_A_MINUTE + characters / CHARACTERS_A_MINUTE) }
}

/** Marks alone are no words. */
const WORD = /[\p{L}\p{N}]\S*/gu
