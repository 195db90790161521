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
/** Attempts double up to this delay, jitter included. */
export const RECONNECT_MS_MAX = 60_000
/** Unanswered heartbeats before a reconnect. Counted instead of timed, because hidden pages beat rarely. */
export const UNANSWERED_MAX = 3
/** Delay while the page still fetches a token. */
const TOKEN_PAUSE_MS = 1_000

/** The used part of a WebSocket. */
export interface SocketLike {
  readonly readyState: number
  readonly send: (text: string) => void
  readonly close: () => void
  onopen: (() => void) | null
  onclose: (() => void) | null
  onerror: (() => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
}

/** Dependencies, replaced by tests. */
export interface ChatConnectionParts {
  readonly open: () => SocketLike
  /** The session token; null without one. */
  readonly token: () => string | null
  /** Replaces a refused token; false if that failed. */
  readonly renewToken: () => Promise<boolean>
  /** The user code of this page; "" after signing out. */
  readonly userCode: () => string
  /** Runs something later; returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
  /** From 0 up to 1. */
  readonly random: () => number
  readonly onState: (state: SocketState) => void
  /** Called after sign-in, before state 1. */
  readonly onUser: (user: UserInfo) => void
  /** Every other valid frame, unparsed. */
  readonly onFrame: (text: string) => void
}

/** One socket that signs in, sends heartbeats and reconnects. */
export class ChatConnection {
  readonly #parts: ChatConnectionParts
  #socket: SocketLike | undefined
  #state: SocketState = SOCKET_CONNECTING
  /** Failed attempts since the last accepted token. */
  #attempts = 0
  #unanswered = 0
  #ids = 0
  #isKnown = false
  #hasRenewed = false
  #stopBeating = () => {}
  #stopWaiting = () => {}

  constructor(parts: ChatConnectionParts) {
    this.#parts = parts
    this.#connect()
  }

  get state(): SocketState {
    return this.#state
  }

  /** Returns false if the connection is not open; nothing was sent then. */
  send(frame: string): boolean {
    if (this.#state !== SOCKET_OPEN || this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(frame)
    return true
  }

  /** The browser reports no network. */
  offline(): void {
    this.#report(SOCKET_ERROR)
  }

  /** The network is back: reconnect without waiting. */
  online(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#report(this.#isKnown ? SOCKET_OPEN : SOCKET_NO_TOKEN)
    else if (this.#socket === undefined) this.#connect()
    else this.#report(SOCKET_CONNECTING)
  }

  /** Ends permanently. */
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
    // An abandoned socket may still send events.
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
    socket.onmessage = ({ data }) => whileCurrent(() => this.#receive(data))()
  }

  #lost(): void {
    this.#stopBeating()
    this.#socket = undefined
    if (this.#parts.userCode() === "") return
    this.#report(SOCKET_CLOSED)
    const mostly = Math.min(RECONNECT_MS_MAX / 1.5, RECONNECT_MS * 2 ** this.#attempts)
    this.#attempts += 1
    // ± 50 % jitter, so that many clients do not reconnect together.
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

  #receive(data: unknown): void {
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

/** The colour of the dot on the chat icon (specification, section 4). */
export const dotColorOf = (state: SocketState): "red" | "orange" | "green" =>
  state === SOCKET_OPEN ? "green" : state === SOCKET_CONNECTING || state === SOCKET_NO_TOKEN ? "orange" : "red"
