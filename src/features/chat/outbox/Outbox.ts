import type { Answer } from "../line/frame.ts"
import type { Outgoing, Posted } from "./Outgoing.ts"

/** Where messages wait; kept by the browser. */
export interface OutboxStore {
  readonly all: () => Promise<ReadonlyArray<Outgoing>>
  readonly put: (message: Outgoing) => Promise<void>
  readonly remove: (clientId: string) => Promise<void>
}

export interface OutboxParts {
  readonly store: OutboxStore
  readonly userCode: () => string
  /** Asks the server to take it; settles when it answered. */
  readonly post: (message: Outgoing) => Promise<Answer<Posted>>
  readonly after: (ms: number, run: () => void) => void
  readonly onSent: (message: Outgoing, posted: Posted) => void
  /** Something that waits is another than before. */
  readonly onChange: () => void
}

/** Refusals that say nothing of the message: it is sent again a little later. */
const NOT_NOW: ReadonlySet<string> = new Set(["chat.tooOften", "chat.busy", "chat.roomBusy", "chat.failed"])
const PAUSE_MS = 1_000

/**
 * Sends what waits: in each room one after the other, as they were written. A message leaves the store when the server has
 * said its number, so what a closed tab or a lost connection interrupts is sent again, under the same id.
 */
export class Outbox {
  readonly #parts: OutboxParts
  readonly #busy = new Set<string>()

  constructor(parts: OutboxParts) {
    this.#parts = parts
  }

  /** Looks for what is to be sent. */
  async look(): Promise<void> {
    const userCode = this.#parts.userCode()
    const waiting = await this.#parts.store.all()
    for (const message of waiting.toSorted((one, other) => one.atMs - other.atMs)) {
      const room = `${message.scope} ${message.target}`
      if (message.userCode !== userCode || message.refused !== null || this.#busy.has(room)) continue
      this.#busy.add(room)
      void this.#send(message).then(
        () => {
          this.#busy.delete(room)
          return this.look()
        },
        // A browser that keeps nothing any more: the next look tries again.
        () => this.#busy.delete(room),
      )
    }
  }

  async #send(message: Outgoing): Promise<void> {
    const { store, post, after, onSent, onChange } = this.#parts
    const answer = await post(message)
    if (!answer.ok && NOT_NOW.has(answer.key ?? "")) {
      await new Promise<void>((resolve) => after(PAUSE_MS, resolve))
    } else if (answer.ok) {
      await store.remove(message.clientId)
      onSent(message, answer.data)
    } else {
      await store.put({ ...message, refused: { text: answer.text, key: answer.key ?? "" } })
      onChange()
    }
  }
}
