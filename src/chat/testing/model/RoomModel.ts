import type { Scope } from "#contract/chat"
import type { SeenMessage, SeenRoom } from "./seen.ts"

type Said = { readonly author: number; text: string; edited: boolean; removed: boolean }

/** What a room must be after all that was done in it. People are numbers here. */
export class RoomModel {
  readonly scope: Scope
  /** Scope and target, as each of its people calls it. */
  readonly addresses: ReadonlyMap<number, readonly [scope: Scope, target: string]>
  readonly #said: Array<Said> = []
  readonly #pointers = new Map<number, number>()

  constructor(scope: Scope, targets: ReadonlyArray<readonly [person: number, target: string]>) {
    this.scope = scope
    this.addresses = new Map(targets.map(([person, target]) => [person, [scope, target]]))
  }

  get people(): ReadonlyArray<number> {
    return [...this.addresses.keys()]
  }

  get head(): number {
    return this.#said.length
  }

  say(author: number, text: string): void {
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

  /** Up to where somebody has read: their pointer, or the last thing they said themselves. */
  readBy(person: number): number {
    const own = this.#said.findLastIndex(({ author }) => author === person) + 1
    return Math.max(own, this.#pointers.get(person) ?? 0)
  }

  unreadBy(person: number): number {
    return this.head - this.readBy(person)
  }

  get messages(): ReadonlyArray<SeenMessage> {
    return this.#said.map(({ text, edited, removed }, at) => [at + 1, text, edited, removed])
  }

  /** As it stands in somebody's list. */
  seenBy(person: number): SeenRoom {
    const other = this.scope === "Person" ? this.people.find((each) => each !== person) : undefined
    return {
      head: this.head,
      read: this.readBy(person),
      unread: this.unreadBy(person),
      otherRead: other === undefined ? null : this.readBy(other),
      last: this.messages.at(-1) ?? null,
    }
  }

  #at(seq: number): Said {
    const said = this.#said[seq - 1]
    if (said === undefined) throw new Error(`nobody said ${seq}`)
    return said
  }
}
