import type { SqlClient, SqlTransaction } from "#core/kernel"
import { type Build, columns, findLive } from "./Build.ts"
import { dropOldBuilds } from "./drop.ts"
import { isLockTrouble } from "./errors.ts"
import type { Projection } from "./Projection.ts"
import { pointViews } from "./readModel.ts"

/** A build that is further behind the log cannot be switched to. */
export const SWITCH_LAG_EVENTS_MAX = 1_000
/** How long a switch waits for a build to catch up, by default. */
export const SWITCH_WAIT_MS_MAX = 10_000
/** How long a switch waits for running queries, before it lets them pass and tries again. */
const SWITCH_LOCK_MS_MAX = 100
/** How long the live build may be held so that the other one can pass it. */
const SWITCH_HOLD_MS_MAX = 500
const SWITCH_POLL_MS = 5

/** A build that cannot be switched to, with the reason. */
export class CannotSwitch extends Error {
  override readonly name = "CannotSwitch"
}

export type SwitchOptions = {
  /** Moves the build forward if no runner does. */
  readonly drive?: () => Promise<void>
  readonly waitMsMax?: number
}

/**
 * Makes a build the live one in one short transaction: pointer, views and states change together. Never switches to a
 * build at an earlier position, so that readers never see an older state. The previous build stays on standby, kept
 * current for an instant rollback; older ones are dropped.
 */
export const switchTo = async (
  sql: SqlClient,
  projection: Projection,
  build: number,
  options: SwitchOptions = {},
): Promise<void> => {
  const { drive, waitMsMax = SWITCH_WAIT_MS_MAX } = options
  const { name } = projection
  const until = performance.now() + waitMsMax
  try {
    for (;;) {
      await drive?.()
      const behind = await attempt(sql, projection, build)
      if (behind === 0) break
      if (performance.now() > until)
        throw new CannotSwitch(
          behind === null
            ? `${name} is being read continuously; try again`
            : `build ${build} of ${name} is ${behind} events behind: is a worker running?`,
        )
      if (behind !== null && behind < SWITCH_LAG_EVENTS_MAX && drive === undefined) await holdLive(sql, name)
      await new Promise((resolve) => setTimeout(resolve, SWITCH_POLL_MS))
    }
  } finally {
    await sql`update es.projection set hold_at = null, hold_until = null where name = ${name} and hold_until is not null`
  }
  await dropOldBuilds(sql, name, build)
}

/** Switches back to the previous build. Returns its number. */
export const rollback = async (
  sql: SqlClient,
  projection: Projection,
  options: SwitchOptions = {},
): Promise<number> => {
  const live = await findLive(sql, projection.name)
  if (live?.previous == null) throw new CannotSwitch(`${projection.name} has no earlier build to go back to`)
  await switchTo(sql, projection, live.previous, options)
  return live.previous
}

/**
 * Switches if the build has caught up. Returns by how many events it is behind, or null if queries blocked the switch.
 */
const attempt = async (sql: SqlClient, projection: Projection, build: number): Promise<number | null> => {
  const [row] = await sql<Array<{ watermark: number }>>`select es.watermark() as watermark`
  try {
    return await sql.begin((transaction) =>
      point(transaction as SqlTransaction, projection, build, row?.watermark ?? 0),
    )
  } catch (error) {
    if (isLockTrouble(error)) return null
    throw error
  }
}

const point = async (
  sql: SqlTransaction,
  projection: Projection,
  build: number,
  watermark: number,
): Promise<number> => {
  const { name, codeHash } = projection
  await sql.unsafe(`set local lock_timeout = ${SWITCH_LOCK_MS_MAX}`)
  const builds = await sql<Array<Build>>`
    select ${columns(sql)} from es.projection p where name = ${name} order by build for update`
  const live = await findLive(sql, name)
  const target = builds.find((each) => each.build === build)
  const before = builds.find((each) => each.build === live?.build)
  refuseUnfit(projection, build, target)
  if (live?.build === build) return 0
  const behind = Math.max(
    (before?.position ?? 0) - target.position,
    watermark - target.position - SWITCH_LAG_EVENTS_MAX,
    0,
  )
  if (behind > 0) return behind
  await sql`insert into es.live as l (name, build) values (${name}, ${build})
    on conflict (name) do update set build = excluded.build, previous = l.build`
  await pointViews(sql, projection, build)
  await sql`update es.projection set status = case when code_hash = ${codeHash} then 'standby' else 'retired' end
    where name = ${name} and status = 'live'`
  await sql`update es.projection set status = 'live' where name = ${name} and build = ${build}`
  return 0
}

function refuseUnfit(
  { name, codeHash }: Projection,
  build: number,
  target: Build | undefined,
): asserts target is Build {
  const refuse = (why: string): never => {
    throw new CannotSwitch(`build ${build} of ${name} ${why}`)
  }
  if (target === undefined) throw new CannotSwitch(`there is no build ${build} of ${name}`)
  if (target.status === "filling") refuse("is being filled")
  if (target.code_hash !== codeHash)
    refuse("was made by other code: the version of the program that made it switches to it when it starts")
  if (target.status === "faulted") refuse(`is faulted: ${target.reason ?? ""}`)
  if (target.paused) refuse("is paused")
}

const holdLive = (sql: SqlClient, name: string) => sql`
  update es.projection p set hold_at = position, hold_until = now() + ${SWITCH_HOLD_MS_MAX} * interval '1 millisecond'
  from es.live l where l.name = p.name and l.build = p.build and p.name = ${name} and p.hold_until is null`
