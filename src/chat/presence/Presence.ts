import type { SqlClient } from "#core/kernel"
import type { LivePerson, Peer } from "../peers/Peer.ts"
import { presenceTopic } from "../topics.ts"

/** Somebody whose last socket closed counts as there for so long: a page that is loaded anew is no going. */
export const GRACE_MS = 10_000

type Watched = { watchers: number; isOnline: boolean }
/** Rejects where it could not be told. */
type Tell = (topic: string, personId: string, isOnline: boolean) => Promise<void>

/**
 * Who is there. Each node writes down whom it has a socket of, only when that changes, and what it wrote counts as long as
 * the node lives: one that was killed takes its people with it. Who watches somebody is told at most once in a sweep.
 */
export class Presence {
  readonly #sql: SqlClient
  readonly #nodeId: string
  readonly #tell: Tell
  readonly #changed = new Map<string, boolean>()
  readonly #watched = new Map<string, Watched>()

  constructor(sql: SqlClient, nodeId: string, tell: Tell) {
    this.#sql = sql
    this.#nodeId = nodeId
    this.#tell = tell
  }

  /** Somebody's first socket here opened, or their last one closed. */
  note(personId: string, isHere: boolean): void {
    this.#changed.set(personId, isHere)
  }

  /** Which of some people are there, wherever they are connected. */
  async online(personIds: ReadonlyArray<string>): Promise<ReadonlySet<string>> {
    if (personIds.length === 0) return new Set()
    const rows = await this.#sql<Array<{ personId: string }>>`
      select distinct p.person_id as "personId" from chat.presence p join chat.node n using (node_id)
      where p.person_id = any(${[...personIds]}::uuid[]) and n.ends_at > now() and (p.until is null or p.until > now())`
    return new Set(rows.map(({ personId }) => personId))
  }

  /** From now on a socket hears of these people and no others. Answers who of them is there. */
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

  /** From now on no socket of somebody hears of this person. */
  part(watcher: LivePerson, personId: string): void {
    for (const peer of watcher.peers) {
      if (peer.watched?.includes(personId) !== true) continue
      this.#leave(peer, personId)
      peer.watched = peer.watched.filter((each) => each !== personId)
    }
  }

  /** Whether a socket of somebody hears of this person. */
  hears({ peers }: LivePerson, personId: string): boolean {
    return this.#watched.has(personId) && [...peers].some(({ watched }) => watched?.includes(personId))
  }

  #leave({ wire }: Peer, personId: string): void {
    wire?.unsubscribe(presenceTopic(personId))
    const watched = this.#watched.get(personId)
    if (watched !== undefined && --watched.watchers === 0) this.#watched.delete(personId)
  }

  /** Writes down who came and went since this was done last. */
  async flush(): Promise<void> {
    const changed = [...this.#changed]
    if (changed.length === 0) return
    this.#changed.clear()
    const here = changed.flatMap(([personId, isHere]) => (isHere ? [personId] : []))
    const gone = changed.flatMap(([personId, isHere]) => (isHere ? [] : [personId]))
    try {
      await this.#sql`
        with gone as (
          update chat.presence set until = now() + ${GRACE_MS} * interval '1 millisecond'
          where node_id = ${this.#nodeId} and person_id = any(${gone}::uuid[]))
        insert into chat.presence as p (person_id, node_id)
        select person_id, ${this.#nodeId}::uuid from unnest(${here}::uuid[]) as h(person_id)
        on conflict (person_id, node_id) do update set until = null where p.until is not null`
    } catch (error) {
      for (const [personId, isHere] of changed) if (!this.#changed.has(personId)) this.#changed.set(personId, isHere)
      throw error
    }
  }

  /** Tells of those who are watched here and came or went since the last sweep; what cannot be told now is told by the next. */
  async sweep(): Promise<void> {
    await this.#sql`delete from chat.presence where node_id = ${this.#nodeId} and until < now()`
    const online = await this.online([...this.#watched.keys()])
    const changed = [...this.#watched].filter(([personId, { isOnline }]) => isOnline !== online.has(personId))
    await Promise.all(
      changed.map(async ([personId, watched]) => {
        const isOnline = online.has(personId)
        await this.#tell(presenceTopic(personId), personId, isOnline)
        watched.isOnline = isOnline
      }),
    )
  }
}
