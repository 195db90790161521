import { Redacted } from "effect"
import { connect, databaseHosts } from "#core/kernel"
import type { CommandSettings } from "../../run/settings.ts"
import { type Check, type Finding, findingsOf } from "./Finding.ts"
import { reasonOf } from "./runChecks.ts"

const { ok, warning } = findingsOf("replicas")
const TODO = "Start it, and correct DATABASE_REPLICA_URL: host, port, role, password and database."

/** The standbys of DATABASE_REPLICA_URL. Without them everything is read from the primary, so nothing is a problem. */
export const replicasCheck = ({ databaseReplicaUrl: url }: CommandSettings): Check => ({
  name: "replicas",
  todo: TODO,
  run: () => Promise.all(url === undefined ? [] : databaseHosts(Redacted.value(url)).map(findingOf)),
})

const findingOf = async ({ host, port, url }: ReturnType<typeof databaseHosts>[number]): Promise<Finding> => {
  const name = `${host}:${port}`
  const sql = connect(url, { connectionsMax: 1, name: "quire check" })
  try {
    const [row] = await sql<Array<{ isStandby: boolean; isStreaming: boolean }>>`
      select pg_is_in_recovery() as "isStandby", exists (select from pg_stat_wal_receiver) as "isStreaming"`
    if (row?.isStandby !== true) return ok(`${name} is the primary, which is not read as a replica`)
    return row.isStreaming
      ? ok(`${name} is a standby`)
      : warning(`${name} is a standby that receives nothing`, "Look at primary_conninfo and at the log of that server.")
  } catch (error) {
    return warning(`${name}: ${reasonOf(error)}`, TODO)
  } finally {
    void sql.end({ timeout: 0 })
  }
}
