/** The predominant script of a text. */
export type Script = {
  readonly name: string
  /** The language, if only one uses the script. */
  readonly language: string | null
  /** Number of letters of the script. */
  readonly letters: number
}

/** The predominant script of a text, or null if it has too few letters. */
export const scriptOf = (text: string): Script | null => {
  const counts = SCRIPTS.map(({ pattern, ...script }) => ({ ...script, letters: text.match(pattern)?.length ?? 0 }))
  const kana = counts.find(({ name }) => name === "Kana")?.letters ?? 0
  const han = counts.find(({ name }) => name === "Han")?.letters ?? 0
  // Japanese uses Chinese characters; Chinese almost never uses kana.
  if (kana > 0 && kana * KANA_SHARE >= han) return { name: "Kana", language: "ja", letters: kana + han }
  const best = counts.reduce((most, each) => (weightOf(each) > weightOf(most) ? each : most))
  return best.letters < LETTERS_MIN ? null : best
}

const LETTERS_MIN = 2
const KANA_SHARE = 12
/** One Chinese or Korean character carries as much as several letters. */
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
