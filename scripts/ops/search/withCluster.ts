import { Redacted } from "effect"
import { AppConfig } from "#core/kernel"
import { Cluster, ClusterRefusal, ClusterTrouble } from "#projections/library"
import { Refused } from "../lib/exit.ts"
import type { Session } from "../lib/session.ts"

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
