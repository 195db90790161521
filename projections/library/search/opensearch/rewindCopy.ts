import { Schema } from "effect"
import type { SqlClient, SqlTransaction } from "#core/kernel"
import type { Cluster } from "./Cluster.ts"
import { decodeClusterAnswer } from "./ClusterIndex.ts"
import type { Copy } from "./copies.ts"
import { ITEMS_AT_ONCE, sendItems } from "./sendItems.ts"

/**
 * Removes or replaces the items of a copy that events behind its position have made: in a new era of the log, such events
 * may be gone, while the cluster still has what they did. Searches are right about what exists after this.
 * @throws ClusterTrouble, ClusterRefusal; can be repeated
 */
export const rewindCopy = async (sql: SqlClient, cluster: Cluster, { name, position }: Copy): Promise<void> => {
  await cluster.request("POST", `/${name}/_refresh`)
  for (let after: ReadonlyArray<string> | undefined; ; ) {
    const { body } = await cluster.request("POST", `/${name}/_search?allow_partial_search_results=false`, {
      size: ITEMS_AT_ONCE,
      _source: false,
      track_total_hits: false,
      query: { bool: { must_not: [{ range: { position: { lte: position } } }] } },
      sort: [{ item: "desc" }],
      ...(after && { search_after: after }),
    })
    const { hits } = decodeClusterAnswer(Found, body).hits
    const last = hits.at(-1)
    if (last === undefined) return
    await sendItems(sql, cluster, { copy: name, itemIds: hits.map(({ _id }) => _id), isAwaited: true })
    after = last.sort
  }
}

/** Sends the next items after `resentTo` again: those that a lost event had removed are missing in the cluster. */
export const resendItems = async (
  held: SqlTransaction,
  sql: SqlClient,
  cluster: Cluster,
  copy: string,
  resentTo: string,
): Promise<boolean> => {
  const rows = await sql<Array<{ itemId: string }>>`
    select item_id as "itemId" from read.search_item where item_id collate "C" > ${resentTo}
    order by item_id collate "C" limit ${ITEMS_AT_ONCE}`
  const itemIds = rows.map(({ itemId }) => itemId)
  await sendItems(sql, cluster, { copy, itemIds, isAwaited: false })
  await held`update es.search_copy set resent_to = ${itemIds.at(-1) ?? null}, updated_at = now() where name = ${copy}`
  return true
}

const Found = Schema.Struct({
  hits: Schema.Struct({
    hits: Schema.Array(Schema.Struct({ _id: Schema.String, sort: Schema.Array(Schema.String) })),
  }),
})
