import type { SqlClient } from "#core/kernel"
import { findLive, listBuilds, type Projection } from "#projections/runner"
import { Refused } from "../lib/exit.ts"

/** The build that queries see and the newest one that is beside it, made by this code. */
export const liveAndNewest = async (
  sql: SqlClient,
  { name, codeHash }: Projection,
  wanted: number | null = null,
): Promise<{ readonly live: number; readonly newest: number | null }> => {
  const live = await findLive(sql, name)
  if (live === null) throw new Refused(`${name} has no live build yet: start the product once.`)
  const builds = (await listBuilds(sql, name)).filter(
    (build) => build.code_hash === codeHash && build.status !== "filling" && build.build !== live.build,
  )
  const newest = wanted === null ? builds.at(-1) : builds.find(({ build }) => build === wanted)
  if (wanted !== null && newest === undefined) throw new Refused(`${name} has no build ${wanted} to choose.`)
  return { live: live.build, newest: newest?.build ?? null }
}
