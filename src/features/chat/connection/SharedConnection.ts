import { SOCKET_CONNECTING, SOCKET_OPEN, type SocketState, type UserInfo } from "#contract/chat"
import type { ChatConnection, ChatConnectionParts } from "./ChatConnection.ts"
import type { Wire } from "./RequestLine.ts"

type TabMessage =
  | { readonly kind: "state"; readonly state: SocketState; readonly user: UserInfo | null }
  | { readonly kind: "frame"; readonly text: string }
  | { readonly kind: "send"; readonly text: string }
  | { readonly kind: "hello" }
  | { readonly kind: "note"; readonly note: unknown }

/** The used part of a BroadcastChannel. */
export interface ChannelLike {
  readonly postMessage: (message: TabMessage) => void
  readonly close: () => void
  onmessage: ((event: { readonly data: TabMessage }) => void) | null
}

/** Dependencies, replaced by tests. */
export interface SharedParts {
  readonly channel: ChannelLike
  /** Calls back once this tab holds the connection; it keeps it until the promise settles. */
  readonly lead: (whenLeading: () => Promise<void>) => void
  readonly connect: (parts: Pick<ChatConnectionParts, "onState" | "onUser" | "onFrame">) => ChatConnection
  readonly onState: (state: SocketState) => void
  readonly onUser: (user: UserInfo) => void
  /** An answer to any tab, or a push. */
  readonly onFrame: (text: string) => void
  /** A note of any tab, this one included. */
  readonly onNote: (note: unknown) => void
  /** This tab now holds the connection. */
  readonly onLead: () => void
}

/**
 * One socket for all tabs. The tab with the lock owns it and forwards everything; the others send through it. When it
 * closes, another tab gets the lock and opens its own socket; pending requests are sent again.
 */
export class SharedConnection implements Wire {
  readonly #parts: SharedParts
  #connection: ChatConnection | undefined
  #state: SocketState = SOCKET_CONNECTING
  #user: UserInfo | null = null
  #isStopped = false
  #release = () => {}

  constructor(parts: SharedParts) {
    this.#parts = parts
    parts.channel.onmessage = ({ data }) => this.#receive(data)
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

  /** Sends to all tabs, this one included. */
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

  /** Another tab takes over. */
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

  #receive(message: TabMessage): void {
    switch (message.kind) {
      case "hello":
        if (this.#connection !== undefined)
          this.#parts.channel.postMessage({ kind: "state", state: this.#state, user: this.#user })
        break
      case "send":
        this.#connection?.send(message.text)
        break
      case "note":
        this.#parts.onNote(message.note)
        break
      case "frame":
        this.#parts.onFrame(message.text)
        break
      case "state":
        if (message.state === SOCKET_OPEN && message.user !== null && this.#state !== SOCKET_OPEN)
          this.#meet(message.user)
        this.#report(message.state)
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
