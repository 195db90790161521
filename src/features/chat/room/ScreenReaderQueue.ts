import type { ChatMessage } from "#contract/chat"

/** Minimum interval between announcements. */
export const ANNOUNCE_MS = 3_000

/** Collects new messages for screen readers: one is read out, several are counted. */
export class ScreenReaderQueue {
  readonly #toastRefusal: (messages: ReadonlyArray<ChatMessage>) => void
  readonly #after: (ms: number, run: () => void) => void
  #waiting: Array<ChatMessage> = []
  #isPausing = false

  constructor(
    toastRefusal: (messages: ReadonlyArray<ChatMessage>) => void,
    after: (ms: number, run: () => void) => void,
  ) {
    this.#toastRefusal = toastRefusal
    this.#after = after
  }

  announce(message: ChatMessage): void {
    this.#waiting.push(message)
    this.#speak()
  }

  #speak(): void {
    if (this.#isPausing || this.#waiting.length === 0) return
    this.#toastRefusal(this.#waiting)
    this.#waiting = []
    this.#isPausing = true
    this.#after(ANNOUNCE_MS, () => {
      this.#isPausing = false
      this.#speak()
    })
  }
}
