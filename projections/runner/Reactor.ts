import type { SqlClient, StoredEvent } from "#core/kernel"
import { toStoredEvent } from "#core/kernel"
import { LEASE_SECONDS } from "./Build.ts"
import type { FollowContext, Step } from "./follow.ts"

/**
 * Does something in the world when something happened. Its cursor never goes back and is no part of any rebuild.
 * Called at least once per event, in order; it must be safe to call again with the same event.
 */
export type Reactor = {
  readonly name: string
  readonly types: ReadonlyArray<string>
  /** Where a new reactor begins: at the first event ever, or with what happens from now on. */
  readonly from: "beginning" | "now"
  readonly react: (event: StoredEvent) => Promise<void>
}

const BATCH_EVENTS_MAX = 100
const RECHECK_MS = 1_000
/** Rest before a failing event is tried again, doubled each time. */
const RETRY_MS = 500
const RETRY_MS_MAX = 60_000

/** Carries one reactor forward. A failing event is tried again until it succeeds or an operator skips it: order is kept. */
export class ReactorFollower {
  private held: { readonly position: number; readonly fence: number; readonly paused: boolean } | null = null
  private checkedAtMs = Number.NEGATIVE_INFINITY
  private restUntilMs = 0
  private failures = 0
  private readonly context: Omit<FollowContext, "decode">
  private readonly reactor: Reactor

  constructor(context: Omit<FollowContext, "decode">, reactor: Reactor) {
    this.context = context
    this.reactor = reactor
  }

  async step(settled: number, nowMs: number): Promise<Step> {
    if (nowMs < this.restUntilMs) return "idle"
    if (this.held === null || nowMs - this.checkedAtMs > RECHECK_MS) {
      this.held = await acquire(this.context.sql, this.reactor, this.context.owner)
      this.checkedAtMs = nowMs
    }
    if (this.held === null || this.held.paused) return "not-ours"
    if (settled <= this.held.position) return "idle"
    const rows = await this.context.sql<Array<Parameters<typeof toStoredEvent>[0]>>`
      select * from es.event where position > ${this.held.position} and position <= ${settled}
        and type = any(${[...this.reactor.types]}) order by position limit ${BATCH_EVENTS_MAX}`
    for (const row of rows) {
      try {
        await this.reactor.react(toStoredEvent(row))
      } catch (error) {
        this.restUntilMs = nowMs + Math.min(RETRY_MS * 2 ** this.failures++, RETRY_MS_MAX)
        this.context.log("error", "reactor failed", { reactor: this.reactor.name, position: row.position, error: String(error) })
        await this.context.sql`update es.reactor set attempts = attempts + 1, reason = ${String(error).slice(0, 500)} where name = ${this.reactor.name}`
        return "idle"
      }
      this.failures = 0
      if (!(await this.move(row.position))) return "not-ours"
    }
    if (rows.length < BATCH_EVENTS_MAX && !(await this.move(settled))) return "not-ours"
    return rows.length > 0 ? "advanced" : "idle"
  }

  async stop(): Promise<void> {
    const { sql, owner } = this.context
    await sql`update es.reactor set owner = null, lease_until = null where name = ${this.reactor.name} and owner = ${owner}`
    this.held = null
  }

  private async move(position: number): Promise<boolean> {
    if (this.held === null) return false
    const rows = await this.context.sql`
      update es.reactor set position = ${position}, attempts = 0, reason = null, updated_at = now(),
        lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
      where name = ${this.reactor.name} and fence = ${this.held.fence} and position = ${this.held.position} returning 1`
    this.held = rows.length === 1 ? { ...this.held, position } : null
    return this.held !== null
  }
}

const acquire = async (sql: SqlClient, { name, from }: Reactor, owner: string) => {
  await sql`insert into es.reactor (name, position) values (${name}, ${from === "beginning" ? sql`0` : sql`es.settled()`}) on conflict do nothing`
  const [row] = await sql<Array<{ position: number; fence: number; paused: boolean }>>`
    update es.reactor set fence = case when owner = ${owner} then fence else fence + 1 end, owner = ${owner},
      lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
    where name = ${name} and (owner is null or owner = ${owner} or lease_until < now())
    returning position, fence, paused`
  return row ?? null
}
