import type { OwnedRoom } from "#core/chat"
import { Allowance, type Rates } from "../limits/Allowance.ts"
import { personTopic, roomTopic } from "../topics.ts"
import type { Peer } from "./Peer.ts"
import { LivePerson } from "./Peer.ts"

type Known = { readonly personId: string; readonly userCode: string; readonly displayName: string | null }

/** People who are gone whose spending is remembered. It has worn off long before so many have gone. */
const ALLOWANCES_MAX = 20_000

/** Who has a socket here, and which group rooms reach them. */
export class People {
  /** Sockets that nobody signed in on, or no longer. */
  readonly strangers = new Set<Peer>()
  readonly #people = new Map<string, LivePerson>()
  readonly #members = new Map<string, Set<LivePerson>>()
  readonly #rates: Rates | undefined
  /** Of people who are gone: who comes back has spent what they spent. */
  readonly #allowances = new Map<string, Allowance>()
  readonly #onChange: (personId: string, isHere: boolean) => void

  /** @param onChange hears of everybody whose first socket opened, or whose last one closed */
  constructor(onChange: (personId: string, isHere: boolean) => void, rates?: Rates) {
    this.#onChange = onChange
    this.#rates = rates
  }

  get all(): Iterable<LivePerson> {
    return this.#people.values()
  }

  get ids(): Iterable<string> {
    return this.#people.keys()
  }

  get count(): number {
    return this.#people.size
  }

  *peers(): Iterable<Peer> {
    yield* this.strangers
    for (const { peers } of this.#people.values()) yield* peers
  }

  find(personId: string): LivePerson | undefined {
    return this.#people.get(personId)
  }

  /** Everybody here whom pushes of a group room reach. */
  members(roomId: string): ReadonlySet<LivePerson> {
    return this.#members.get(roomId) ?? NOBODY
  }

  /** Somebody signed in on a socket. `load` finds what reaches a person who is new here. */
  attach(peer: Peer, known: Known, sessionId: string, load: (person: LivePerson) => Promise<void>): LivePerson {
    this.detach(peer)
    this.strangers.delete(peer)
    let person = this.#people.get(known.personId)
    if (person === undefined) {
      person = new LivePerson(known, this.#allowances.get(known.personId) ?? new Allowance(this.#rates))
      this.#allowances.delete(known.personId)
      this.#people.set(known.personId, person)
      person.ready = load(person)
      this.#onChange(known.personId, true)
    }
    person.peers.add(peer)
    peer.person = person
    peer.sessionId = sessionId
    peer.dueMs = 0
    peer.wire?.subscribe(personTopic(person.personId))
    for (const roomId of person.rooms.keys()) peer.wire?.subscribe(roomTopic(roomId))
    return person
  }

  /** Nobody is signed in on a socket any more. */
  detach(peer: Peer): void {
    const { person, wire } = peer
    if (person === null) return
    for (const roomId of person.rooms.keys()) wire?.unsubscribe(roomTopic(roomId))
    wire?.unsubscribe(personTopic(person.personId))
    peer.person = null
    peer.sessionId = ""
    person.peers.delete(peer)
    if (person.peers.size > 0) return
    for (const roomId of person.rooms.keys()) this.#leave(person, roomId)
    this.#people.delete(person.personId)
    const [oldest] = this.#allowances.keys()
    if (this.#allowances.size >= ALLOWANCES_MAX && oldest !== undefined) this.#allowances.delete(oldest)
    this.#allowances.set(person.personId, person.allowance)
    this.#onChange(person.personId, false)
  }

  /** From now on pushes of a group room reach a person. */
  enter(person: LivePerson, roomId: string, room: OwnedRoom): void {
    if (this.#people.get(person.personId) !== person || person.rooms.has(roomId)) return
    person.rooms.set(roomId, room)
    const members = this.#members.get(roomId) ?? new Set()
    this.#members.set(roomId, members.add(person))
    for (const { wire } of person.peers) wire?.subscribe(roomTopic(roomId))
  }

  /** From now on they do not. Answers whether they did. */
  leave(person: LivePerson, roomId: string): boolean {
    if (!person.rooms.delete(roomId)) return false
    this.#leave(person, roomId)
    for (const { wire } of person.peers) wire?.unsubscribe(roomTopic(roomId))
    return true
  }

  #leave(person: LivePerson, roomId: string): void {
    const members = this.#members.get(roomId)
    members?.delete(person)
    if (members?.size === 0) this.#members.delete(roomId)
  }
}

const NOBODY: ReadonlySet<LivePerson> = new Set()
