import type { OwnedRoom } from "#core/chat"
import { personTopic, roomTopic } from "../frame.ts"
import { RateLimit, type Rates } from "../limits/RateLimit.ts"
import type { Peer } from "./Peer.ts"
import { ConnectedPerson } from "./Peer.ts"

type Known = { readonly personId: string; readonly userCode: string; readonly displayName: string | null }

/** Rate limits kept for disconnected people; they refill long before this many leave. */
const RATE_LIMITS_MAX = 20_000

/** The people with sockets here and their group room subscriptions. */
export class ConnectedPeople {
  /** Sockets that are not signed in. */
  readonly unauthenticated = new Set<Peer>()
  readonly #people = new Map<string, ConnectedPerson>()
  readonly #members = new Map<string, Set<ConnectedPerson>>()
  readonly #rates: Rates | undefined
  /** Rate limits of disconnected people, for when they return. */
  readonly #rateLimits = new Map<string, RateLimit>()
  readonly #onChange: (personId: string, isHere: boolean) => void

  /** @param onChange called when the first socket of a person opens and when the last one closes */
  constructor(onChange: (personId: string, isHere: boolean) => void, rates?: Rates) {
    this.#onChange = onChange
    this.#rates = rates
  }

  get all(): Iterable<ConnectedPerson> {
    return this.#people.values()
  }

  get ids(): Iterable<string> {
    return this.#people.keys()
  }

  get count(): number {
    return this.#people.size
  }

  *peers(): Iterable<Peer> {
    yield* this.unauthenticated
    for (const { peers } of this.#people.values()) yield* peers
  }

  find(personId: string): ConnectedPerson | undefined {
    return this.#people.get(personId)
  }

  members(roomId: string): ReadonlySet<ConnectedPerson> {
    return this.#members.get(roomId) ?? NOBODY
  }

  /** @param load subscribes a person who was not connected yet */
  attach(
    peer: Peer,
    known: Known,
    sessionId: string,
    load: (person: ConnectedPerson) => Promise<void>,
  ): ConnectedPerson {
    this.detach(peer)
    this.unauthenticated.delete(peer)
    let person = this.#people.get(known.personId)
    if (person === undefined) {
      person = new ConnectedPerson(known, this.#rateLimits.get(known.personId) ?? new RateLimit(this.#rates))
      this.#rateLimits.delete(known.personId)
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

  /** Signs a person out on one socket. */
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
    const [oldest] = this.#rateLimits.keys()
    if (this.#rateLimits.size >= RATE_LIMITS_MAX && oldest !== undefined) this.#rateLimits.delete(oldest)
    this.#rateLimits.set(person.personId, person.rateLimit)
    this.#onChange(person.personId, false)
  }

  /** Subscribes a person to a group room. */
  enter(person: ConnectedPerson, roomId: string, room: OwnedRoom): void {
    if (this.#people.get(person.personId) !== person || person.rooms.has(roomId)) return
    person.rooms.set(roomId, room)
    const members = this.#members.get(roomId) ?? new Set()
    this.#members.set(roomId, members.add(person))
    for (const { wire } of person.peers) wire?.subscribe(roomTopic(roomId))
  }

  /** Returns whether the person was subscribed. */
  leave(person: ConnectedPerson, roomId: string): boolean {
    if (!person.rooms.delete(roomId)) return false
    this.#leave(person, roomId)
    for (const { wire } of person.peers) wire?.unsubscribe(roomTopic(roomId))
    return true
  }

  #leave(person: ConnectedPerson, roomId: string): void {
    const members = this.#members.get(roomId)
    members?.delete(person)
    if (members?.size === 0) this.#members.delete(roomId)
  }
}

const NOBODY: ReadonlySet<ConnectedPerson> = new Set()
