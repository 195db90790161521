import { Schema } from "effect"
import type { SqlClient } from "#core/kernel"
import { positionOf } from "../postgres/positionOf.ts"
import type { Cluster } from "./Cluster.ts"
import { decodeClusterAnswer } from "./ClusterIndex.ts"
import { type Copy, listCopies } from "./copies.ts"

export type CopyLag = Copy & {
  /** Events that are not applied yet. */
  readonly behind: number
}
export type CopyState = CopyLag & {
  /** Items in the cluster; null if it does not answer. */
  readonly items: number | null
  readonly rejected: number
}

/** All copies with their positions, without a request to the cluster. */
export const copyLags = async (sql: SqlClient): Promise<ReadonlyArray<CopyLag>> => {
  const [copies, head] = await Promise.all([listCopies(sql), positionOf(sql)])
  return copies.map((copy) => ({ ...copy, behind: Math.max(head - copy.position, 0) }))
}

/** All copies with their state. */
export const copyStates = async (sql: SqlClient, cluster: Cluster): Promise<ReadonlyArray<CopyState>> => {
  const copies = await copyLags(sql)
  const rejected = await sql<Array<{ copy: string; count: number }>>`
    select copy, count(*) as count from es.search_rejected group by copy`
  return await Promise.all(
    copies.map(async (copy) => ({
      ...copy,
      items: await countItems(cluster, copy.name),
      rejected: rejected.find((row) => row.copy === copy.name)?.count ?? 0,
    })),
  )
}

const countItems = async (cluster: Cluster, name: string): Promise<number | null> => {
  try {
    const { body } = await cluster.request("POST", `/${name}/_count`, { query: { match_all: {} } })
    return decodeClusterAnswer(Count, body).count
  } catch {
    return null
  }
}

/** Name and version of the cluster, such as `opensearch 2.19.0`. @throws ClusterTrouble, ClusterRefusal */
export const clusterVersion = async (cluster: Cluster): Promise<string> => {
  const { version } = decodeClusterAnswer(About, (await cluster.request("GET", "/")).body)
  return `${version.distribution ?? "a cluster"} ${version.number}`
}

const Count = Schema.Struct({ count: Schema.Int })
const About = Schema.Struct({
  version: Schema.Struct({ number: Schema.String, distribution: Schema.optionalKey(Schema.String) }),
})
