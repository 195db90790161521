import { type Random, randomFrom } from "../../demo/random.ts"
import { type Vocabulary, vocabularyOf } from "./vocabulary.ts"

/** Number of subjects per language, preferred words per subject, and fixed phrases per language. */
const TOPICS = 150
const TOPIC_WORDS = 120
const PHRASES = 1_500
/** Share of a text's words that come from its subject, and share of positions where a fixed phrase begins. */
const TOPIC_SHARE = 0.3
const PHRASE_SHARE = 0.03
/** Words this frequent belong to every subject. */
const COMMON_WORDS = 120

/**
 * Generates texts with the properties that determine the cost of a search: few frequent and many rare words (Zipf),
 * words that occur together because a text has a subject, and fixed phrases. The output depends only on the seed.
 */
export class Writer {
  readonly vocabulary: Vocabulary
  private readonly topics: ReadonlyArray<ReadonlyArray<string>>
  readonly phrases: ReadonlyArray<ReadonlyArray<string>>

  constructor(language: string) {
    this.vocabulary = vocabularyOf(language)
    const random = randomFrom(`topics ${language}`)
    const word = () =>
      this.vocabulary.words[
        COMMON_WORDS + Math.floor((this.vocabulary.words.length - COMMON_WORDS) * random.next() ** 3)
      ] ?? ""
    this.topics = Array.from({ length: TOPICS }, () => Array.from({ length: TOPIC_WORDS }, word))
    this.phrases = Array.from({ length: PHRASES }, () => Array.from({ length: random.whole(2, 4) }, word))
  }

  /** Returns this many words on a subject, in sentences. */
  write(words: number, topic: number, random: Random): string {
    const { isSpaced, draw } = this.vocabulary
    const preferred = this.topics[topic % TOPICS] ?? []
    const sentences: Array<string> = []
    for (let written = 0; written < words; ) {
      const sentence: Array<string> = []
      for (const length = Math.min(random.whole(6, 18), words - written); sentence.length < length; ) {
        const share = random.next()
        if (share < PHRASE_SHARE) sentence.push(...this.phrase(random))
        else if (share < PHRASE_SHARE + TOPIC_SHARE)
          sentence.push(preferred[Math.floor(preferred.length * random.next() ** 2)] ?? "")
        else sentence.push(draw(random.next()))
      }
      written += sentence.length
      sentences.push(isSpaced ? `${capital(sentence.join(" "))}.` : `${sentence.join("")}。`)
    }
    return sentences.join(isSpaced ? " " : "")
  }

  private phrase(random: Random): ReadonlyArray<string> {
    return this.phrases[Math.floor(PHRASES * random.next() ** 2)] ?? []
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
