import { type Random, randomFrom } from "../../../demo/random.ts"
import { Writer } from "../../search/Writer.ts"

/** Percentage per language. */
const SHARES = { en: 65, de: 25, zh: 10 } as const
const WORDS_MIN = 3
const WORDS_MAX = 40
const DAY_MS = 86_400_000
/** The history covers a year. */
const SPAN_MS = 365 * DAY_MS
/** A fixed time of the newest message. */
const END_MS = Date.UTC(2026, 10, 1)

/** Generated messages, the same in every run. */
export class Texts {
  private readonly writers = Object.keys(SHARES).map((language) => new Writer(language))
  private readonly messages: number

  constructor(messages: number) {
    this.messages = messages
  }

  textOf(seq: number): string {
    const random = randomFrom(`message ${seq}`)
    return this.writer(random).write(random.whole(WORDS_MIN, WORDS_MAX), random.whole(0, 40), random)
  }

  timeOf(seq: number): string {
    return new Date(END_MS - Math.round((SPAN_MS * (this.messages - seq)) / this.messages)).toISOString()
  }

  /** One or two words to search for, frequent and rare ones. */
  query(random: Random): string {
    const { vocabulary } = this.writer(random)
    const word = () => vocabulary.draw(random.next())
    return random.next() < 0.6 ? word() : `${word()} ${word()}`
  }

  private writer(random: Random): Writer {
    const share = random.whole(1, 100)
    return this.writers[share <= SHARES.en ? 0 : share <= SHARES.en + SHARES.de ? 1 : 2] as Writer
  }
}
