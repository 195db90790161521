import type { SqlClient, SqlTransaction } from "#core/kernel"
import {
  applyEvents,
  type DecodedEvent,
  decodeChanges,
  type Fault,
  parkKeyOf,
  WAITS_BEHIND_FAULT,
} from "./applyBatch.ts"
import { type Build, columns } from "./Build.ts"
import { type FollowContext, type FollowResult, RECHECK_MS, WINDOW_POSITIONS_MAX } from "./context.ts"
import { isRefusedData, messageOf } from "./errors.ts"
import { PARKED_KEYS_MAX, parkEvents, resolveDecisions } from "./faults.ts"
import { startOfServer } from "./LogTail.ts"
import { isRunnerGone } from "./Presence.ts"
import type { Projection } from "./Projection.ts"

/** How long a hanging runner keeps a build. If its process is gone, another takes over at once. */
const LEASE_SECONDS = 15

/** A build that this runner owns. */
type LeasedBuild = Build & {
  /** Keys with events that wait for an operator. */
  readonly parked: ReadonlyArray<string>
  /** Whether an operator decided to retry or skip some of them. */
  readonly decided: boolean
}

/** A build at the beginning of a step, and the server from which its events are read (LogTail). */
type ReadBuild = LeasedBuild & { readonly server: string | null }
type Reader = { readonly owner: string; readonly server: string | null }

/**
 * Takes or renews the lease of a build made by this code. Null if another owner renews it, or the build is gone. A new
 * owner gets a new fencing token, so that late writes of the old one are refused. Locked rows are skipped: a runner that
 * hangs in a transaction must not block the others.
 */
const takeLease = async (
  sql: SqlClient,
  { name, build, codeHash }: { readonly name: string; readonly build: number; readonly codeHash: string },
  owner: string,
  fence: number | null,
): Promise<LeasedBuild | null> =>
  (
    await sql<Array<LeasedBuild>>`
      update es.projection p
      set owner = ${owner}, lease_until = now() + ${LEASE_SECONDS} * interval '1 second',
        fence = case when p.owner = ${owner} and p.fence = ${fence}::bigint then p.fence else p.fence + 1 end
      where (p.name, p.build) = (
        select name, build from es.projection
        where name = ${name} and build = ${build} and code_hash = ${codeHash}
          and status in ('building', 'live', 'standby', 'faulted')
          and (owner is null or owner = ${owner} or lease_until < now() or ${isRunnerGone(sql)})
        for update skip locked)
      returning ${columns(sql)},
        (select coalesce(array_agg(distinct f.park_key), '{}') from es.fault f
          where f.name = p.name and f.build = p.build and f.error is not null) as parked,
        exists (select from es.fault f
          where f.name = p.name and f.build = p.build and f.error is not null and f.decision is not null) as decided`
  )[0] ?? null

/** Releases the lease, so that the next runner does not wait for it to expire. */
const releaseLease = async (sql: SqlClient, name: string, build: number, owner: string): Promise<void> => {
  await sql`update es.projection set owner = null, lease_until = null
    where name = ${name} and build = ${build} and owner = ${owner}`
}

/** How often a held build checks whether it may continue. */
const HOLD_POLL_MS = 5
/** Minimum interval of writing a checkpoint that only passed events of other types. */
const QUIET_CHECKPOINT_MS = 50

/**
 * Keeps one build current: call `step` whenever the log may have grown. Each step is one transaction that writes the
 * read model and moves the fenced checkpoint, so a killed runner neither loses events nor applies them twice.
 */
export class Follower {
  private held: LeasedBuild | null = null
  /** The position up to which the log was scanned; after the checkpoint if no relevant events followed it. */
  private scanned = 0
  private parked = new Set<string>()
  private recheckAtMs = Number.NEGATIVE_INFINITY
  private writtenAtMs = Number.NEGATIVE_INFINITY
  readonly projection: Projection
  readonly build: number
  private readonly context: FollowContext

  constructor(context: FollowContext, projection: Projection, build: number) {
    this.context = context
    this.projection = projection
    this.build = build
  }

  /** Applies the next batch, up to the watermark. */
  async step(nowMs: number): Promise<FollowResult> {
    const { held } = this
    const isHeld = held !== null && held.hold_at !== null
    const isRunning = held !== null && !held.paused && held.status !== "faulted" && !isHeld
    const isDue = nowMs >= this.recheckAtMs
    // A running build works first and renews afterwards: its checkpoint fails if anything changed.
    if (isHeld || (isDue && !isRunning)) await this.refresh(nowMs)
    const moved = await this.work(nowMs)
    if (isDue && isRunning) await this.refresh(nowMs)
    return { moved, againMs: this.wishMs(moved) }
  }

  private async work(nowMs: number): Promise<boolean> {
    const { held } = this
    if (held === null || held.paused || held.status === "faulted") return false
    const { tail } = this.context
    const { server } = tail
    const upTo = Math.min(tail.watermark, this.scanned + WINDOW_POSITIONS_MAX, held.hold_at ?? Number.POSITIVE_INFINITY)
    const window =
      upTo > this.scanned
        ? await tail.read(this.projection.types, this.scanned, upTo)
        : { events: [], upTo: this.scanned }
    const moved = window.upTo > this.scanned
    const isQuiet =
      window.events.length === 0 && nowMs < this.writtenAtMs + QUIET_CHECKPOINT_MS && held.hold_at === null
    if (isQuiet) this.scanned = window.upTo
    else if (window.upTo > held.position) {
      this.writtenAtMs = nowMs
      const folded = await decodeChanges(this.projection, this.context.decode, window.events)
      // The build was held, paused, dropped or taken over in the meantime.
      if (!(await this.write({ ...held, server }, window.upTo, folded))) this.forget()
    }
    return moved
  }

  /** Releases the build. */
  async stop(): Promise<void> {
    if (this.held !== null) await releaseLease(this.context.sql, this.projection.name, this.build, this.context.owner)
    this.held = null
  }

  private wishMs(moved: boolean): number {
    const { held } = this
    if (held === null) return this.recheckAtMs === Number.NEGATIVE_INFINITY ? 0 : RECHECK_MS
    if (held.paused || held.status === "faulted") return RECHECK_MS
    if (held.hold_at !== null) return HOLD_POLL_MS
    if (moved && this.scanned < this.context.tail.watermark) return 0
    return this.scanned > held.position ? QUIET_CHECKPOINT_MS : RECHECK_MS
  }

  private forget(): void {
    this.held = null
    this.recheckAtMs = Number.NEGATIVE_INFINITY
  }

  /** Renews the lease, reads the state of the build, and applies the decisions of operators. */
  private async refresh(nowMs: number): Promise<void> {
    this.recheckAtMs = nowMs + RECHECK_MS
    const held = await this.take()
    if (held === null || !held.decided || held.paused || held.hold_at !== null) return
    await resolveDecisions(this.context, this.projection, held)
    await this.take()
  }

  private async take(): Promise<LeasedBuild | null> {
    const { sql, owner } = this.context
    const { name, codeHash } = this.projection
    const before = this.held
    this.held = await takeLease(sql, { name, build: this.build, codeHash }, owner, before?.fence ?? null)
    const position = this.held?.position ?? 0
    // A database crash loses what was not on disk yet: then the lease is the same, but the checkpoint is earlier.
    const isSame = before !== null && this.held?.fence === before.fence && position >= before.position
    this.scanned = isSame ? Math.max(position, this.scanned) : position
    this.parked = new Set(this.held?.parked)
    return this.held
  }

  private async write(held: ReadBuild, next: number, folded: ReadonlyArray<DecodedEvent>): Promise<boolean> {
    try {
      return await this.transact(held, next, folded)
    } catch (error) {
      const [only] = folded
      if (!isRefusedData(error) || only === undefined) throw error
      if (folded.length === 1) return this.transact(held, next, [{ ...only, error: messageOf(error) }])
      // The database rejects the data of some event: apply them one by one, so that only its key is parked.
      for (const each of folded) {
        if (!(await this.write(this.reached(held), each.event.position, [each]))) return false
      }
      return (this.held?.position ?? 0) === next || this.transact(this.reached(held), next, [])
    }
  }

  private reached = (held: ReadBuild): ReadBuild => ({ ...(this.held ?? held), server: held.server })

  private async transact(
    { server, ...held }: ReadBuild,
    next: number,
    folded: ReadonlyArray<DecodedEvent>,
  ): Promise<boolean> {
    const { name } = this.projection
    const faults = await this.context.sql.begin(async (sql) => {
      const transaction = sql as SqlTransaction
      const moved = checkpoint(transaction, held, next, { owner: this.context.owner, server })
      const open = folded.filter(({ event }) => !this.parked.has(parkKeyOf(event)))
      const waiting = folded
        .filter(({ event }) => this.parked.has(parkKeyOf(event)))
        .map(({ event }) => ({ position: event.position, key: parkKeyOf(event), error: WAITS_BEHIND_FAULT }))
      const fresh = await applyEvents(transaction, this.projection, this.build, open, moved)
      if (fresh === null) return null
      const found = [...waiting, ...fresh]
      await parkEvents(transaction, name, this.build, found)
      if (found.some(({ key }) => !this.parked.has(key))) await this.stopWhereTooMany(transaction, found)
      return found
    })
    if (faults === null) return false
    this.held = { ...held, position: next }
    this.scanned = next
    this.note(faults)
    return true
  }

  private note(faults: ReadonlyArray<Fault>): void {
    for (const { position, key, error } of faults) {
      this.parked.add(key)
      if (error !== WAITS_BEHIND_FAULT)
        this.context.log("error", "event parked", {
          projection: this.projection.name,
          build: this.build,
          position,
          key,
          error,
        })
    }
    if (this.parked.size > PARKED_KEYS_MAX) this.recheckAtMs = Number.NEGATIVE_INFINITY
  }

  private async stopWhereTooMany(sql: SqlTransaction, found: ReadonlyArray<Fault>): Promise<void> {
    const keys = new Set([...this.parked, ...found.map(({ key }) => key)])
    if (keys.size <= PARKED_KEYS_MAX) return
    await sql`update es.projection set status = 'faulted', reason = ${`more than ${PARKED_KEYS_MAX} keys are parked`}
      where name = ${this.projection.name} and build = ${this.build}`
  }
}

/**
 * Moves the checkpoint if no one else did, no one requested a stop, and the events were read from this server. First in the transaction, so that rivals wait
 * here. The commit does not wait for the disk: after a crash, read model and checkpoint are both at an earlier state.
 * The server ends the transaction if its runner hangs in it.
 */
const checkpoint = async (
  sql: SqlTransaction,
  held: LeasedBuild,
  next: number,
  { owner, server }: Reader,
): Promise<boolean> => {
  const rows = await sql`
    update es.projection
    set position = ${next}, reason = null, updated_at = now(), lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
    where name = ${held.name} and build = ${held.build} and position = ${held.position} and fence = ${held.fence}
      and owner = ${owner} and ${startOfServer(sql)} = ${server} and not paused and status in ('building', 'live', 'standby')
      and (hold_at is null or hold_until < now() or hold_at >= ${next})
    returning set_config('synchronous_commit', 'off', true),
      set_config('idle_in_transaction_session_timeout', ${`${LEASE_SECONDS}s`}, true)`
  return rows.length === 1
}
