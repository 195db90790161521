import {
  SOCKET_CLOSED,
  SOCKET_CONNECTING,
  SOCKET_ERROR,
  SOCKET_NO_TOKEN,
  SOCKET_OPEN,
  type SocketState,
  type UserInfo,
} from "#contract/chat"
import { type Frame, readFrame, writeRequest } from "./frame.ts"

/** Specification, sections 4 and 9. */
export const HEARTBEAT_MS = 3_000
export const RECONNECT_MS = 5_000
/** Each attempt waits twice as long as the one before, up to this, half as long again included. */
export const RECONNECT_MS_MAX = 60_000
/** So many heartbeats without any word from the server: nobody is there any more. Counted, because hidden pages beat rarely. */
export const UNANSWERED_MAX = 3
/** How long to wait for a token that the page is still fetching. */
const TOKEN_PAUSE_MS = 1_000

/** What of a WebSocket is used. */
export interface SocketLike {
  readonly readyState: number
  readonly send: (text: string) => void
  readonly close: () => void
  onopen: (() => void) | null
  onclose: (() => void) | null
  onerror: (() => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
}

/** What a connection needs of its surroundings; a test brings its own. */
export interface ConnectionParts {
  readonly open: () => SocketLike
  /** The session's token; null while there is none. */
  readonly token: () => string | null
  /** Fetches the token that replaces a refused one; false where there is none to be had. */
  readonly renewToken: () => Promise<boolean>
  /** Whose page this is; "" once nobody is signed in. */
  readonly userCode: () => string
  /** Runs something later; answers what calls it off. */
  readonly after: (ms: number, run: () => void) => () => void
  /** From 0 up to 1. */
  readonly random: () => number
  readonly onState: (state: SocketState) => void
  /** Who the server takes this connection for; comes before the state 1. */
  readonly onUser: (user: UserInfo) => void
  /** Everything else that is heard and understood, as it came. */
  readonly onFrame: (text: string) => void
}

/** One socket that keeps itself open: it brings its token, beats, and comes back when it is lost. */
export class Connection {
  readonly #parts: ConnectionParts
  #socket: SocketLike | undefined
  #state: SocketState = SOCKET_CONNECTING
  /** Since the server last accepted a token. */
  #attempts = 0
  #unanswered = 0
  #ids = 0
  #isKnown = false
  #hasRenewed = false
  #stopBeating = () => {}
  #stopWaiting = () => {}

  constructor(parts: ConnectionParts) {
    this.#parts = parts
    this.#connect()
  }

  get state(): SocketState {
    return this.#state
  }

  /** Sends a frame; false where the connection is not open, and nothing was sent. */
  send(frame: string): boolean {
    if (this.#state !== SOCKET_OPEN || this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(frame)
    return true
  }

  /** The browser says that it has no network. */
  offline(): void {
    this.#report(SOCKET_ERROR)
  }

  /** The browser has one again: what is open goes on, what is not does not wait for its turn. */
  online(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#report(this.#isKnown ? SOCKET_OPEN : SOCKET_NO_TOKEN)
    else if (this.#socket === undefined) this.#connect()
    else this.#report(SOCKET_CONNECTING)
  }

  /** Ends it for good. */
  stop(): void {
    this.#stopBeating()
    this.#stopWaiting()
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  #report(state: SocketState): void {
    if (state === this.#state) return
    this.#state = state
    this.#parts.onState(state)
  }

  #connect(): void {
    this.#stopWaiting()
    this.#isKnown = false
    this.#hasRenewed = false
    this.#unanswered = 0
    this.#report(SOCKET_CONNECTING)
    let socket: SocketLike
    try {
      socket = this.#parts.open()
    } catch {
      this.#report(SOCKET_ERROR)
      this.#lost()
      return
    }
    this.#socket = socket
    // A socket that was given up may still speak.
    const whileCurrent = (act: () => void) => () => {
      if (this.#socket === socket) act()
    }
    socket.onopen = whileCurrent(() => {
      this.#report(SOCKET_NO_TOKEN)
      this.#bringToken(socket)
      this.#beat(socket)
    })
    socket.onerror = whileCurrent(() => this.#report(SOCKET_ERROR))
    socket.onclose = whileCurrent(() => this.#lost())
    socket.onmessage = ({ data }) => whileCurrent(() => this.#hear(data))()
  }

  #lost(): void {
    this.#stopBeating()
    this.#socket = undefined
    if (this.#parts.userCode() === "") return
    this.#report(SOCKET_CLOSED)
    const mostly = Math.min(RECONNECT_MS_MAX / 1.5, RECONNECT_MS * 2 ** this.#attempts)
    this.#attempts += 1
    // Half as long or half as long again: those who were lost together do not come back together.
    this.#stopWaiting = this.#parts.after(mostly * (0.5 + this.#parts.random()), () => this.#connect())
  }

  #bringToken(socket: SocketLike): void {
    if (this.#socket !== socket || socket.readyState !== WebSocket.OPEN) return
    const token = this.#parts.token()
    if (token === null) this.#stopWaiting = this.#parts.after(TOKEN_PAUSE_MS, () => this.#bringToken(socket))
    else socket.send(writeRequest("Tk", this.#nextId(), [token]))
  }

  #beat(socket: SocketLike): void {
    this.#stopBeating = this.#parts.after(HEARTBEAT_MS, () => {
      if (this.#unanswered >= UNANSWERED_MAX) {
        socket.close()
        this.#lost()
        return
      }
      this.#unanswered += 1
      socket.send(writeRequest("Hb", this.#nextId(), []))
      this.#beat(socket)
    })
  }

  #nextId(): string {
    this.#ids += 1
    return `line-${this.#ids}`
  }

  #hear(data: unknown): void {
    this.#unanswered = 0
    const frame = readFrame(data)
    if (frame === undefined || frame.command === "Hb") return
    if (frame.command === "Tk") this.#hearOfToken(frame)
    else this.#parts.onFrame(data as string)
  }

  #hearOfToken(frame: Frame): void {
    const socket = this.#socket
    if (socket === undefined) return
    if (frame.kind === "push") {
      this.#isKnown = false
      this.#hasRenewed = false
      this.#report(SOCKET_NO_TOKEN)
      this.#bringToken(socket)
    } else if (frame.answer.ok) {
      this.#attempts = 0
      this.#isKnown = true
      this.#parts.onUser(frame.answer.data as UserInfo)
      this.#report(SOCKET_OPEN)
    } else if (!this.#hasRenewed) {
      this.#hasRenewed = true
      void this.#parts.renewToken().then((isRenewed) => {
        if (isRenewed) this.#bringToken(socket)
      })
    }
  }
}
