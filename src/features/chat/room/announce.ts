import type { ChatMessage } from "#contract/chat"

/** What is read out comes at most so often: a busy room is not to talk without a pause. */
export const ANNOUNCE_MS = 3_000

/** Collects what came for a screen reader: one message is read out, of several how many there are. */
export class Announcer {
  readonly #say: (messages: ReadonlyArray<ChatMessage>) => void
  readonly #after: (ms: number, run: () => void) => void
  #waiting: Array<ChatMessage> = []
  #isPausing = false

  constructor(say: (messages: ReadonlyArray<ChatMessage>) => void, after: (ms: number, run: () => void) => void) {
    this.#say = say
    this.#after = after
  }

  hear(message: ChatMessage): void {
    this.#waiting.push(message)
    this.#speak()
  }

  #speak(): void {
    if (this.#isPausing || this.#waiting.length === 0) return
    this.#say(this.#waiting)
    this.#waiting = []
    this.#isPausing = true
    this.#after(ANNOUNCE_MS, () => {
      this.#isPausing = false
      this.#speak()
    })
  }
}
