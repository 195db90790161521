import type { SqlClient, SqlTransaction } from "#core/kernel"
import { findBuild, findLive } from "./Build.ts"
import type { Projection } from "./Projection.ts"
import { pointViews } from "./readModel.ts"

/** A build that is further behind than this is not switched to. */
export const SWITCH_LAG_EVENTS_MAX = 1_000
/** How long a switch waits for the queries that are under way, before it gives up and is tried again. */
const SWITCH_LOCK_MS_MAX = 100
const SWITCH_TRIES_MAX = 50

/** A build that cannot be switched to, and why. */
export class CannotSwitch extends Error {
  override readonly name = "CannotSwitch"
}

/**
 * Makes a build the one that queries see, in one short transaction: pointer, views and states change together.
 * The build before it stays as standby, kept current for an instant rollback, until it is dropped.
 */
export const switchTo = async (sql: SqlClient, projection: Projection, build: number): Promise<void> => {
  const { name } = projection
  const target = await findBuild(sql, name, build)
  if (target === null) throw new CannotSwitch(`there is no build ${build} of ${name}`)
  if (target.code_hash !== projection.codeHash) throw new CannotSwitch(`build ${build} of ${name} was made by other code`)
  if (target.status === "faulted") throw new CannotSwitch(`build ${build} of ${name} is faulted: ${target.reason ?? ""}`)
  const [row] = await sql<Array<{ settled: number }>>`select es.settled() as settled`
  const lag = (row?.settled ?? 0) - target.position
  if (lag > SWITCH_LAG_EVENTS_MAX) throw new CannotSwitch(`build ${build} of ${name} is ${lag} events behind`)
  for (let attempt = 1; ; attempt++) {
    try {
      await sql.begin((transaction) => point(transaction as SqlTransaction, projection, build))
      return
    } catch (error) {
      if (attempt >= SWITCH_TRIES_MAX || !isLockTimeout(error)) throw error
    }
  }
}

/** Switches back to the build before the live one. Answers its number. */
export const rollback = async (sql: SqlClient, projection: Projection): Promise<number> => {
  const live = await findLive(sql, projection.name)
  if (live?.previous == null) throw new CannotSwitch(`${projection.name} has no earlier build to go back to`)
  await switchTo(sql, projection, live.previous)
  return live.previous
}

const point = async (sql: SqlTransaction, projection: Projection, build: number): Promise<void> => {
  const { name, codeHash } = projection
  await sql.unsafe(`set local lock_timeout = ${SWITCH_LOCK_MS_MAX}`)
  await sql`insert into es.live as l (name, build) values (${name}, ${build})
    on conflict (name) do update set build = excluded.build, previous = l.build where l.build <> excluded.build`
  await pointViews(sql, projection, build)
  await sql`update es.projection set status = case when code_hash = ${codeHash} then 'standby' else 'retired' end
    where name = ${name} and status = 'live' and build <> ${build}`
  await sql`update es.projection set status = 'live' where name = ${name} and build = ${build}`
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "55P03" || error.code === "40P01")
