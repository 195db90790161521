import { Redacted } from "effect"
import { AppConfig, type SqlClient } from "#core/kernel"
import { Cluster, ClusterRefusal, ClusterTrouble, type Copy, compareCopy, listCopies } from "#projections/library"
import { EXIT, Refused } from "../lib/exit.ts"
import type { Session } from "../lib/session.ts"

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

/** Returns the copy with this name, by default the newest complete one. */
export const findCopy = async (sql: SqlClient, name: string | null): Promise<Copy> => {
  const copies = await listCopies(sql)
  const copy =
    name === null ? copies.findLast(({ status }) => status === "following") : copies.find((each) => each.name === name)
  if (copy === undefined)
    throw new Refused(
      name === null ? "There is no complete copy: run search backfill first." : `There is no copy ${name}.`,
      EXIT.usage,
    )
  if (copy.status === "filling")
    throw new Refused(`${copy.name} is not complete: run search backfill again to continue.`)
  return copy
}

export type Clustered = { readonly cluster: Cluster; readonly url: string; readonly prefix: string }

/** Opens the configured cluster for one command. Its errors are printed as one line. */
export const withCluster = async <A>({ run }: Session, work: (clustered: Clustered) => Promise<A>): Promise<A> => {
  const { searchUrl: url, searchAuth, searchPrefix: prefix } = await run(AppConfig)
  if (url === undefined)
    throw new Refused("There is no search cluster: SEARCH_URL is not set. PostgreSQL answers searches.")
  const cluster = new Cluster({ url, auth: searchAuth && Redacted.value(searchAuth) })
  try {
    return await work({ cluster, url, prefix })
  } catch (error) {
    if (!(error instanceof ClusterTrouble || error instanceof ClusterRefusal)) throw error
    throw new Refused(`The search cluster at ${url} failed: ${error.message}`)
  } finally {
    await cluster.close()
  }
}
