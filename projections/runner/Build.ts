import type { SqlClient } from "#core/kernel"

/** One build of a projection as the book-keeping has it. */
export type Build = {
  readonly name: string
  readonly build: number
  readonly position: number
  readonly status: "building" | "live" | "standby" | "retired" | "faulted"
  readonly paused: boolean
  readonly reason: string | null
  readonly code_hash: string
  readonly hold_at: number | null
  readonly owner: string | null
  readonly fence: number
  readonly lease_until: Date | null
  readonly updated_at: Date
}

/** How long a runner owns a build without renewing; another runner takes over after that. */
export const LEASE_SECONDS = 15

/** All builds, or those of one projection, newest last. */
export const listBuilds = (sql: SqlClient, name?: string): Promise<ReadonlyArray<Build>> =>
  name === undefined
    ? sql<Array<Build>>`select * from es.projection order by name, build`
    : sql<Array<Build>>`select * from es.projection where name = ${name} order by build`

/** One build, or null. */
export const findBuild = async (sql: SqlClient, name: string, build: number): Promise<Build | null> =>
  (await sql<Array<Build>>`select * from es.projection where name = ${name} and build = ${build}`)[0] ?? null

/** The build that queries see, and the one before. */
export const findLive = async (
  sql: SqlClient,
  name: string,
): Promise<{ readonly build: number; readonly previous: number | null } | null> =>
  (await sql<Array<{ build: number; previous: number | null }>>`select build, previous from es.live where name = ${name}`)[0] ?? null

/** Takes the lease of a build for one owner; null while another owner holds it. */
export const acquire = async (sql: SqlClient, name: string, build: number, owner: string): Promise<Build | null> =>
  (
    await sql<Array<Build>>`
      update es.projection set owner = ${owner}, fence = fence + 1, lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
      where name = ${name} and build = ${build} and (owner is null or owner = ${owner} or lease_until < now())
      returning *`
  )[0] ?? null

/** Gives the lease back, so that the next runner need not wait for it to run out. */
export const release = async (sql: SqlClient, name: string, build: number, owner: string): Promise<void> => {
  await sql`update es.projection set owner = null, lease_until = null
    where name = ${name} and build = ${build} and owner = ${owner}`
}
