import { Ring } from "./Ring.ts"
import type { Place, RoomMessage } from "./RoomMessage.ts"

/** Messages that a node keeps of a room for those who come back. */
export const RING_MESSAGES_MAX = 100
/** Messages that may wait for one that is missing before it. */
const AHEAD_MAX = 1_000

export type Deliver = (place: Place, message: RoomMessage, room: LiveRoom) => void

/** Where a room stands when a node begins to follow it. */
export type Footing = {
  readonly place: Place
  readonly head: number
  /** Who of a conversation ignores it. */
  readonly deaf: ReadonlyArray<string>
  /** Who of a conversation was asked for it and has not answered. */
  readonly asked: ReadonlyArray<string>
}

/**
 * A room that somebody here listens to: brings what comes from three sides (commits of this node, other nodes, the log)
 * into the order of its numbers, each once, and keeps the last of it.
 */
export class LiveRoom {
  readonly roomId: string
  /** Who of a conversation ignores it: they are told nothing. */
  readonly deaf = new Set<string>()
  /** Who of a conversation was asked for it and has not answered: what they are told counts nowhere. */
  readonly asked = new Set<string>()
  /** Position of the last known fact of the room. */
  position = 0
  /** Since when something waits for a number that is missing; 0 where nothing does. */
  waitsSinceMs = 0
  usedMs: number
  /** Settles when the room is open. */
  opened: Promise<void> = Promise.resolve()
  readonly #now: () => number
  readonly #deliver: Deliver
  readonly #ahead = new Map<number, RoomMessage>()
  readonly #ring = new Ring<RoomMessage>(RING_MESSAGES_MAX)
  #waiting: Array<(place: Place) => void> = []
  #place: Place | undefined
  #head = 0

  constructor(roomId: string, now: () => number, deliver: Deliver) {
    this.roomId = roomId
    this.usedMs = now()
    this.#now = now
    this.#deliver = deliver
  }

  /** What the room is, once it is open. */
  get place(): Place | undefined {
    return this.#place
  }

  /** The number of the last message that was delivered. */
  get head(): number {
    return this.#head
  }

  /** Whether so many wait for a missing one that it is better to begin anew. */
  get isOverrun(): boolean {
    return this.#ahead.size > AHEAD_MAX
  }

  /** Whether a message is not known here yet. */
  lacks(seq: number): boolean {
    return (this.#place === undefined || seq > this.#head) && !this.#ahead.has(seq)
  }

  /** From here on messages are delivered: those after the head. */
  open({ place, head, deaf, asked }: Footing): void {
    this.#head = head
    for (const personId of deaf) this.deaf.add(personId)
    for (const personId of asked) this.asked.add(personId)
    this.#place = place
    this.#settle(place)
    for (const act of this.#waiting) act(place)
    this.#waiting = []
  }

  /** Does something as soon as the room is open. */
  whenOpen(act: (place: Place) => void): void {
    if (this.#place === undefined) this.#waiting.push(act)
    else act(this.#place)
  }

  /** Notes how somebody of a conversation stands to it. */
  seat(personId: string, as: "asked" | "deaf" | "in"): void {
    this.asked.delete(personId)
    this.deaf.delete(personId)
    if (as !== "in") this[as].add(personId)
  }

  /** Brings a message from wherever. It is delivered once those before it were. @param position of its fact in the log */
  offer(message: RoomMessage, position: number): void {
    this.usedMs = this.#now()
    this.position = Math.max(this.position, position)
    if (!this.lacks(message.seq)) return
    this.#ahead.set(message.seq, message)
    if (this.#place !== undefined) this.#settle(this.#place)
  }

  /** Another node has got further: what is missing here is late, or lost. */
  hears(head: number): void {
    if (head > this.#head && this.waitsSinceMs === 0) this.waitsSinceMs = this.#now()
  }

  /** Replaces a message that was edited or removed, where it is still at hand. */
  change(seq: number, how: (message: RoomMessage) => RoomMessage): void {
    this.#ring.change(seq, how)
    const ahead = this.#ahead.get(seq)
    if (ahead !== undefined) this.#ahead.set(seq, how(ahead))
  }

  /** All messages after a number up to the head; undefined where some of them are not at hand. */
  after(seq: number): ReadonlyArray<RoomMessage> | undefined {
    return seq === this.#head ? [] : this.#ring.after(seq)
  }

  /** Puts older messages where those who come back find them. */
  fill(older: ReadonlyArray<RoomMessage>): void {
    this.#ring.fill(older.filter(({ seq }) => seq <= this.#head))
  }

  #settle(place: Place): void {
    for (let next = this.#ahead.get(this.#head + 1); next !== undefined; next = this.#ahead.get(this.#head + 1)) {
      this.#ahead.delete(next.seq)
      this.#head = next.seq
      this.#ring.add(next)
      this.#deliver(place, next, this)
    }
    for (const seq of this.#ahead.keys()) if (seq <= this.#head) this.#ahead.delete(seq)
    this.waitsSinceMs = this.#ahead.size === 0 ? 0 : this.waitsSinceMs || this.#now()
  }
}
