import type { ChatFile } from "#contract/chat"
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
  /** Files other than pictures; messages of earlier versions have none. */
  readonly files?: ReadonlyArray<ChatFile>
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

/** A message that the server has confirmed. */
export interface Sent {
  readonly message: Outgoing
  readonly room: string
  readonly seq: number
  /** The era of the log in which it was confirmed. */
  readonly eraId: string
  readonly atMs: number
}

/** Confirmed messages that are kept, and for how long: the log of a new era may lack them. */
export const SENT_MAX = 100
export const SENT_MS_MAX = 3_600_000

/** The browser's storage of queued messages. */
export interface OutboxStore {
  readonly all: () => Promise<ReadonlyArray<Outgoing>>
  readonly put: (message: Outgoing) => Promise<void>
  readonly remove: (clientId: string) => Promise<void>
  readonly allSent: () => Promise<ReadonlyArray<Sent>>
  readonly putSent: (sent: Sent) => Promise<void>
  readonly removeSent: (clientId: string) => Promise<void>
}

export interface OutboxParts {
  readonly store: OutboxStore
  readonly userCode: () => string
  /** The era of the connection. */
  readonly eraId: () => string
  readonly nowMs: () => number
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
  async flush(): Promise<void> {
    const userCode = this.#parts.userCode()
    const waiting = await this.#parts.store.all()
    for (const message of waiting.toSorted((one, other) => one.atMs - other.atMs)) {
      const room = `${message.scope} ${message.target}`
      if (message.userCode !== userCode || message.refused !== null || this.#busy.has(room)) continue
      this.#busy.add(room)
      void this.#send(message).then(
        () => {
          this.#busy.delete(room)
          return this.flush()
        },
        // Storage failed: the next call tries again.
        () => this.#busy.delete(room),
      )
    }
  }

  /**
   * In a new era, sends again what was confirmed in an earlier one: with its id it is stored once, also if the log still
   * has it.
   */
  async rewind(): Promise<void> {
    const { store, eraId } = this.#parts
    const recent = await this.#keepRecent(await store.allSent())
    for (const { message } of recent.filter((sent) => sent.eraId !== eraId())) {
      await store.put({ ...message, refused: null })
      await store.removeSent(message.clientId)
    }
    await this.flush()
  }

  /** The author edited or removed a message: it must not be sent again as it was. @param text null if it was removed */
  async changed(room: string, seq: number, text: string | null): Promise<void> {
    const { store } = this.#parts
    const sent = (await store.allSent()).find((each) => each.room === room && each.seq === seq)
    if (sent === undefined) return
    if (text === null) await store.removeSent(sent.message.clientId)
    else await store.putSent({ ...sent, message: { ...sent.message, text } })
  }

  async #keepRecent(sent: ReadonlyArray<Sent>): Promise<ReadonlyArray<Sent>> {
    const sinceMs = this.#parts.nowMs() - SENT_MS_MAX
    const newest = sent.toSorted((one, other) => other.atMs - one.atMs)
    const stored = newest.filter(({ atMs }, at) => atMs > sinceMs && at < SENT_MAX)
    for (const { message } of newest.slice(stored.length)) await this.#parts.store.removeSent(message.clientId)
    return stored
  }

  async #keepSent(message: Outgoing, { Room: room, Seq: seq }: Posted): Promise<void> {
    const { store, eraId, nowMs } = this.#parts
    await store.putSent({ message, room, seq, eraId: eraId(), atMs: nowMs() })
    await this.#keepRecent(await store.allSent())
  }

  async #send(message: Outgoing): Promise<void> {
    const { store, post, after, onSent, onChange } = this.#parts
    const answer = await post(message)
    if (!answer.ok && NOT_NOW.has(answer.key ?? "")) {
      await new Promise<void>((resolve) => after(PAUSE_MS, resolve))
    } else if (answer.ok) {
      // Without storage for it, the message is not repeated in a new era.
      await this.#keepSent(message, answer.data).catch(() => undefined)
      await store.remove(message.clientId)
      onSent(message, answer.data)
    } else {
      await store.put({ ...message, refused: { text: answer.text, key: answer.key ?? "" } })
      onChange()
    }
  }
}
