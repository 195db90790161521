import { randomUUID } from "node:crypto"
import type { SqlClient } from "#core/kernel"
import { type Build, findBuild, findLive, listBuilds } from "./Build.ts"
import { requireEqual } from "./compareBuilds.ts"
import { dropAbandoned } from "./drop.ts"
import { messageOf } from "./errors.ts"
import { Follower } from "./follow.ts"
import { LogTail } from "./LogTail.ts"
import { withFreeLocks, withLock } from "./lock.ts"
import type { Projection } from "./Projection.ts"
import { type RebuildOptions, type RebuildRequest, rebuildTogetherLocked } from "./rebuild.ts"
import { switchTo } from "./switch.ts"

/** How long a new build may take to catch up with events that happened while it was filled. */
const CATCH_UP_MS_MAX = 600_000

type PrepareOptions = Pick<RebuildOptions, "decode" | "onProgress"> & {
  /** False switches to builds that differ, for development: folds change all the time. */
  readonly mustBeEqual?: boolean
}

export type Prepared = { readonly name: string; readonly build: number; readonly events: number }

/**
 * Makes sure that every projection has a live build of this code. Builds missing ones, and rebuilds changed ones beside
 * the old one before switching, if the columns that both have are equal; all of them in one pass over the log. After a return to an
 * older version of the program, an earlier build of the same code is updated and switched to. Continues or drops what killed
 * rebuilds left behind. Run it before the processes start; several processes may run it at once.
 * @throws the error of a projection that has no such build now, after all others have theirs
 */
export const prepareProjections = async (
  sql: SqlClient,
  projections: ReadonlyArray<Projection>,
  options: PrepareOptions,
): Promise<ReadonlyArray<Prepared>> => {
  const current = await findCurrent(sql)
  const outdated = projections.filter(({ name, codeHash }) => current.get(name) !== codeHash)
  if (outdated.length === 0) return []
  const prepared: Array<Prepared> = []
  const failures: Array<unknown> = []
  const prepareLocked = async (names: ReadonlyArray<string>) => {
    const found = await prepareTogether(
      sql,
      outdated.filter(({ name }) => names.includes(name)),
      options,
    )
    prepared.push(...found.prepared)
    failures.push(...found.failures)
    return names
  }
  const done = await withFreeLocks(
    sql,
    outdated.map(({ name }) => name),
    prepareLocked,
  )
  // Another process prepares the rest just now.
  for (const { name } of outdated.filter((each) => done?.includes(each.name) !== true))
    await withLock(sql, "rebuild", name, "wait", () => prepareLocked([name]))
  const [first, ...others] = failures
  if (others.length > 0) throw new AggregateError(failures, failures.map(messageOf).join("\n"))
  if (failures.length > 0) throw first
  return prepared
}

/** The code of the live build of each projection of which nothing is being filled. */
const findCurrent = async (sql: SqlClient): Promise<ReadonlyMap<string, string>> => {
  const rows = await sql<Array<{ name: string; codeHash: string }>>`
    select name, p.code_hash as "codeHash" from es.live join es.projection p using (name, build)
    where not exists (select from es.projection other where other.name = p.name and other.status = 'filling')`
  return new Map(rows.map(({ name, codeHash }) => [name, codeHash]))
}

/** Prepares projections whose rebuild lock the caller holds. */
const prepareTogether = async (sql: SqlClient, projections: ReadonlyArray<Projection>, options: PrepareOptions) => {
  const prepared: Array<Prepared> = []
  const failures: Array<unknown> = []
  const requests: Array<RebuildRequest> = []
  const attempt = (work: Promise<void>) => work.catch((error: unknown) => void failures.push(error))
  for (const projection of projections) {
    await attempt(
      (async () => {
        const { name, codeHash } = projection
        const current = await findLiveBuild(sql, name)
        const revived = current?.code_hash === codeHash ? null : await reviveBuild(sql, projection, current)
        if (current?.code_hash === codeHash || revived !== null || options.mustBeEqual === false)
          await dropAbandoned(sql, name)
        if (current?.code_hash === codeHash) return
        if (revived !== null) prepared.push(await takeOver(sql, projection, revived, options))
        // Where nothing follows the live build any more, the two can be compared at its position alone.
        else requests.push({ projection, ...(current !== null && { upToMax: current.position }) })
      })(),
    )
  }
  const outcomes = requests.length === 0 ? [] : await rebuildTogetherLocked(sql, requests, options)
  for (const { projection, ...outcome } of outcomes) {
    if ("error" in outcome) failures.push(outcome.error)
    else
      await attempt(
        takeOver(sql, projection, outcome.rebuilt, options).then((one) => {
          prepared.push(one)
        }),
      )
  }
  return { prepared, failures }
}

const findLiveBuild = async (sql: SqlClient, name: string): Promise<Build | null> => {
  const live = await findLive(sql, name)
  return live === null ? null : findBuild(sql, name, live.build)
}

/** Compares a build with the live one, if it shall be equal, and makes it the live one. */
const takeOver = async (
  sql: SqlClient,
  projection: Projection,
  { build, events, wasLive = false }: { readonly build: number; readonly events: number; readonly wasLive?: boolean },
  options: PrepareOptions,
): Promise<Prepared> => {
  const { name } = projection
  const current = await findLiveBuild(sql, name)
  const { drive } = driver(sql, projection, build, options)
  // A build that was live before is returned to as it is: it cannot know what later versions have changed.
  if (current !== null && !wasLive && options.mustBeEqual !== false)
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
const driver = (sql: SqlClient, projection: Projection, build: number, { decode }: PrepareOptions) => {
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
