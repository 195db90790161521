import type { RoomMessage, RoomView } from "./RoomMessage.ts"

/** The last messages with consecutive numbers, so that short gaps need no query. */
export class RecentMessages<T extends { readonly seq: number }> {
  readonly #capacity: number
  #items: Array<T> = []

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get first(): number | undefined {
    return this.#items[0]?.seq
  }

  /** A gap discards everything before it. */
  add(item: T): void {
    const last = this.#items.at(-1)
    if (last !== undefined && item.seq !== last.seq + 1) this.#items = []
    this.#items.push(item)
    // Trims at twice the capacity: removing one by one would move the rest each time.
    if (this.#items.length >= 2 * this.#capacity) this.#items = this.#items.slice(-this.#capacity)
  }

  /** Prepends older messages if they connect without a gap. */
  fill(older: ReadonlyArray<T>): void {
    const first = this.first
    const before = first === undefined ? older : older.filter(({ seq }) => seq < first)
    const isDense = before.every(({ seq }, at) => at === 0 || seq === (before[at - 1]?.seq ?? 0) + 1)
    const last = before.at(-1)?.seq
    if (!isDense || last === undefined || (first !== undefined && last + 1 !== first)) return
    this.#items = [...before, ...this.#items]
  }

  change(seq: number, how: (item: T) => T): void {
    const at = seq - (this.first ?? seq + 1)
    const item = this.#items[at]
    if (item !== undefined) this.#items[at] = how(item)
  }

  /** All after a number; undefined if some are no longer kept. */
  after(seq: number): ReadonlyArray<T> | undefined {
    const first = this.first
    if (first === undefined || seq < first - 1) return undefined
    return this.#items.slice(seq - first + 1)
  }
}

/** Recent messages kept per room for reconnecting clients. */
export const RING_MESSAGES_MAX = 100
/** Messages that may wait for a missing one. */
const AHEAD_MAX = 1_000

export type Deliver = (view: RoomView, message: RoomMessage, room: LiveRoom) => void

/** The state of a room when a node starts to follow it. */
export type InitialRoomState = {
  readonly view: RoomView
  readonly head: number
  /** People who ignore the conversation. */
  readonly muted: ReadonlyArray<string>
  /** People who have not answered the request. */
  readonly invited: ReadonlyArray<string>
}

/**
 * A room that someone here listens to. Orders messages from three sources (this node, other nodes, the log) by number,
 * each once, and keeps the last ones.
 */
export class LiveRoom {
  readonly roomId: string
  /** People who ignore the conversation: they get nothing. */
  readonly muted = new Set<string>()
  /** People who have not answered the request: messages do not count as unread for them. */
  readonly invited = new Set<string>()
  /** Position of the last known event. */
  position = 0
  /** Since when a message is missing; 0 if none is. */
  waitsSinceMs = 0
  usedMs: number
  opened: Promise<void> = Promise.resolve()
  readonly #now: () => number
  readonly #deliver: Deliver
  readonly #ahead = new Map<number, RoomMessage>()
  readonly #ring = new RecentMessages<RoomMessage>(RING_MESSAGES_MAX)
  #waiting: Array<(view: RoomView) => void> = []
  #view: RoomView | undefined
  #head = 0

  constructor(roomId: string, now: () => number, deliver: Deliver) {
    this.roomId = roomId
    this.usedMs = now()
    this.#now = now
    this.#deliver = deliver
  }

  /** Undefined until the room is open. */
  get view(): RoomView | undefined {
    return this.#view
  }

  /** The number of the last delivered message. */
  get head(): number {
    return this.#head
  }

  /** Whether so many messages wait that reloading is better. */
  get isOverrun(): boolean {
    return this.#ahead.size > AHEAD_MAX
  }

  lacks(seq: number): boolean {
    return (this.#view === undefined || seq > this.#head) && !this.#ahead.has(seq)
  }

  /** Starts delivery after the head. */
  open({ view, head, muted, invited }: InitialRoomState): void {
    this.#head = head
    for (const personId of muted) this.muted.add(personId)
    for (const personId of invited) this.invited.add(personId)
    this.#view = view
    this.#settle(view)
    for (const act of this.#waiting) act(view)
    this.#waiting = []
  }

  whenOpen(act: (view: RoomView) => void): void {
    if (this.#view === undefined) this.#waiting.push(act)
    else act(this.#view)
  }

  /** Updates the seat of a person in a conversation. */
  seat(personId: string, as: "invited" | "muted" | "in"): void {
    this.invited.delete(personId)
    this.muted.delete(personId)
    if (as !== "in") this[as].add(personId)
  }

  /** Takes a message from any source and delivers it in order. @param position log position of its event */
  offer(message: RoomMessage, position: number): void {
    this.usedMs = this.#now()
    this.position = Math.max(this.position, position)
    if (!this.lacks(message.seq)) return
    this.#ahead.set(message.seq, message)
    if (this.#view !== undefined) this.#settle(this.#view)
  }

  /** Another node has newer messages: those missing here are late or lost. */
  updateHead(head: number): void {
    if (head > this.#head && this.waitsSinceMs === 0) this.waitsSinceMs = this.#now()
  }

  /** Applies an edit or removal to a kept message. */
  change(seq: number, how: (message: RoomMessage) => RoomMessage): void {
    this.#ring.change(seq, how)
    const ahead = this.#ahead.get(seq)
    if (ahead !== undefined) this.#ahead.set(seq, how(ahead))
  }

  /** All messages after a number; undefined if some are no longer kept. */
  after(seq: number): ReadonlyArray<RoomMessage> | undefined {
    return seq === this.#head ? [] : this.#ring.after(seq)
  }

  /** Adds older messages for reconnecting clients. */
  fill(older: ReadonlyArray<RoomMessage>): void {
    this.#ring.fill(older.filter(({ seq }) => seq <= this.#head))
  }

  #settle(view: RoomView): void {
    for (let next = this.#ahead.get(this.#head + 1); next !== undefined; next = this.#ahead.get(this.#head + 1)) {
      this.#ahead.delete(next.seq)
      this.#head = next.seq
      this.#ring.add(next)
      this.#deliver(view, next, this)
    }
    for (const seq of this.#ahead.keys()) if (seq <= this.#head) this.#ahead.delete(seq)
    this.waitsSinceMs = this.#ahead.size === 0 ? 0 : this.waitsSinceMs || this.#now()
  }
}
