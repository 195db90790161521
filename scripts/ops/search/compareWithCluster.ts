import type { SqlClient } from "#core/kernel"
import { type Cluster, compareCopy } from "#projections/library"
import { Refused } from "../lib/exit.ts"

const ATTEMPTS_MAX = 50
const WAIT_MS = 200

/** Compares a copy with the database as soon as no worker is writing the copy. */
export const compareWithCluster = async (sql: SqlClient, cluster: Cluster, name: string) => {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const comparison = await compareCopy(sql, cluster, name)
    if (comparison !== null) return comparison
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
  throw new Refused(`${name} is busy; try again.`)
}
