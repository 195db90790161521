import { randomUUID } from "node:crypto"
import type { SqlClient } from "#core/kernel"
import { type Build, findBuild, findLive, listBuilds } from "./Build.ts"
import { requireEqual } from "./compareBuilds.ts"
import { dropAbandoned } from "./drop.ts"
import { Follower } from "./follow.ts"
import { LogTail } from "./LogTail.ts"
import { withLock } from "./lock.ts"
import type { Projection } from "./Projection.ts"
import { type RebuildOptions, rebuildLocked } from "./rebuild.ts"
import { switchTo } from "./switch.ts"

/** How long a new build may take to catch up with events that happened while it was filled. */
const CATCH_UP_MS_MAX = 600_000

type PrepareOptions = RebuildOptions & {
  /** False switches to builds that differ, for development: folds change all the time. */
  readonly mustBeEqual?: boolean
}

export type Prepared = { readonly name: string; readonly build: number; readonly events: number }

/**
 * Makes sure that every projection has a live build of this code. Builds missing ones, and rebuilds changed ones beside
 * the old one before switching, if the columns that both have are equal. After a return to an older version of the program, an earlier build of the same code is
 * updated and switched to. Drops what killed rebuilds left behind. Run it before the processes start; several processes
 * may run it at once.
 */
export const prepareProjections = async (
  sql: SqlClient,
  projections: ReadonlyArray<Projection>,
  options: PrepareOptions,
): Promise<ReadonlyArray<Prepared>> => {
  const prepared: Array<Prepared> = []
  const current = await findCurrent(sql)
  for (const projection of projections) {
    if (current.get(projection.name) === projection.codeHash) continue
    const one = await withLock(sql, "rebuild", projection.name, "wait", () => prepareOne(sql, projection, options))
    if (one !== null) prepared.push(one)
  }
  return prepared
}

/** The code of the live build of each projection of which nothing is being filled. */
const findCurrent = async (sql: SqlClient): Promise<ReadonlyMap<string, string>> => {
  const rows = await sql<Array<{ name: string; codeHash: string }>>`
    select name, p.code_hash as "codeHash" from es.live join es.projection p using (name, build)
    where not exists (select from es.projection other where other.name = p.name and other.status = 'filling')`
  return new Map(rows.map(({ name, codeHash }) => [name, codeHash]))
}

const prepareOne = async (
  sql: SqlClient,
  projection: Projection,
  options: PrepareOptions,
): Promise<Prepared | null> => {
  const { name, codeHash } = projection
  await dropAbandoned(sql, name)
  const live = await findLive(sql, name)
  const current = live === null ? null : await findBuild(sql, name, live.build)
  if (current?.code_hash === codeHash) return null
  const revived = await reviveBuild(sql, projection, current)
  // Where nothing follows the live build any more, the two can be compared at its position alone.
  const { build, events } =
    revived ??
    (await rebuildLocked(sql, projection, { ...options, ...(current !== null && { upToMax: current.position }) }))
  const { drive } = driver(sql, projection, build, options)
  // A build that was live before is returned to as it is: it cannot know what later versions have changed.
  if (current !== null && revived?.wasLive !== true && options.mustBeEqual !== false)
    await requireEqual(sql, projection, current, build, drive)
  await switchTo(sql, projection, build, { waitMsMax: CATCH_UP_MS_MAX, drive })
  return { name, build, events }
}

/** The newest usable build of the same code, or null. */
const reviveBuild = async (
  sql: SqlClient,
  { name, codeHash }: Projection,
  live: Build | null,
): Promise<{ build: number; events: number; wasLive: boolean } | null> => {
  const fit = (await listBuilds(sql, name)).filter(
    ({ code_hash, status, paused }) =>
      code_hash === codeHash && !paused && ["building", "standby", "retired"].includes(status),
  )
  const found = fit.at(-1)
  if (found === undefined) return null
  const { build, status, position } = found
  const wasLive = status !== "building"
  // One that is elsewhere cannot be compared with a build that stands still.
  if (!wasLive && live !== null && position !== live.position && !(await isFollowed(sql, live))) return null
  if (wasLive) await sql`update es.projection set status = 'standby' where name = ${name} and build = ${build}`
  return { build, events: 0, wasLive }
}

const isFollowed = async (sql: SqlClient, { name, build }: Build): Promise<boolean> => {
  const rows = await sql`select from es.projection where name = ${name} and build = ${build} and lease_until > now()`
  return rows.length > 0
}

/** Moves a build to the end of the log, unless another runner already follows it. */
const driver = (sql: SqlClient, projection: Projection, build: number, { decode }: RebuildOptions) => {
  const tail = new LogTail(sql, projection.types)
  const follower = new Follower({ sql, tail, decode, owner: randomUUID(), log: () => undefined }, projection, build)
  return {
    drive: async () => {
      await tail.advance()
      while ((await follower.step(performance.now())).moved);
      await follower.stop()
    },
  }
}
