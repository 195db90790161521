import type { OwnedRoom } from "#core/chat"
import type { RateLimit } from "../limits/RateLimit.ts"
import type { SocketHandle, SocketSession } from "../Socket.ts"

/** Replies above this size may have to wait. */
const LONG_REPLY_LENGTH = 4 * 1024
/** A long reply waits while more unsent bytes than this exist, so that it cannot exceed the close limit. */
const BACKLOG_BYTES_MAX = 8 * 1024
/** Waiting long replies per socket; further requests are refused. */
const WAITING_REPLIES_MAX = 8

/** One socket. There are thousands, so it holds only what most of them need. */
export class Peer implements SocketSession {
  wire: SocketHandle | null = null
  readonly address: string
  second = 0
  frames = 0
  /** Deadline for a token; 0 once signed in. */
  dueMs: number
  wrongTokens = 0
  person: ConnectedPerson | null = null
  sessionId = ""
  /** While a sign-in is pending. */
  signingIn: Promise<void> | null = null
  pending = 0
  /** The last write request; the next one waits for it. */
  writing: Promise<void> | null = null
  /** People watched by this socket. */
  watched: ReadonlyArray<string> | null = null

  /** Long replies waiting for earlier ones to be read. */
  #waiting: Array<string> | null = null

  constructor(address: string, dueMs: number) {
    this.address = address
    this.dueMs = dueMs
  }

  get isBehind(): boolean {
    return this.#waiting !== null && this.#waiting.length >= WAITING_REPLIES_MAX
  }

  /** Long replies are sent one after the other, so that a socket is not closed because of its own requests. */
  send(text: string): void {
    const { wire } = this
    if (wire === null) return
    const mustWait = this.#waiting !== null || wire.getBufferedAmount() > BACKLOG_BYTES_MAX
    if (text.length <= LONG_REPLY_LENGTH || !mustWait) wire.send(text)
    else this.#waiting = [...(this.#waiting ?? []), text]
  }

  drained(): void {
    const { wire } = this
    while (wire !== null && this.#waiting !== null && wire.getBufferedAmount() <= BACKLOG_BYTES_MAX) {
      const [next = "", ...rest] = this.#waiting
      this.#waiting = rest.length === 0 ? null : rest
      wire.send(next)
    }
  }
}

/** A person with at least one socket here. */
export class ConnectedPerson {
  readonly personId: string
  readonly userCode: string
  readonly displayName: string
  readonly peers = new Set<Peer>()
  readonly rateLimit: RateLimit
  /** Group room subscriptions by room id. */
  readonly rooms = new Map<string, OwnedRoom>()
  /** Log position that read models must reach to show this person what they did. */
  position = 0
  /** Counts changes of this person's permissions. */
  changes = 0
  /** Resolves once `rooms` is loaded. */
  ready: Promise<void> = Promise.resolve()

  constructor(
    { personId, userCode, displayName }: { personId: string; userCode: string; displayName: string | null },
    rateLimit: RateLimit,
  ) {
    this.personId = personId
    this.userCode = userCode
    this.displayName = displayName ?? userCode
    this.rateLimit = rateLimit
  }

  advance({ position }: { readonly position: number }): void {
    this.position = Math.max(this.position, position)
  }
}
