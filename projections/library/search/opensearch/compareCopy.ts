import { Schema } from "effect"
import type { SqlClient, SqlTransaction } from "#core/kernel"
import type { Cluster } from "./Cluster.ts"
import { decodeClusterAnswer } from "./ClusterIndex.ts"
import { lockCopy } from "./copies.ts"

export type CountedPart = {
  /** `all`, `language en` or `source RSS`. */
  readonly part: string
  readonly database: number
  readonly copy: number
}
export type Comparison = {
  readonly position: number
  readonly equal: boolean
  readonly parts: ReadonlyArray<CountedPart>
  /** Items that the cluster rejected. */
  readonly rejected: number
}

/** Languages and sources that are compared separately. */
const PARTS_MAX = 200

/**
 * Compares the counts of a copy with this database, in total, by language and by source, at the position of the copy.
 * Locks the copy for that time. Null if the copy is being written or does not exist.
 * @throws ClusterTrouble, ClusterRefusal
 */
export const compareCopy = async (sql: SqlClient, cluster: Cluster, name: string): Promise<Comparison | null> =>
  (await sql.begin(async (transaction) => {
    const copy = await lockCopy(transaction as SqlTransaction, name)
    if (copy === null) return null
    await cluster.request("POST", `/${name}/_refresh`)
    const [database, counted, rejected] = await Promise.all([
      countInDatabase(sql, copy.position),
      countInCluster(cluster, name, copy.position),
      countRejected(sql, name),
    ])
    const parts = [...new Set([...database.keys(), ...counted.keys()])].map(
      (part): CountedPart => ({ part, database: database.get(part) ?? 0, copy: counted.get(part) ?? 0 }),
    )
    const equal = parts.every((part) => part.database === part.copy)
    return { position: copy.position, equal, parts, rejected }
  })) as Comparison | null

const countInDatabase = async (sql: SqlClient, position: number): Promise<ReadonlyMap<string, number>> => {
  const rows = await sql<Array<{ language: string | null; source: string | null; count: number }>>`
    select s.language, f.source, count(*) as count
    from read.search_item s join read.item i using (item_id) join read.feed f on f.feed_id = s.feed_id
    where s.position <= ${position} group by grouping sets ((), (s.language), (f.source)) order by 3 desc, 1, 2`
  return new Map(
    rows.map(({ language, source, count }) => [
      language !== null ? `language ${language}` : source !== null ? `source ${source}` : "all",
      count,
    ]),
  )
}

const countInCluster = async (
  cluster: Cluster,
  name: string,
  position: number,
): Promise<ReadonlyMap<string, number>> => {
  const query = { bool: { filter: [{ range: { position: { lte: position } } }] } }
  const terms = (field: string) => ({ terms: { field, size: PARTS_MAX } })
  const aggs = { languages: terms("language"), sources: terms("source") }
  const path = `/${name}/_search?allow_partial_search_results=false`
  const { body } = await cluster.request("POST", path, { size: 0, track_total_hits: true, query, aggs })
  const { hits, aggregations } = decodeClusterAnswer(Counted, body)
  const of = (kind: string, { buckets }: typeof Buckets.Type) =>
    buckets.map(({ key, doc_count: count }) => [`${kind} ${key}`, count] as const)
  return new Map([
    ["all", hits.total.value],
    ...of("language", aggregations.languages),
    ...of("source", aggregations.sources),
  ])
}

const Buckets = Schema.Struct({ buckets: Schema.Array(Schema.Struct({ key: Schema.String, doc_count: Schema.Int })) })
const Counted = Schema.Struct({
  hits: Schema.Struct({ total: Schema.Struct({ value: Schema.Int }) }),
  aggregations: Schema.Struct({ languages: Buckets, sources: Buckets }),
})

const countRejected = async (sql: SqlClient, name: string): Promise<number> =>
  (await sql<Array<{ count: number }>>`select count(*) as count from es.search_rejected where copy = ${name}`)[0]
    ?.count ?? 0
