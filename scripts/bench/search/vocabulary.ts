import { toPlain } from "../../demo/markdown.ts"
import { type Random, randomFrom } from "../../demo/random.ts"
import { readContent } from "../../demo/readContent.ts"

/** The words of a language with their frequencies in running text, most frequent first. */
export type Vocabulary = {
  readonly language: string
  /** Whether words are separated by spaces. */
  readonly isSpaced: boolean
  readonly words: ReadonlyArray<string>
  /** Picks a word by its cumulative share, a number from 0 to 1. */
  readonly draw: (share: number) => string
}

/** Words of a language: those of the demo library with their frequencies, and derived ones as the long tail. */
const WORDS = 30_000

/**
 * The vocabulary of a language. The head consists of the demo library's words by frequency, function words first. The
 * tail combines the beginning of one word with the end of another, so that it has the language's letters and endings.
 * Frequencies follow the Zipf-Mandelbrot law.
 */
export const vocabularyOf = (language: string): Vocabulary => {
  const texts = readContent()
    .filter((feed) => feed.language.split("-")[0] === language)
    .flatMap((feed) => [
      feed.about,
      ...feed.articles.flatMap(({ title, text }) => [title, text]),
      ...feed.notes.flatMap(({ title, text }) => [title, text]),
    ])
    .map(toPlain)
  const isSpaced = language !== "zh" && language !== "ja"
  const words = withTail(countedWords(texts, language), isSpaced, randomFrom(`vocabulary ${language}`))
  return { language, isSpaced, words, draw: zipf(words) }
}

const countedWords = (texts: ReadonlyArray<string>, language: string): ReadonlyArray<string> => {
  const segmenter = new Intl.Segmenter(language, { granularity: "word" })
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const { segment, isWordLike } of segmenter.segment(text)) {
      if (isWordLike === true && /^\p{L}+$/u.test(segment)) counts.set(segment, (counts.get(segment) ?? 0) + 1)
    }
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word)
}

const withTail = (head: ReadonlyArray<string>, isSpaced: boolean, random: Random): ReadonlyArray<string> => {
  const words = new Set(head)
  const parts = head.filter((word) => (isSpaced ? word.length >= 5 : word.length >= 1))
  const part = () => parts[random.whole(0, parts.length - 1)] ?? ""
  while (words.size < WORDS)
    words.add(
      isSpaced ? front(part(), random) + back(part(), random) : character(part(), random) + character(part(), random),
    )
  return [...words]
}

const front = (word: string, random: Random): string =>
  word.slice(0, random.whole(2, Math.max(2, word.length - 2))).toLowerCase()
const back = (word: string, random: Random): string =>
  word.slice(-random.whole(2, Math.min(6, word.length - 1))).toLowerCase()
const character = (word: string, random: Random): string => {
  const characters = [...word]
  return characters[random.whole(0, characters.length - 1)] ?? ""
}

/** Mandelbrot's offset: the first words of a language differ less in frequency than Zipf's law predicts. */
const OFFSET = 2.7

const zipf = (words: ReadonlyArray<string>): ((share: number) => string) => {
  const sums = new Float64Array(words.length)
  let sum = 0
  for (let rank = 0; rank < words.length; rank += 1) {
    sum += 1 / (rank + OFFSET)
    sums[rank] = sum
  }
  return (share) => {
    const target = share * sum
    let [low, high] = [0, words.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < target) low = middle + 1
      else high = middle
    }
    return words[low] ?? ""
  }
}
