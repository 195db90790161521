import type { Answer } from "../connection/frame.ts"
import type { RoomAddress } from "../wire.ts"

/** A message stored in the browser until the server has it. */
export interface Outgoing extends RoomAddress {
  /** Chosen here, the same for every attempt: the server stores the message once. */
  readonly clientId: string
  /** The author. */
  readonly userCode: string
  readonly text: string
  readonly replyTo: number | null
  readonly pictures: ReadonlyArray<string>
  /** Time of writing, in milliseconds since 1970. */
  readonly atMs: number
  /** The error if the server refused it; waits for a decision of the author. */
  readonly refused: { readonly text: string; readonly key: string } | null
}

/** The acknowledgement of the server. */
export interface Posted {
  readonly Room: string
  readonly Epoch: number
  readonly Seq: number
  readonly TimeStamp: string
}

/** Queued messages per browser. */
export const OUTGOING_MAX = 200

/** The browser's storage of queued messages. */
export interface OutboxStore {
  readonly all: () => Promise<ReadonlyArray<Outgoing>>
  readonly put: (message: Outgoing) => Promise<void>
  readonly remove: (clientId: string) => Promise<void>
}

export interface OutboxParts {
  readonly store: OutboxStore
  readonly userCode: () => string
  /** Resolves with the answer of the server. */
  readonly post: (message: Outgoing) => Promise<Answer<Posted>>
  readonly after: (ms: number, run: () => void) => void
  readonly onSent: (message: Outgoing, posted: Posted) => void
  readonly onChange: () => void
}

/** Temporary errors: the message is sent again later. */
const NOT_NOW: ReadonlySet<string> = new Set(["chat.tooOften", "chat.busy", "chat.roomBusy", "chat.failed"])
const PAUSE_MS = 1_000

/**
 * Sends queued messages, in order per room. A message is removed once the server confirms its number, so an interrupted
 * one is sent again under the same id.
 */
export class Outbox {
  readonly #parts: OutboxParts
  readonly #busy = new Set<string>()

  constructor(parts: OutboxParts) {
    this.#parts = parts
  }

  /** Sends what is waiting. */
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
        // Storage failed: the next call tries again.
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
