import { detectAll } from "tinyld"
import { areClose } from "./closeLanguages.ts"
import { FUNCTION_WORDS } from "./functionWords.ts"
import { scriptOf } from "./script.ts"

/** The detected language of a text. */
export type DetectedLanguage = {
  readonly language: string
  /** Strong evidence overrides the declaration; weak evidence counts only without one. */
  readonly strong: boolean
}

/** Characters that are read; more do not improve the result. */
const TEXT_LENGTH_MAX = 1_000
/** Minimum score of a language, and for strong evidence. */
const VOTES_MIN = 1.2
const VOTES_STRONG_MIN = 4
/** Minimum lead over the second language. */
const LEAD_MIN = 1.3
/** The same if the second one shares most of its words. */
const LEAD_CLOSE_MIN = 1.08
const LEAD_STRONG_MIN = 1.8
/** Shorter texts may be names, which n-grams misjudge. */
const WORDS_MIN = 5
const NGRAM_ACCURACY_MIN = 0.3

/**
 * The language of a plain text, or null if uncertain: by its script, then by words and letters of few languages, then
 * by n-grams (tinyld).
 */
export const detectLanguage = (text: string): DetectedLanguage | null => {
  const start = text.slice(0, TEXT_LENGTH_MAX).normalize("NFC")
  const script = scriptOf(start)
  if (script === null) return null
  if (script.language !== null) return { language: script.language, strong: script.letters >= STRONG_LETTERS_MIN }
  const words = start.toLowerCase().match(WORD) ?? []
  const voted = vote(words, start)
  if (voted !== null) return voted
  if (words.length < WORDS_MIN) return null
  const [best] = detectAll(start)
  return best !== undefined && best.accuracy >= NGRAM_ACCURACY_MIN && isOf(script.name, best.lang)
    ? { language: best.lang, strong: false }
    : null
}

const STRONG_LETTERS_MIN = 8

const vote = (words: ReadonlyArray<string>, text: string): DetectedLanguage | null => {
  const votes = new Map<string, number>()
  const give = (language: string, share: number) => votes.set(language, (votes.get(language) ?? 0) + share)
  for (const word of words) {
    const languages = LANGUAGES_OF_WORD.get(word)
    // Words of a single language weigh most.
    if (languages !== undefined) for (const language of languages) give(language, 1 / languages.length)
  }
  for (const [pattern, languages] of LETTERS) {
    const found = Math.min(text.match(pattern)?.length ?? 0, LETTER_VOTES_MAX)
    if (found > 0) for (const language of languages) give(language, (found * LETTER_VOTE) / languages.length)
  }
  const [first, second] = [...votes].sort((one, other) => other[1] - one[1])
  if (first === undefined || first[1] < VOTES_MIN) return null
  const lead = first[1] / (second?.[1] ?? 0.01)
  const language = primaryOf(first[0])
  const close = second !== undefined && areClose(language, primaryOf(second[0]))
  if (lead < (close ? LEAD_CLOSE_MIN : LEAD_MIN)) return null
  return { language, strong: first[1] >= VOTES_STRONG_MIN && lead >= LEAD_STRONG_MIN }
}

const primaryOf = (tag: string): string => tag.split("-")[0] ?? tag

const WORD = /\p{L}[\p{L}\p{M}'’·]*/gu
const LETTER_VOTE = 0.6
const LETTER_VOTES_MAX = 4

const LANGUAGES_OF_WORD: ReadonlyMap<string, ReadonlyArray<string>> = (() => {
  const found = new Map<string, Array<string>>()
  for (const [language, words] of Object.entries(FUNCTION_WORDS)) {
    for (const word of new Set(words.split(" "))) found.set(word, [...(found.get(word) ?? []), language])
  }
  return found
})()

/** Letters of few languages. */
const LETTERS: ReadonlyArray<readonly [RegExp, ReadonlyArray<string>]> = [
  [/ß/g, ["de"]],
  [/[¿¡ñ]/g, ["es"]],
  [/[ãõ]/g, ["pt"]],
  [/l·l|ny\b|\b[sl]['’]h/g, ["ca"]],
  [/[ěřů]/gi, ["cs"]],
  [/[ľĺŕ]/gi, ["sk"]],
  [/[łąęśźżń]/gi, ["pl"]],
  [/[őű]/gi, ["hu"]],
  [/[ășțţ]/gi, ["ro"]],
  [/đ/gi, ["hr", "sr"]],
  [/ć/gi, ["hr", "sr", "pl"]],
  [/\b\p{L}*ije\p{L}+/giu, ["hr"]],
  [/[ğış]/g, ["tr"]],
  [/[øæ]/gi, ["da", "no"]],
  [/\b\p{L}*(?:lijk|schap|heid|ij)\b/giu, ["nl"]],
  [/[ыэё]/gi, ["ru", "be"]],
  [/[їєґ]/gi, ["uk"]],
  [/ў/gi, ["be"]],
  [/[ѓќѕ]/gi, ["mk"]],
  [/[ђћ]/gi, ["sr-Cyrl"]],
  [/[јљњџ]/gi, ["mk", "sr-Cyrl"]],
  [/\p{L}ът\b|\p{L}та\b|ъ/giu, ["bg"]],
]

/** N-grams of borrowed words may suggest a language of another script. */
const isOf = (script: string, language: string): boolean =>
  (script === "Latin") === !NOT_LATIN.has(language) && (script !== "Arabic" || ARABIC.has(language))
const ARABIC = new Set(["ar", "fa", "ur"])
const NOT_LATIN = new Set(
  "am ber ja zh ko my th km ta hi ur gu kn te el sr mk bg be ru uk hy he yi ar fa kk mn bn tt".split(" "),
)
