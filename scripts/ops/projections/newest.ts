import type { SqlClient } from "#core/kernel"
import { findLive, listBuilds, type Projection } from "#projections/runner"
import { Refused } from "../lib/exit.ts"

/** The build that queries see, and the newest one beside it that this code made, or null. */
export const liveAndNewest = async (
  sql: SqlClient,
  { name, codeHash }: Projection,
): Promise<{ readonly live: number; readonly newest: number | null }> => {
  const live = await findLive(sql, name)
  if (live === null) throw new Refused(`${name} has no live build yet. npm start makes one.`)
  const beside = (await listBuilds(sql, name)).filter(
    ({ build, code_hash, status }) => code_hash === codeHash && status !== "filling" && build !== live.build,
  )
  return { live: live.build, newest: beside.at(-1)?.build ?? null }
}
