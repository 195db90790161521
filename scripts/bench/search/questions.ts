import type { SearchQuery } from "#projections/library"
import { randomFrom } from "../../demo/random.ts"
import { CORPUS_LANGUAGES, type Corpus } from "./corpus.ts"

/** Kinds of searches that have separate goals. */
export const KINDS = ["rare", "middle", "common", "phrase", "cjk", "two_words", "filtered"] as const
export type Kind = (typeof KINDS)[number]

/**
 * Frequency ranks of words in a language. At 400,000 items they match tens to hundreds, thousands, and tens of
 * thousands of items.
 */
const RANKS = { rare: [8_000, 30_000], middle: [300, 3_000], common: [0, 100] } as const
const DAY_MS = 86_400_000

/** Searches of one kind that each match some item of the library, the same in every run. */
export const questionsOf = (
  kind: Kind,
  corpus: Corpus,
  { items, endMs, count }: { readonly items: number; readonly endMs: number; readonly count: number },
): ReadonlyArray<SearchQuery> => {
  const random = randomFrom(`questions ${kind}`)
  const ranks = new Map(
    CORPUS_LANGUAGES.map((each) => [each, new Map(corpus.writer(each).vocabulary.words.map((word, at) => [word, at]))]),
  )
  const text = () => {
    const index = random.whole(0, items - 1)
    const { language, title, summary } = corpus.item(index)
    return { language: language as (typeof CORPUS_LANGUAGES)[number], words: `${title} ${summary ?? ""}` }
  }
  const word = (of: ReturnType<typeof text>, [from, to]: readonly [number, number]) => {
    const known = ranks.get(of.language)
    const found = of.words.match(/\p{L}+/gu)?.filter((each) => {
      const rank = known?.get(each) ?? known?.get(each.toLowerCase()) ?? -1
      return rank >= from && rank < to
    })
    return found?.[random.whole(0, found.length - 1)]
  }
  const question = (): SearchQuery | null => {
    const of = text()
    const isSpaced = corpus.writer(of.language).vocabulary.isSpaced
    if (kind === "cjk") {
      const run = isSpaced ? undefined : of.words.match(/[\p{L}]{2,}/gu)?.[0]
      if (run === undefined) return null
      const from = random.whole(0, run.length - 2)
      return { query: run.slice(from, from + random.whole(2, 6)) }
    }
    if (!isSpaced) return null
    if (kind === "phrase") {
      const words = of.words.split(/[^\p{L}]+/u)
      const from = random.whole(0, Math.max(words.length - 4, 0))
      const phrase = words.slice(from, from + random.whole(2, 3))
      // Quoted phrases contain at least one meaningful word.
      const known = ranks.get(of.language)
      const ofRank = (each: string) => known?.get(each) ?? known?.get(each.toLowerCase()) ?? RANKS.middle[0]
      const isTelling = new Set(phrase).size === phrase.length && phrase.some((each) => ofRank(each) >= RANKS.common[1])
      return isTelling ? { query: `"${phrase.join(" ")}"` } : null
    }
    if (kind === "two_words") {
      const [one, other] = [word(of, RANKS.middle), word(of, random.next() < 0.5 ? RANKS.common : RANKS.middle)]
      return one === undefined || other === undefined || one === other ? null : { query: `${one} ${other}` }
    }
    if (kind === "filtered") {
      const found = word(of, random.next() < 0.5 ? RANKS.common : RANKS.middle)
      return found === undefined ? null : { query: found, ...narrowings(of.language, endMs)[random.whole(0, 4)] }
    }
    const found = word(of, RANKS[kind])
    return found === undefined ? null : { query: found }
  }
  const questions: Array<SearchQuery> = []
  while (questions.length < count) {
    const requested = question()
    if (requested !== null) questions.push({ ...requested, sort: questions.length % 2 === 0 ? "newest" : "best" })
  }
  return questions
}

const narrowings = (language: string, endMs: number): ReadonlyArray<Partial<SearchQuery>> => [
  { languages: [language] },
  { sources: ["Podcast"] },
  { time: { fromMs: endMs - 7 * DAY_MS } },
  { time: { fromMs: endMs - 200 * DAY_MS, beforeMs: endMs - 100 * DAY_MS }, languages: [language] },
  { sources: ["YouTube"], languages: [language], tag: "health" },
]
