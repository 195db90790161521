import { SOCKET_OPEN, type SocketState } from "#contract/chat"
import { type Answer, readFrame, writeRequest } from "./frame.ts"

/** What could not be sent is tried again after this (specification, section 9). */
export const PENDING_SEND_MS = 1_000
/** Requests of one page that may wait for their answers; more would be a loop. */
export const WAITING_MAX = 64
/** The server lets a socket send fifty frames in a second. */
const FLUSH_MAX = 20

/** What carries frames: this tab's socket, or the one of another tab. */
export interface Wire {
  readonly state: () => SocketState
  /** Sends a frame now. */
  readonly send: (frame: string) => void
}

export interface LineParts {
  readonly wire: Wire
  readonly newId: () => string
  readonly after: (ms: number, run: () => void) => () => void
  readonly log: (text: string) => void
}

/** As the server says it where too much is under way: later it may be taken. */
const TOO_MANY = { ok: false, text: "Too many requests wait.", key: "chat.busy" } as const

interface Waiting {
  readonly frame: string
  readonly resolve: (answer: Answer<never>) => void
  isSent: boolean
}

/**
 * A page's requests: each waits for the answer that carries its command and its id. What is asked while the connection is not
 * open is tried again each second, and what was not answered when it broke is asked again when it is back, both under the
 * same id: whatever must not happen twice carries an id of its own that the server knows it by.
 */
export class Line {
  readonly #parts: LineParts
  readonly #waiting = new Map<string, Waiting>()
  #isRetrying = false

  constructor(parts: LineParts) {
    this.#parts = parts
  }

  /** Settles with the answer, however long the connection is away. */
  request<Data>(command: string, ...fields: ReadonlyArray<string | number>): Promise<Answer<Data>> {
    if (this.#waiting.size >= WAITING_MAX) return Promise.resolve(TOO_MANY)
    const id = this.#parts.newId()
    return new Promise((resolve) => {
      const frame = writeRequest(command, id, fields)
      this.#waiting.set(`${command} ${id}`, { frame, resolve, isSent: false })
      this.#flush()
    })
  }

  /** Says something that is worth nothing later: sent now or never. */
  tell(command: string, ...fields: ReadonlyArray<string | number>): void {
    const { wire, newId } = this.#parts
    if (wire.state() === SOCKET_OPEN) wire.send(writeRequest(command, newId(), fields))
  }

  /** Gives an answer to whoever waits for it. */
  hear(text: string): void {
    const frame = readFrame(text)
    if (frame?.kind !== "reply") return
    const key = `${frame.command} ${frame.id}`
    const waiting = this.#waiting.get(key)
    this.#waiting.delete(key)
    waiting?.resolve(frame.answer as Answer<never>)
  }

  /** The connection opened, or is lost: then nothing counts as asked that has no answer. */
  changed(): void {
    if (this.#parts.wire.state() === SOCKET_OPEN) this.#flush()
    else for (const waiting of this.#waiting.values()) waiting.isSent = false
  }

  #flush(): void {
    const { wire, log } = this.#parts
    const unsent = [...this.#waiting.values()].filter(({ isSent }) => !isSent)
    if (unsent.length === 0) return
    const state = wire.state()
    if (state !== SOCKET_OPEN) log(`The message cannot be sent. The current status is ${state}`)
    else
      for (const waiting of unsent.slice(0, FLUSH_MAX)) {
        waiting.isSent = true
        wire.send(waiting.frame)
      }
    if (state !== SOCKET_OPEN || unsent.length > FLUSH_MAX) this.#retry()
  }

  #retry(): void {
    if (this.#isRetrying) return
    this.#isRetrying = true
    this.#parts.after(PENDING_SEND_MS, () => {
      this.#isRetrying = false
      this.#flush()
    })
  }
}
