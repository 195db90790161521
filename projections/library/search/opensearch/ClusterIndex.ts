import { Schema } from "effect"
import { SOURCE_NAMES, type SourceType } from "#contract/feeds"
import type { SourceFound } from "../../SearchPage.ts"
import { FOUND_COUNT_MAX, type IndexHit, type IndexPage, type IndexQuery, type PageQuery } from "../SearchIndex.ts"
import { type Cluster, ClusterTrouble } from "./Cluster.ts"
import { clusterQuery } from "./clusterQuery.ts"
import { rankQuery } from "./rankQuery.ts"

/** One copy in a cluster, with its position in the log. */
export type ServingCopy = { readonly name: string; readonly position: number }

/** One page of a search. @throws ClusterTrouble, ClusterRefusal */
export const findInCluster = async (cluster: Cluster, copy: ServingCopy, query: PageQuery): Promise<IndexPage> => {
  const { after, limit, sort, nowMs, isCounted } = query
  const asOf = after?.asOf ?? copy.position
  const request = clusterQuery(query, asOf)
  const isBest = sort === "best"
  const { body } = await cluster.request("POST", searchPath(copy), {
    size: limit,
    _source: false,
    track_total_hits: isCounted ? FOUND_COUNT_MAX + 1 : false,
    query: isBest ? rankQuery(request, after?.nowMs ?? nowMs) : request,
    sort: [...(isBest ? [{ _score: "desc" }] : []), { sort_at: "desc" }, { item: "desc" }],
    ...(after === null
      ? {}
      : { search_after: isBest ? [after.score, after.sortMs, after.itemId] : [after.sortMs, after.itemId] }),
  })
  const { hits } = decodeClusterAnswer(Found, body)
  const total = hits.total?.value ?? 0
  return {
    asOf,
    hits: hits.hits.map(({ sort: keys }): IndexHit => {
      const [score, sortMs, itemId] = isBest ? keys : [0, ...keys]
      return { score: Math.round(Number(score)), sortMs: Number(sortMs), itemId: String(itemId) }
    }),
    found: isCounted ? { count: Math.min(total, FOUND_COUNT_MAX), isMore: total > FOUND_COUNT_MAX } : null,
  }
}

/** Matches per source, most first. @throws ClusterTrouble, ClusterRefusal */
export const sourcesInCluster = async (
  cluster: Cluster,
  copy: ServingCopy,
  query: IndexQuery,
): Promise<ReadonlyArray<SourceFound>> => {
  const { body } = await cluster.request("POST", searchPath(copy), {
    size: 0,
    track_total_hits: false,
    query: clusterQuery({ ...query, sources: [] }, copy.position),
    aggs: { sources: { terms: { field: "source", size: SOURCE_NAMES.length } } },
  })
  return decodeClusterAnswer(Counted, body).aggregations.sources.buckets.map(({ key, doc_count: count }) => ({
    source: key as SourceType,
    count: Math.min(count, FOUND_COUNT_MAX),
    isMore: count > FOUND_COUNT_MAX,
  }))
}

/** A partial result would look complete. */
const searchPath = ({ name }: ServingCopy) => `/${name}/_search?allow_partial_search_results=false`

const Found = Schema.Struct({
  hits: Schema.Struct({
    total: Schema.optionalKey(Schema.Struct({ value: Schema.Int })),
    hits: Schema.Array(Schema.Struct({ sort: Schema.Array(Schema.Union([Schema.Finite, Schema.String])) })),
  }),
})
const Counted = Schema.Struct({
  aggregations: Schema.Struct({
    sources: Schema.Struct({
      buckets: Schema.Array(Schema.Struct({ key: Schema.Literals(SOURCE_NAMES), doc_count: Schema.Int })),
    }),
  }),
})

/** A response in the shape of the protocol. @throws ClusterTrouble */
export const decodeClusterAnswer = <A>(schema: Schema.Codec<A, unknown>, body: unknown): A => {
  try {
    return Schema.decodeUnknownSync(schema)(body)
  } catch {
    throw new ClusterTrouble("an answer that is not of the protocol")
  }
}
