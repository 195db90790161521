import { Data } from "effect"
import type { SqlClient } from "#core/kernel"

/** Heartbeat interval, and how long a node counts as alive after its last heartbeat. */
export const BEAT_MS = 2_000
export const NODE_MS_MAX = 10_000
/** A killed process may hold its lock until PostgreSQL notices the closed connection. */
const CLAIM_MS_MAX = 5_000
const CLAIM_PAUSE_MS = 200

/** Other nodes use this database and cannot hear this one. */
export class NotAlone extends Data.TaggedError("NotAlone")<{ readonly others: string }> {}

export type NodeFacts = {
  readonly nodeId: string
  readonly name: string
  readonly startedAt: Date
  readonly hasBroker: boolean
}

type Reserved = Awaited<ReturnType<SqlClient["reserve"]>>

/**
 * Registers nodes. A node without a broker holds an exclusive session lock; nodes with one share the lock. PostgreSQL
 * releases it when a process dies.
 */
export class NodeRegistry {
  readonly #sql: SqlClient
  readonly #facts: NodeFacts
  #connection: Reserved | null = null

  constructor(sql: SqlClient, facts: NodeFacts) {
    this.#sql = sql
    this.#facts = facts
  }

  /** Takes the lock. Returns NotAlone if another node makes that impossible. */
  async claim(waitMsMax = CLAIM_MS_MAX): Promise<NotAlone | null> {
    const connection = await this.#sql.reserve()
    for (let waitedMs = 0; !(await this.#lock(connection)); waitedMs += CLAIM_PAUSE_MS) {
      if (waitedMs >= waitMsMax) {
        connection.release()
        return new NotAlone({ others: await this.#others() })
      }
      await new Promise((resolve) => setTimeout(resolve, CLAIM_PAUSE_MS))
    }
    this.#connection = connection
    return null
  }

  /**
   * Writes the heartbeat. `wasThere` is false after a database crash, which empties the unlogged tables. `isDraining`:
   * an operator wants this node drained.
   */
  async beat(
    connections: number,
    people: number,
  ): Promise<{ readonly wasThere: boolean; readonly isDraining: boolean }> {
    await this.#keepLock()
    const { nodeId, name, startedAt, hasBroker } = this.#facts
    const [row] = await this.#sql<Array<{ wasThere: boolean; isDraining: boolean }>>`
      insert into chat.node as n (node_id, name, started_at, ends_at, connections, people, has_broker)
      values (${nodeId}, ${name}, ${startedAt}, now() + ${NODE_MS_MAX} * interval '1 millisecond', ${connections},
        ${people}, ${hasBroker})
      on conflict (node_id) do update set ends_at = excluded.ends_at, connections = excluded.connections,
        people = excluded.people
      returning xmax <> 0 as "wasThere", n.is_draining as "isDraining"`
    return row ?? { wasThere: false, isDraining: false }
  }

  /** Deletes the rows of this node and of long dead nodes. */
  async end(): Promise<void> {
    const { nodeId } = this.#facts
    await this.#sql`
      with gone as (
        delete from chat.node where node_id = ${nodeId} or ends_at < now() - interval '1 minute' returning node_id)
      delete from chat.presence p where p.node_id = ${nodeId} or p.node_id in (select node_id from gone)
        or not exists (select from chat.node n where n.node_id = p.node_id)`
    const connection = this.#connection
    this.#connection = null
    if (connection === null) return
    await connection`select pg_advisory_unlock_all()`
    connection.release()
  }

  async #lock(connection: Reserved): Promise<boolean> {
    const [row] = this.#facts.hasBroker
      ? await connection<Array<{ taken: boolean }>>`
          select pg_try_advisory_lock_shared(hashtext('chat.node'), 0) as taken`
      : await connection<Array<{ taken: boolean }>>`select pg_try_advisory_lock(hashtext('chat.node'), 0) as taken`
    return row?.taken ?? false
  }

  /** Takes the lock again after its connection was lost. */
  async #keepLock(): Promise<void> {
    try {
      if (this.#connection !== null) return void (await this.#connection`select 1`)
    } catch {
      // A broken connection must not return to the pool.
      this.#connection = null
    }
    const connection = await this.#sql.reserve()
    if (await this.#lock(connection)) this.#connection = connection
    else {
      connection.release()
      throw new NotAlone({ others: await this.#others() })
    }
  }

  async #others(): Promise<string> {
    const rows = await this.#sql<Array<{ name: string; hasBroker: boolean }>>`
      select name, has_broker as "hasBroker" from chat.node
      where ends_at > now() and node_id <> ${this.#facts.nodeId} order by started_at`
    return rows.map(({ name, hasBroker }) => `${name}${hasBroker ? "" : " (without NATS_URL)"}`).join(", ")
  }
}
