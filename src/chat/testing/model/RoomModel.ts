import { type Scope, UNANSWERED_MAX, type ViewerRoomState } from "#contract/chat"
import type { SeenMessage, SeenRoom } from "./seen.ts"

type ModelMessage = { readonly author: number; text: string; edited: boolean; removed: boolean }
type Seat = "none" | "invited" | "joined" | "left"

/**
 * The expected state of a room. People are numbers; the first one owns a group room. A conversation begins with a
 * request. Ignoring and account deletion are not modelled.
 */
export class RoomModel {
  readonly scope: Scope
  /** Scope and target per person. */
  readonly addresses: ReadonlyMap<number, readonly [scope: Scope, target: string]>
  readonly #said: Array<ModelMessage> = []
  readonly #pointers = new Map<number, number>()
  readonly #seats = new Map<number, Seat>()
  readonly #banned = new Set<number>()
  /** Who blocks the other one of two. */
  readonly #blocking = new Set<number>()
  /** The head of the room when a level gave access. */
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

  /** Whether a message of this person is accepted. Unanswered requests are limited. */
  maySay(person: number): boolean {
    const isUnanswered = this.people.some((each) => each !== person && this.isRequest(each))
    const inARow = this.head - 1 - this.#said.findLastIndex(({ author }) => author !== person)
    return this.mayWrite(person) && !(isUnanswered && inARow >= UNANSWERED_MAX)
  }

  /** Whether a person who joins is admitted. */
  mayJoin(person: number): boolean {
    if (this.scope !== "Person") return this.#isAdmitted(person)
    return this.#seat(person) === "joined" || this.#seat(person) === "left"
  }

  mayAccept(person: number): boolean {
    return this.#seat(person) === "joined" || this.isRequest(person)
  }

  /** The person has not answered the request: it does not count as unread. */
  isRequest(person: number): boolean {
    return this.#seat(person) === "invited"
  }

  mayLeave(person: number): boolean {
    return this.#seat(person) !== "none" || (this.scope !== "Person" && this.mayRead(person))
  }

  mayRemove(person: number, seq: number): boolean {
    return this.mayRead(person) && (person === this.owner || this.authorOf(seq) === person)
  }

  /** Earlier messages are not new to a member. */
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

  /** A further level changes nothing. */
  grant(person: number): void {
    this.#since.set(person, this.#since.get(person) ?? this.head)
  }

  revoke(person: number): void {
    this.#since.delete(person)
  }

  /** The author joins a conversation, the other person is invited. */
  post(author: number, text: string): void {
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

  /** Removed messages stay removed. */
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

  /** The number up to which nothing is new: pointer, own message, or level. */
  readBy(person: number): number {
    const own = this.#said.findLastIndex(({ author }) => author === person) + 1
    return Math.max(own, this.#pointers.get(person) ?? 0, this.#since.get(person) ?? 0)
  }

  unreadBy(person: number): number {
    return this.mayRead(person) ? this.head - this.readBy(person) : 0
  }

  /** All messages as a person sees them; null without permission. */
  messagesFor(person: number): ReadonlyArray<SeenMessage> | null {
    return this.mayRead(person) ? this.#messages : null
  }

  /** The room in the list of a person. */
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

  /** A level gives access without joining. */
  #isSeated(person: number): boolean {
    return this.scope === "Team" ? this.#seat(person) === "joined" : this.#seat(person) !== "left"
  }

  #seat(person: number): Seat {
    return this.#seats.get(person) ?? "none"
  }

  get #messages(): ReadonlyArray<SeenMessage> {
    return this.#said.map(({ text, edited, removed }, at) => [at + 1, text, edited, removed])
  }

  #at(seq: number): ModelMessage {
    const said = this.#said[seq - 1]
    if (said === undefined) throw new Error(`no message has the number ${seq}`)
    return said
  }
}
