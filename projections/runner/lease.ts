import type { SqlClient } from "#core/kernel"
import { type Build, columns } from "./Build.ts"
import { isRunnerGone } from "./Presence.ts"

/** How long a hanging runner keeps a build. If its process is gone, another takes over at once. */
export const LEASE_SECONDS = 15

/** A build that this runner owns. */
export type LeasedBuild = Build & {
  /** Keys with events that wait for an operator. */
  readonly parked: ReadonlyArray<string>
  /** Whether an operator decided to retry or skip some of them. */
  readonly decided: boolean
}

/**
 * Takes or renews the lease of a build made by this code. Null if another owner renews it, or the build is gone. A new
 * owner gets a new fencing token, so that late writes of the old one are refused. Locked rows are skipped: a runner that
 * hangs in a transaction must not block the others.
 */
export const takeLease = async (
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
export const releaseLease = async (sql: SqlClient, name: string, build: number, owner: string): Promise<void> => {
  await sql`update es.projection set owner = null, lease_until = null
    where name = ${name} and build = ${build} and owner = ${owner}`
}
