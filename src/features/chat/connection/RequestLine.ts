import { SOCKET_OPEN, type SocketState } from "#contract/chat"
import { type Answer, readFrame, writeRequest } from "./frame.ts"

/** Retry interval for unsent requests (specification, section 9). */
export const PENDING_SEND_MS = 1_000
/** Pending requests per page; more would be a loop. */
export const WAITING_MAX = 64
/** The server accepts fifty frames a second per socket. */
const FLUSH_MAX = 20

/** Carries frames: the socket of this tab or of another one. */
export interface Wire {
  readonly state: () => SocketState
  readonly send: (frame: string) => void
}

export interface LineParts {
  readonly wire: Wire
  readonly newId: () => string
  readonly after: (ms: number, run: () => void) => () => void
  readonly log: (text: string) => void
}

/** The wording of the server when it is busy. */
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
export class RequestLine {
  readonly #parts: LineParts
  readonly #waiting = new Map<string, Waiting>()
  #isRetrying = false

  constructor(parts: LineParts) {
    this.#parts = parts
  }

  /** Resolves with the answer, however long the connection is down. */
  request<Data>(command: string, ...fields: ReadonlyArray<string | number>): Promise<Answer<Data>> {
    if (this.#waiting.size >= WAITING_MAX) return Promise.resolve(TOO_MANY)
    const id = this.#parts.newId()
    return new Promise((resolve) => {
      const frame = writeRequest(command, id, fields)
      this.#waiting.set(`${command} ${id}`, { frame, resolve, isSent: false })
      this.#flush()
    })
  }

  /** Sends at once or never, for messages that soon become worthless. */
  send(command: string, ...fields: ReadonlyArray<string | number>): void {
    const { wire, newId } = this.#parts
    if (wire.state() === SOCKET_OPEN) wire.send(writeRequest(command, newId(), fields))
  }

  /** Passes an answer to its request. */
  receive(text: string): void {
    const frame = readFrame(text)
    if (frame?.kind !== "reply") return
    const key = `${frame.command} ${frame.id}`
    const waiting = this.#waiting.get(key)
    this.#waiting.delete(key)
    waiting?.resolve(frame.answer as Answer<never>)
  }

  /** The connection opened or was lost: pending requests are sent again. */
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
