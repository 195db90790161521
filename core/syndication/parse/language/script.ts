/** The script that most of a text is written in. */
export type Script = {
  readonly name: string
  /** The language, where the script is written by one alone. */
  readonly language: string | null
  /** Letters of the script in the text. */
  readonly letters: number
}

/** The script of a text by a count of its letters, or null where it has hardly any. */
export const scriptOf = (text: string): Script | null => {
  const counts = SCRIPTS.map(({ pattern, ...script }) => ({ ...script, letters: text.match(pattern)?.length ?? 0 }))
  const kana = counts.find(({ name }) => name === "Kana")?.letters ?? 0
  const han = counts.find(({ name }) => name === "Han")?.letters ?? 0
  // Japanese writes Chinese characters too; Chinese never writes kana, but for a brand now and then.
  if (kana > 0 && kana * KANA_SHARE >= han) return { name: "Kana", language: "ja", letters: kana + han }
  const best = counts.reduce((most, each) => (weightOf(each) > weightOf(most) ? each : most))
  return best.letters < LETTERS_MIN ? null : best
}

const LETTERS_MIN = 2
const KANA_SHARE = 12
/** One character of Chinese or Korean says as much as a few letters. */
const weightOf = ({ name, letters }: Script): number => (name === "Han" || name === "Hangul" ? letters * 3 : letters)

const SCRIPTS = [
  { name: "Latin", language: null, pattern: /\p{Script=Latin}/gu },
  { name: "Cyrillic", language: null, pattern: /\p{Script=Cyrillic}/gu },
  { name: "Arabic", language: null, pattern: /\p{Script=Arabic}/gu },
  { name: "Devanagari", language: "hi", pattern: /\p{Script=Devanagari}/gu },
  { name: "Han", language: "zh", pattern: /\p{Script=Han}/gu },
  { name: "Kana", language: "ja", pattern: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu },
  { name: "Hangul", language: "ko", pattern: /\p{Script=Hangul}/gu },
  { name: "Greek", language: "el", pattern: /\p{Script=Greek}/gu },
  { name: "Hebrew", language: "he", pattern: /\p{Script=Hebrew}/gu },
  { name: "Thai", language: "th", pattern: /\p{Script=Thai}/gu },
  { name: "Armenian", language: "hy", pattern: /\p{Script=Armenian}/gu },
  { name: "Georgian", language: "ka", pattern: /\p{Script=Georgian}/gu },
  { name: "Bengali", language: "bn", pattern: /\p{Script=Bengali}/gu },
  { name: "Tamil", language: "ta", pattern: /\p{Script=Tamil}/gu },
] as const
