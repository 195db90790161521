import type { AnyEvent, SqlClient, SqlTransaction, StoredEvent } from "#core/kernel"
import { applyEvents, type Fault, parkKeyOf, readHeard, WAITS } from "./applyBatch.ts"
import { acquire, type Build, findBuild, LEASE_SECONDS, release } from "./Build.ts"
import { loadParkedKeys, park, PARKED_KEYS_MAX, resolveDecisions } from "./faults.ts"
import type { Projection } from "./Projection.ts"
import { schemaOf } from "./readModel.ts"

/** Events in one transaction of the live path. */
export const BATCH_EVENTS_MAX = 500
/** Positions that one checkpoint may pass over at most, so that windows without heard events stay cheap. */
export const WINDOW_POSITIONS_MAX = 100_000

export type FollowContext = {
  readonly sql: SqlClient
  readonly owner: string
  readonly decode: (projection: Projection, event: StoredEvent) => AnyEvent | Promise<AnyEvent>
  readonly log: (level: "info" | "warn" | "error", message: string, details: object) => void
}

export type Step = "advanced" | "idle" | "not-ours"

/**
 * Keeps one build current: call `step` whenever the log may have grown. Every step is one transaction that writes the
 * read model and moves the fenced checkpoint, so a killed runner neither loses nor doubles anything.
 */
export class Follower {
  private held: Build | null = null
  private parked = new Set<string>()
  private checkedAtMs = 0
  readonly projection: Projection
  readonly build: number
  private readonly context: FollowContext

  constructor(context: FollowContext, projection: Projection, build: number) {
    this.context = context
    this.projection = projection
    this.build = build
  }

  /** Applies the next batch up to the settled position. */
  async step(settled: number, nowMs: number): Promise<Step> {
    const { sql } = this.context
    const { projection } = this
    const held = await this.refresh(nowMs)
    if (held === null || held.paused || !FOLLOWED.has(held.status)) return "not-ours"
    const upTo = Math.min(settled, held.position + WINDOW_POSITIONS_MAX, held.hold_at ?? Number.POSITIVE_INFINITY)
    if (upTo <= held.position) return "idle"
    const events = await readHeard(sql, projection, { after: held.position, upTo, limit: BATCH_EVENTS_MAX })
    const next = events.length < BATCH_EVENTS_MAX ? upTo : (events.at(-1)?.position ?? upTo)
    const moved = await this.write(held, next, events)
    this.held = moved ? { ...held, position: next } : null
    return "advanced"
  }

  /** Where this build stands, as far as this runner knows. */
  get position(): number {
    return this.held?.position ?? 0
  }

  /** Forgets what is known of the build's book-keeping, so that the next step reads it again. */
  recheck(): void {
    this.checkedAtMs = 0
  }

  /** Gives the build back. */
  async stop(): Promise<void> {
    if (this.held !== null) await release(this.context.sql, this.projection.name, this.build, this.context.owner)
    this.held = null
  }

  private async refresh(nowMs: number): Promise<Build | null> {
    const { sql, owner } = this.context
    const { name } = this.projection
    if (this.held !== null && nowMs - this.checkedAtMs < RECHECK_MS) return this.held
    const known = await findBuild(sql, name, this.build)
    if (known === null || known.code_hash !== this.projection.codeHash) return (this.held = null)
    const mine = known.owner === owner && known.fence === this.held?.fence
    this.held = await acquireOrRenew(sql, known, owner, mine)
    if (this.held === null) return null
    this.checkedAtMs = nowMs
    this.parked = await loadParkedKeys(sql, name, this.build)
    if (!this.held.paused && FOLLOWED.has(this.held.status)) await this.resolve(this.held)
    return this.held
  }

  private async resolve(held: Build): Promise<void> {
    const changed = await resolveDecisions(this.context, this.projection, held)
    if (changed) this.parked = await loadParkedKeys(this.context.sql, this.projection.name, this.build)
  }

  private async write(held: Build, next: number, events: ReadonlyArray<StoredEvent>): Promise<boolean> {
    try {
      return await this.transact(held, next, events)
    } catch (error) {
      if (!isDataError(error)) throw error
      if (events.length === 1 && events[0] !== undefined) {
        const fault = { event: events[0], error: error instanceof Error ? error.message : String(error) }
        return this.transact(held, next, [], [fault])
      }
      // Some event of the batch writes what the database refuses: go one by one, so that only its key is parked.
      let position = held.position
      for (const event of events) {
        if (!(await this.write({ ...held, position }, event.position, [event]))) return false
        position = event.position
      }
      return position === next || this.transact({ ...held, position }, next, [])
    }
  }

  private async transact(
    held: Build,
    next: number,
    events: ReadonlyArray<StoredEvent>,
    known: ReadonlyArray<Fault> = [],
  ): Promise<boolean> {
    const { sql, owner } = this.context
    const { name } = this.projection
    const faults = await sql.begin(async (transaction) => {
      if (!(await checkpoint(transaction as SqlTransaction, held, next, owner))) return null
      const open = events.filter((event) => !this.parked.has(parkKeyOf(event)))
      const waiting = events
        .filter((event) => this.parked.has(parkKeyOf(event)))
        .map((event) => ({ event, error: WAITS }))
      const fresh = await applyEvents(
        transaction as SqlTransaction,
        schemaOf(name, this.build),
        this.projection,
        (event) => this.context.decode(this.projection, event),
        open,
      )
      const all = [...known, ...waiting, ...fresh]
      await park(transaction as SqlTransaction, name, this.build, all)
      return all
    })
    if (faults === null) return false
    for (const { event, error } of faults) {
      if (error !== WAITS) this.context.log("error", "event parked", { projection: name, position: event.position, key: parkKeyOf(event), error })
      this.parked.add(parkKeyOf(event))
    }
    if (faults.length > 0 && this.parked.size > PARKED_KEYS_MAX) {
      await sql`update es.projection set status = 'faulted', reason = ${`more than ${PARKED_KEYS_MAX} parked keys`}
        where name = ${name} and build = ${this.build}`
      this.recheck()
    }
    return true
  }
}

/** How often a runner looks whether an operator changed anything, and renews its lease. */
const RECHECK_MS = 1_000
const FOLLOWED = new Set(["building", "live", "standby"])

const acquireOrRenew = async (sql: SqlClient, known: Build, owner: string, mine: boolean): Promise<Build | null> => {
  if (!mine) return acquire(sql, known.name, known.build, owner)
  const [row] = await sql<Array<Build>>`
    update es.projection set lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
    where name = ${known.name} and build = ${known.build} and fence = ${known.fence} returning *`
  return row ?? null
}

/** Moves the checkpoint if nobody else did and nobody asked to stop; first in the transaction, so that rivals wait here. */
const checkpoint = async (sql: SqlTransaction, held: Build, next: number, owner: string): Promise<boolean> => {
  const rows = await sql`
    update es.projection
    set position = ${next}, updated_at = now(), lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
    where name = ${held.name} and build = ${held.build} and position = ${held.position} and fence = ${held.fence}
      and owner = ${owner} and not paused and status in ('building', 'live', 'standby')
      and (hold_at is null or hold_at >= ${next})
    returning 1`
  return rows.length === 1
}

/** Classes 22 (data) and 23 (constraint): the event is at fault, not the connection. */
const isDataError = (error: unknown): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && /^2[23]/.test(error.code)
