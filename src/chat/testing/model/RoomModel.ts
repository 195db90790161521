import { type Scope, UNANSWERED_MAX, type ViewerRoomState } from "#contract/chat"
import type { SeenMessage, SeenRoom } from "./seen.ts"

type Said = { readonly author: number; text: string; edited: boolean; removed: boolean }
type Seat = "none" | "invited" | "joined" | "left"

/**
 * What a room must be after all that was done in it. People are numbers here; the first of a creator's room is its creator.
 * A conversation begins with a request. That anybody ignores one, or left for good, happens in no model.
 */
export class RoomModel {
  readonly scope: Scope
  /** Scope and target, as each of its people calls it. */
  readonly addresses: ReadonlyMap<number, readonly [scope: Scope, target: string]>
  readonly #said: Array<Said> = []
  readonly #pointers = new Map<number, number>()
  readonly #seats = new Map<number, Seat>()
  readonly #banned = new Set<number>()
  /** Who blocks the other one of two. */
  readonly #blocking = new Set<number>()
  /** What had been said when a level opened the room to somebody. */
  readonly #since = new Map<number, number>()

  constructor(scope: Scope, targets: ReadonlyArray<readonly [person: number, target: string]>) {
    this.scope = scope
    this.addresses = new Map(targets.map(([person, target]) => [person, [scope, target]]))
  }

  get people(): ReadonlyArray<number> {
    return [...this.addresses.keys()]
  }

  /** The creator of a group room. */
  get owner(): number | undefined {
    return this.scope === "Person" ? undefined : this.people[0]
  }

  get head(): number {
    return this.#said.length
  }

  mayRead(person: number): boolean {
    if (this.scope === "Person") return this.#seat(person) !== "left"
    return person === this.owner || (this.#isAdmitted(person) && this.#isSeated(person))
  }

  mayWrite(person: number): boolean {
    if (this.scope !== "Person") return this.mayRead(person)
    return this.#blocking.size === 0 && this.people.every((each) => this.#seat(each) !== "left")
  }

  /** Whether what somebody says is taken: who asked for a conversation says so much before an answer. */
  maySay(person: number): boolean {
    const isUnanswered = this.people.some((each) => each !== person && this.isRequest(each))
    const inARow = this.head - 1 - this.#said.findLastIndex(({ author }) => author !== person)
    return this.mayWrite(person) && !(isUnanswered && inARow >= UNANSWERED_MAX)
  }

  /** Whether somebody who asks is let in. */
  mayJoin(person: number): boolean {
    if (this.scope !== "Person") return this.#isAdmitted(person)
    return this.#seat(person) === "joined" || this.#seat(person) === "left"
  }

  mayAccept(person: number): boolean {
    return this.#seat(person) === "joined" || this.isRequest(person)
  }

  /** Whether somebody was invited and has not answered: what is said there is part of no sum. */
  isRequest(person: number): boolean {
    return this.#seat(person) === "invited"
  }

  mayLeave(person: number): boolean {
    return this.#seat(person) !== "none" || (this.scope !== "Person" && this.mayRead(person))
  }

  mayRemove(person: number, seq: number): boolean {
    return this.mayRead(person) && (person === this.owner || this.authorOf(seq) === person)
  }

  /** What was said before is not new to who comes in. */
  join(person: number): void {
    if (this.#seat(person) !== "joined") this.read(person, this.head)
    this.#seats.set(person, "joined")
  }

  accept(person: number): void {
    this.#seats.set(person, "joined")
  }

  leave(person: number): void {
    this.#seats.set(person, "left")
  }

  block(person: number, isBlocking: boolean): void {
    if (isBlocking) this.#blocking.add(person)
    else this.#blocking.delete(person)
  }

  ban(person: number, isBanned: boolean): void {
    if (isBanned) this.#banned.add(person)
    else this.#banned.delete(person)
  }

  /** More of a level changes nothing here. */
  grant(person: number): void {
    this.#since.set(person, this.#since.get(person) ?? this.head)
  }

  revoke(person: number): void {
    this.#since.delete(person)
  }

  /** Whoever writes in a conversation is in it, and the other one is invited. */
  say(author: number, text: string): void {
    if (this.scope === "Person")
      for (const person of this.people)
        if (person === author) this.#seats.set(person, "joined")
        else if (this.#seat(person) === "none") this.#seats.set(person, "invited")
    this.#said.push({ author, text, edited: false, removed: false })
  }

  authorOf(seq: number): number {
    return this.#at(seq).author
  }

  isRemoved(seq: number): boolean {
    return this.#at(seq).removed
  }

  /** What was removed stays so. */
  edit(seq: number, text: string): void {
    const said = this.#at(seq)
    if (!said.removed) Object.assign(said, { text, edited: true })
  }

  remove(seq: number): void {
    Object.assign(this.#at(seq), { text: "", removed: true })
  }

  /** Pointers only move forward. */
  read(person: number, seq: number): void {
    this.#pointers.set(person, Math.max(seq, this.#pointers.get(person) ?? 0))
  }

  /** Up to where nothing is new to somebody: their pointer, the last thing they said, or what came before their level. */
  readBy(person: number): number {
    const own = this.#said.findLastIndex(({ author }) => author === person) + 1
    return Math.max(own, this.#pointers.get(person) ?? 0, this.#since.get(person) ?? 0)
  }

  unreadBy(person: number): number {
    return this.mayRead(person) ? this.head - this.readBy(person) : 0
  }

  /** All of it, as somebody sees it; null who may not. */
  messagesFor(person: number): ReadonlyArray<SeenMessage> | null {
    return this.mayRead(person) ? this.#messages : null
  }

  /** As it stands in somebody's list. */
  seenBy(person: number): SeenRoom {
    const other = this.scope === "Person" ? this.people.find((each) => each !== person) : undefined
    const state = this.#stateFor(person)
    return {
      state,
      head: this.head,
      read: this.readBy(person),
      unread: this.unreadBy(person),
      otherRead: other === undefined || state !== "open" ? null : this.readBy(other),
      last: this.#messages.at(-1) ?? null,
    }
  }

  #stateFor(person: number): ViewerRoomState {
    if (this.scope !== "Person") return "open"
    if (!this.mayWrite(person)) return this.#blocking.has(person) ? "blocked" : "ended"
    if (this.isRequest(person)) return "invited"
    return this.people.some((each) => this.isRequest(each)) ? "requested" : "open"
  }

  #isAdmitted(person: number): boolean {
    return !this.#banned.has(person) && (this.scope === "Team" || this.#since.has(person))
  }

  /** A level opens a room to who never joined it. */
  #isSeated(person: number): boolean {
    return this.scope === "Team" ? this.#seat(person) === "joined" : this.#seat(person) !== "left"
  }

  #seat(person: number): Seat {
    return this.#seats.get(person) ?? "none"
  }

  get #messages(): ReadonlyArray<SeenMessage> {
    return this.#said.map(({ text, edited, removed }, at) => [at + 1, text, edited, removed])
  }

  #at(seq: number): Said {
    const said = this.#said[seq - 1]
    if (said === undefined) throw new Error(`nobody said ${seq}`)
    return said
  }
}
