import type { SqlClient, StoredEvent } from "#core/kernel"
import { startOfServer } from "./LogTail.ts"
import { isRunnerGone } from "./Presence.ts"

/**
 * Causes effects outside the read models when events happen. Its cursor never goes back, and rebuilds do not run it.
 * Called at least once per event, in order, so it must be idempotent.
 */
export type Reactor = {
  readonly name: string
  readonly types: ReadonlyArray<string>
  /** Where a new reactor starts: at the first event of the log, or at the current end. */
  readonly from: "beginning" | "now"
  readonly react: (event: StoredEvent) => Promise<void>
}

/** A reactor that this runner owns. */
export type LockedReactor = {
  readonly position: number
  readonly fence: number
  readonly paused: boolean
  readonly attempts: number
}

const LEASE_SECONDS = 30

/** Takes or renews the lease of a reactor, and registers new ones. Null while another runner owns it. */
export const lockReactor = async (
  sql: SqlClient,
  { name, from }: Reactor,
  owner: string,
): Promise<LockedReactor | null> => {
  const take = async () =>
    (
      await sql<Array<LockedReactor>>`
        update es.reactor set fence = case when owner = ${owner} then fence else fence + 1 end, owner = ${owner},
          lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
        where name = ${name} and (owner is null or owner = ${owner} or lease_until < now() or ${isRunnerGone(sql)})
        returning position, fence, paused, attempts`
    )[0] ?? null
  const taken = await take()
  if (taken !== null) return taken
  await sql`
    insert into es.reactor (name, position) values (${name}, ${from === "beginning" ? sql`0` : sql`es.watermark()`})
    on conflict do nothing`
  return take()
}

/** Releases the lease, so that the next runner does not wait for it to expire. */
export const releaseReactor = async (sql: SqlClient, name: string, owner: string): Promise<void> => {
  await sql`update es.reactor set owner = null, lease_until = null where name = ${name} and owner = ${owner}`
}

/** Moves the cursor. Returns false if an operator or another runner moved it first, or the event was read from another server. */
export const moveReactor = async (
  sql: SqlClient,
  name: string,
  held: LockedReactor,
  position: number,
  server: string | null,
): Promise<boolean> => {
  const rows = await sql`
    update es.reactor set position = ${position}, failing = null, attempts = 0, reason = null, updated_at = now(),
      lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
    where name = ${name} and fence = ${held.fence} and position = ${held.position}
      and ${startOfServer(sql)} = ${server} returning 1`
  return rows.length === 1
}

/** Records that an event failed. */
export const noteReactorFailure = async (
  sql: SqlClient,
  name: string,
  held: LockedReactor,
  position: number,
  reason: string,
): Promise<void> => {
  await sql`
    update es.reactor set failing = ${position}, attempts = attempts + 1, reason = ${reason}
    where name = ${name} and fence = ${held.fence} and position = ${held.position}`
}
