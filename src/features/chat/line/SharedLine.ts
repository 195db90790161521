import { SOCKET_CONNECTING, SOCKET_OPEN, type SocketState, type UserInfo } from "#contract/chat"
import type { Connection, ConnectionParts } from "./Connection.ts"
import type { Wire } from "./Line.ts"

/** What tabs tell each other. */
type TabMessage =
  | { readonly kind: "state"; readonly state: SocketState; readonly user: UserInfo | null }
  | { readonly kind: "frame"; readonly text: string }
  | { readonly kind: "send"; readonly text: string }
  | { readonly kind: "hello" }
  | { readonly kind: "note"; readonly note: unknown }

/** What of a BroadcastChannel is used. */
export interface ChannelLike {
  readonly postMessage: (told: TabMessage) => void
  readonly close: () => void
  onmessage: ((event: { readonly data: TabMessage }) => void) | null
}

/** What tabs need to share one connection; a test brings its own. */
export interface SharedParts {
  readonly channel: ChannelLike
  /** Calls back once this tab is the one that holds the connection; until what that answers settles nobody else is. */
  readonly lead: (whenLeading: () => Promise<void>) => void
  readonly connect: (parts: Pick<ConnectionParts, "onState" | "onUser" | "onFrame">) => Connection
  readonly onState: (state: SocketState) => void
  readonly onUser: (user: UserInfo) => void
  /** An answer to any tab, or something that the server told by itself. */
  readonly onFrame: (text: string) => void
  /** What another tab, or this one, noted for all. */
  readonly onNote: (note: unknown) => void
  /** This tab holds the connection from now on. */
  readonly onLead: () => void
}

/**
 * One socket for all tabs of a browser. The tab that gets the lock holds it and passes on whatever it hears; the others send
 * through it. When it goes, the lock passes to another, which opens a socket of its own; whoever waits for an answer asks again.
 */
export class SharedLine implements Wire {
  readonly #parts: SharedParts
  #connection: Connection | undefined
  #state: SocketState = SOCKET_CONNECTING
  #user: UserInfo | null = null
  #isStopped = false
  #release = () => {}

  constructor(parts: SharedParts) {
    this.#parts = parts
    parts.channel.onmessage = ({ data }) => this.#hear(data)
    parts.channel.postMessage({ kind: "hello" })
    parts.lead(() => this.#lead())
  }

  state(): SocketState {
    return this.#state
  }

  get isLeading(): boolean {
    return this.#connection !== undefined
  }

  send(text: string): void {
    if (this.#connection === undefined) this.#parts.channel.postMessage({ kind: "send", text })
    else this.#connection.send(text)
  }

  /** Tells all tabs, this one included. */
  note(note: unknown): void {
    this.#parts.channel.postMessage({ kind: "note", note })
    this.#parts.onNote(note)
  }

  offline(): void {
    this.#connection?.offline()
  }

  online(): void {
    this.#connection?.online()
  }

  /** Leaves: another tab takes over. */
  stop(): void {
    this.#isStopped = true
    this.#connection?.stop()
    this.#connection = undefined
    this.#parts.channel.onmessage = null
    this.#parts.channel.close()
    this.#release()
  }

  #lead(): Promise<void> {
    if (this.#isStopped) return Promise.resolve()
    const { channel, connect, onFrame, onLead } = this.#parts
    this.#report(SOCKET_CONNECTING)
    channel.postMessage({ kind: "state", state: SOCKET_CONNECTING, user: null })
    this.#connection = connect({
      onUser: (user) => this.#meet(user),
      onState: (state) => {
        this.#report(state)
        channel.postMessage({ kind: "state", state, user: this.#user })
      },
      onFrame: (text) => {
        channel.postMessage({ kind: "frame", text })
        onFrame(text)
      },
    })
    onLead()
    return new Promise((resolve) => {
      this.#release = resolve
    })
  }

  #hear(told: TabMessage): void {
    switch (told.kind) {
      case "hello":
        if (this.#connection !== undefined)
          this.#parts.channel.postMessage({ kind: "state", state: this.#state, user: this.#user })
        break
      case "send":
        this.#connection?.send(told.text)
        break
      case "note":
        this.#parts.onNote(told.note)
        break
      case "frame":
        this.#parts.onFrame(told.text)
        break
      case "state":
        if (told.state === SOCKET_OPEN && told.user !== null && this.#state !== SOCKET_OPEN) this.#meet(told.user)
        this.#report(told.state)
    }
  }

  #meet(user: UserInfo): void {
    this.#user = user
    this.#parts.onUser(user)
  }

  #report(state: SocketState): void {
    if (state === this.#state) return
    this.#state = state
    this.#parts.onState(state)
  }
}
