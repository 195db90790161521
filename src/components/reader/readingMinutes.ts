import { plainText } from "#core/syndication"

/** Reading speeds of adults: words of languages with spaces, characters of Chinese and Japanese. */
const WORDS_A_MINUTE = 230
const CHARACTERS_A_MINUTE = 400
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu

/** How long it takes to read an article's markup, in whole minutes; 0 for less than half a minute. */
export const readingMinutes = (html: string): number => {
  const text = plainText(html)
  const characters = text.match(CJK)?.length ?? 0
  const words = text.replace(CJK, " ").match(/\S+/g)?.length ?? 0
  return Math.round(words / WORDS_A_MINUTE + characters / CHARACTERS_A_MINUTE)
}
