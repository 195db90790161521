import type { SqlClient, SqlTransaction } from "#core/kernel"

export type BuildStatus = "filling" | "building" | "live" | "standby" | "retired" | "faulted"

/** A build of a projection, as recorded in the database. */
export type Build = {
  readonly name: string
  readonly build: number
  readonly position: number
  readonly status: BuildStatus
  readonly paused: boolean
  readonly reason: string | null
  readonly code_hash: string
  /** The position at which the build must stop for now. */
  readonly hold_at: number | null
  readonly owner: string | null
  readonly fence: number
  readonly lease_until: Date | null
  readonly updated_at: Date
}

type Sql = SqlClient | SqlTransaction

/** All builds, or those of one projection, newest last. */
export const listBuilds = (sql: Sql, name?: string): Promise<ReadonlyArray<Build>> =>
  name === undefined
    ? sql<Array<Build>>`select ${columns(sql)} from es.projection p order by name, build`
    : sql<Array<Build>>`select ${columns(sql)} from es.projection p where name = ${name} order by build`

/** One build, or null. */
export const findBuild = async (sql: Sql, name: string, build: number): Promise<Build | null> =>
  (await sql<Array<Build>>`select ${columns(sql)} from es.projection p where name = ${name} and build = ${build}`)[0] ??
  null

/** The build that queries see, and the one before. */
export const findLive = async (
  sql: Sql,
  name: string,
): Promise<{ readonly build: number; readonly previous: number | null } | null> =>
  (
    await sql<
      Array<{ build: number; previous: number | null }>
    >`select build, previous from es.live where name = ${name}`
  )[0] ?? null

/** The columns of a Build; an expired hold counts as none. */
export const columns = (sql: Sql) => sql`
  p.name, p.build, p.position, p.status, p.paused, p.reason, p.code_hash,
  case when p.hold_until > now() then p.hold_at end as hold_at, p.owner, p.fence, p.lease_until, p.updated_at`
