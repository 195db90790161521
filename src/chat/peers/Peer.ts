import type { OwnedRoom } from "#core/chat"
import type { Allowance } from "../limits/Allowance.ts"
import type { Speaker, Wire } from "../Socket.ts"

/** Characters beyond which a reply is long. */
const LONG_REPLY_LENGTH = 4 * 1024
/** Unsent bytes behind which a long reply waits: with it they stay below what a socket is closed for. */
const BACKLOG_BYTES_MAX = 8 * 1024
/** Long replies that wait, beyond which nothing more is asked for. */
const WAITING_REPLIES_MAX = 8

/** One socket and who speaks on it. There are thousands: it holds nothing that most of them have no use for. */
export class Peer implements Speaker {
  wire: Wire | null = null
  readonly address: string
  second = 0
  frames = 0
  /** Until when a token is to be brought; 0 once somebody is signed in. */
  dueMs: number
  wrongTokens = 0
  person: LivePerson | null = null
  sessionId = ""
  /** While it is looked up whose a token is. */
  entering: Promise<void> | null = null
  /** Requests that are being carried out. */
  underway = 0
  /** The last of those that write, which the next one waits for. */
  writing: Promise<void> | null = null
  /** The people whose coming and going this socket wishes to hear of. */
  watched: ReadonlyArray<string> | null = null

  /** Long replies that wait until those before them are nearly read. */
  #waiting: Array<string> | null = null

  constructor(address: string, dueMs: number) {
    this.address = address
    this.dueMs = dueMs
  }

  /** Whether what was asked for waits to be read. */
  get isBehind(): boolean {
    return this.#waiting !== null && this.#waiting.length >= WAITING_REPLIES_MAX
  }

  /** What was asked for together is sent one after the other, so that nobody is closed for their own questions. */
  send(text: string): void {
    const { wire } = this
    if (wire === null) return
    const mustWait = this.#waiting !== null || wire.getBufferedAmount() > BACKLOG_BYTES_MAX
    if (text.length <= LONG_REPLY_LENGTH || !mustWait) wire.send(text)
    else this.#waiting = [...(this.#waiting ?? []), text]
  }

  /** Less than before waits to be read. */
  drained(): void {
    const { wire } = this
    while (wire !== null && this.#waiting !== null && wire.getBufferedAmount() <= BACKLOG_BYTES_MAX) {
      const [next = "", ...rest] = this.#waiting
      this.#waiting = rest.length === 0 ? null : rest
      wire.send(next)
    }
  }
}

/** Somebody with at least one socket here. */
export class LivePerson {
  readonly personId: string
  readonly userCode: string
  readonly displayName: string
  readonly peers = new Set<Peer>()
  readonly allowance: Allowance
  /** The group rooms whose pushes reach this person, by id. */
  readonly rooms = new Map<string, OwnedRoom>()
  /** Of the log, up to which read models must show things for this person to see what they did. */
  position = 0
  /** How often something between this person and others changed, as this node heard of it. */
  changes = 0
  /** Settles once those are known. */
  ready: Promise<void> = Promise.resolve()

  constructor(
    { personId, userCode, displayName }: { personId: string; userCode: string; displayName: string | null },
    allowance: Allowance,
  ) {
    this.personId = personId
    this.userCode = userCode
    this.displayName = displayName ?? userCode
    this.allowance = allowance
  }

  /** The person did something, or was told of it. */
  saw({ position }: { readonly position: number }): void {
    this.position = Math.max(this.position, position)
  }
}
