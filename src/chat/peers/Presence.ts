import type { SqlClient } from "#core/kernel"
import { presenceTopic } from "../frame.ts"
import type { ConnectedPerson, Peer } from "./Peer.ts"

/** How long a person stays online after the last socket closed, so that a page reload does not show. */
export const GRACE_MS = 10_000

type Watched = { watchers: number; isOnline: boolean }
/** Rejects if the change could not be pushed. */
type NotifyWatchers = (topic: string, personId: string, isOnline: boolean) => Promise<void>

/**
 * Who is online. Each node stores the people connected to it, and its rows expire with the node. Watchers are notified
 * at most once per sweep.
 */
export class Presence {
  readonly #sql: SqlClient
  readonly #nodeId: string
  readonly #notify: NotifyWatchers
  readonly #changed = new Map<string, boolean>()
  readonly #watched = new Map<string, Watched>()

  constructor(sql: SqlClient, nodeId: string, notify: NotifyWatchers) {
    this.#sql = sql
    this.#nodeId = nodeId
    this.#notify = notify
  }

  /** Records that the first socket opened or the last one closed. */
  note(personId: string, isHere: boolean): void {
    this.#changed.set(personId, isHere)
  }

  /** Which of these people are online at any node. */
  async online(personIds: ReadonlyArray<string>): Promise<ReadonlySet<string>> {
    if (personIds.length === 0) return new Set()
    const rows = await this.#sql<Array<{ personId: string }>>`
      select distinct p.person_id as "personId" from chat.presence p join chat.node n using (node_id)
      where p.person_id = any(${[...personIds]}::uuid[]) and n.ends_at > now() and (p.until is null or p.until > now())`
    return new Set(rows.map(({ personId }) => personId))
  }

  /** Replaces the watch list of a socket. Returns who is online. */
  async watch(peer: Peer, personIds: ReadonlyArray<string>): Promise<ReadonlySet<string>> {
    const online = await this.online(personIds)
    this.unwatch(peer)
    if (peer.wire === null || peer.person === null) return online
    peer.watched = personIds
    for (const personId of personIds) {
      const watched = this.#watched.get(personId) ?? { watchers: 0, isOnline: online.has(personId) }
      watched.watchers += 1
      this.#watched.set(personId, watched)
      peer.wire.subscribe(presenceTopic(personId))
    }
    return online
  }

  unwatch(peer: Peer): void {
    for (const personId of peer.watched ?? []) this.#leave(peer, personId)
    peer.watched = null
  }

  /** Removes a person from the watch lists of all sockets of the watcher. */
  part(watcher: ConnectedPerson, personId: string): void {
    for (const peer of watcher.peers) {
      if (peer.watched?.includes(personId) !== true) continue
      this.#leave(peer, personId)
      peer.watched = peer.watched.filter((each) => each !== personId)
    }
  }

  isSubscribed({ peers }: ConnectedPerson, personId: string): boolean {
    return this.#watched.has(personId) && [...peers].some(({ watched }) => watched?.includes(personId))
  }

  #leave({ wire }: Peer, personId: string): void {
    wire?.unsubscribe(presenceTopic(personId))
    const watched = this.#watched.get(personId)
    if (watched !== undefined && --watched.watchers === 0) this.#watched.delete(personId)
  }

  /** Stores who connected and disconnected since the last call. */
  async flush(): Promise<void> {
    const changed = [...this.#changed]
    if (changed.length === 0) return
    this.#changed.clear()
    const here = changed.flatMap(([personId, isHere]) => (isHere ? [personId] : []))
    const offline = changed.flatMap(([personId, isHere]) => (isHere ? [] : [personId]))
    try {
      await this.#sql`
        with gone as (
          update chat.presence set until = now() + ${GRACE_MS} * interval '1 millisecond'
          where node_id = ${this.#nodeId} and person_id = any(${offline}::uuid[]))
        insert into chat.presence as p (person_id, node_id)
        select person_id, ${this.#nodeId}::uuid from unnest(${here}::uuid[]) as h(person_id)
        on conflict (person_id, node_id) do update set until = null where p.until is not null`
    } catch (error) {
      for (const [personId, isHere] of changed) if (!this.#changed.has(personId)) this.#changed.set(personId, isHere)
      throw error
    }
  }

  /** Notifies watchers of changes since the last sweep. Failures are retried by the next one. */
  async sweep(): Promise<void> {
    await this.#sql`delete from chat.presence where node_id = ${this.#nodeId} and until < now()`
    const online = await this.online([...this.#watched.keys()])
    const changed = [...this.#watched].filter(([personId, { isOnline }]) => isOnline !== online.has(personId))
    await Promise.all(
      changed.map(async ([personId, watched]) => {
        const isOnline = online.has(personId)
        await this.#notify(presenceTopic(personId), personId, isOnline)
        watched.isOnline = isOnline
      }),
    )
  }
}
