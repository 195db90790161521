import { randomUUID } from "node:crypto"
import type { SqlClient } from "#core/kernel"
import { findBuild, findLive, listBuilds } from "./Build.ts"
import { dropAbandoned } from "./drop.ts"
import { Follower } from "./follow.ts"
import { LogTail } from "./LogTail.ts"
import { withLock } from "./lock.ts"
import type { Projection } from "./Projection.ts"
import { type RebuildOptions, rebuildLocked } from "./rebuild.ts"
import { switchTo } from "./switch.ts"

/** How long a new build may take to catch up with events that happened while it was filled. */
const CATCH_UP_MS_MAX = 600_000

export type Prepared = { readonly name: string; readonly build: number; readonly events: number }

/**
 * Makes sure that every projection has a live build of this code. Builds missing ones, and rebuilds changed ones beside
 * the old one before switching. After a return to an older version of the program, an earlier build of the same code is
 * updated and switched to. Drops what killed rebuilds left behind. Run it before the processes start; several processes
 * may run it at once.
 */
export const prepareProjections = async (
  sql: SqlClient,
  projections: ReadonlyArray<Projection>,
  options: RebuildOptions,
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
  options: RebuildOptions,
): Promise<Prepared | null> => {
  const { name, codeHash } = projection
  await dropAbandoned(sql, name)
  const live = await findLive(sql, name)
  const current = live === null ? null : await findBuild(sql, name, live.build)
  if (current?.code_hash === codeHash) return null
  const { build, events } = (await reviveBuild(sql, projection)) ?? (await rebuildLocked(sql, projection, options))
  await switchTo(sql, projection, build, { waitMsMax: CATCH_UP_MS_MAX, ...driver(sql, projection, build, options) })
  return { name, build, events }
}

/** The newest usable build of the same code, or null. */
const reviveBuild = async (
  sql: SqlClient,
  { name, codeHash }: Projection,
): Promise<{ build: number; events: number } | null> => {
  const fit = (await listBuilds(sql, name)).filter(
    ({ code_hash, status, paused }) =>
      code_hash === codeHash && !paused && ["building", "standby", "retired"].includes(status),
  )
  const build = fit.at(-1)?.build
  if (build === undefined) return null
  await sql`update es.projection set status = 'building' where name = ${name} and build = ${build}`
  return { build, events: 0 }
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
