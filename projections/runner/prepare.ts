import type { SqlClient } from "#core/kernel"
import { findBuild, findLive, listBuilds } from "./Build.ts"
import type { Projection } from "./Projection.ts"
import { dropBuild, rebuild, type RebuildOptions } from "./rebuild.ts"
import { switchTo } from "./switch.ts"

/**
 * Sees to it that every projection has a live build made by this code: missing ones are built, changed ones are rebuilt
 * beside and switched. Rebuilds that were killed on the way are removed. Run it before the processes start.
 */
export const prepareProjections = async (
  sql: SqlClient,
  projections: ReadonlyArray<Projection>,
  options: RebuildOptions,
): Promise<ReadonlyArray<{ readonly name: string; readonly build: number; readonly events: number }>> => {
  const built = []
  for (const projection of projections) {
    await dropUnfinished(sql, projection.name)
    const live = await findLive(sql, projection.name)
    const current = live === null ? null : await findBuild(sql, projection.name, live.build)
    if (current?.code_hash === projection.codeHash) continue
    const { build, events } = await rebuild(sql, projection, options)
    await switchTo(sql, projection, build)
    built.push({ name: projection.name, build, events })
  }
  return built
}

/** Removes builds whose filling was killed: still owned by a rebuild, and nothing of it is to be kept. */
export const dropUnfinished = async (sql: SqlClient, name: string): Promise<number> => {
  const unfinished = (await listBuilds(sql, name)).filter(({ owner, status }) => owner === "rebuild" && status === "building")
  for (const { build } of unfinished) await dropBuild(sql, name, build)
  return unfinished.length
}
