import type { SqlClient } from "#core/kernel"
import { findBuild, findLive, listBuilds } from "./Build.ts"
import { isLockTrouble } from "./errors.ts"
import { withLock } from "./lock.ts"
import { quoteIdentifier, schemaOf } from "./names.ts"

/** How long a drop waits for queries that still read the build. */
const DROP_LOCK_MS_MAX = 5_000

/** A build that must not be dropped, with the reason. */
export class CannotDrop extends Error {
  override readonly name = "CannotDrop"
}

/**
 * Drops a build and its tables. Rejects with CannotDrop for the live build, and with Busy while it is being filled. A
 * build of a killed rebuild can be dropped.
 */
export const dropBuild = async (sql: SqlClient, name: string, build: number): Promise<void> => {
  const isFilling = (await findBuild(sql, name, build))?.status === "filling"
  await (isFilling
    ? withLock(sql, "rebuild", name, "refuse", () => removeBuild(sql, name, build))
    : removeBuild(sql, name, build))
}

/** The same, for callers that hold the rebuild lock or know that the build is filled. */
export const removeBuild = async (sql: SqlClient, name: string, build: number): Promise<void> => {
  await sql.begin(async (transaction) => {
    await transaction.unsafe(`set local lock_timeout = ${DROP_LOCK_MS_MAX}`)
    await transaction`delete from es.projection where name = ${name} and build = ${build}`
    const live = await transaction`select 1 from es.live where name = ${name} and build = ${build}`
    if (live.length > 0) throw new CannotDrop(`build ${build} of ${name} is the one that queries see`)
    await transaction`update es.live set previous = null where name = ${name} and previous = ${build}`
    await transaction`delete from es.fault where name = ${name} and build = ${build}`
    await transaction.unsafe(`drop schema if exists ${quoteIdentifier(schemaOf(name, build))} cascade`)
  })
}

/**
 * Drops what killed rebuilds left behind, for callers that hold the rebuild lock: then every filling build is
 * abandoned, except one that the caller continues.
 */
export const dropAbandoned = async (sql: SqlClient, name: string, continued?: number): Promise<void> => {
  const abandoned = (await listBuilds(sql, name)).filter(
    ({ status, build }) => status === "filling" && build !== continued,
  )
  for (const { build } of abandoned) await removeBuild(sql, name, build)
}

/** Drops all filled builds except the live one, the one before it, and the one to keep. */
export const dropOldBuilds = async (sql: SqlClient, name: string, keep: number): Promise<void> => {
  const live = await findLive(sql, name)
  const retained = new Set([live?.build, live?.previous, keep])
  const older = (await listBuilds(sql, name)).filter(
    ({ build, status }) => status !== "filling" && !retained.has(build),
  )
  for (const { build } of older) {
    try {
      await removeBuild(sql, name, build)
    } catch (error) {
      // A query still reads it: the next switch or rebuild tries again.
      if (!isLockTrouble(error)) throw error
    }
  }
}
