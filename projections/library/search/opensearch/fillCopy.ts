import type { SqlClient } from "#core/kernel"
import { positionOf } from "../postgres/positionOf.ts"
import type { Cluster } from "./Cluster.ts"
import { type Copy, eraIdOf, listCopies } from "./copies.ts"
import { indexOf, SERVING_SETTINGS } from "./indexOf.ts"
import { ITEMS_AT_ONCE, sendItems } from "./sendItems.ts"

export type FillOptions = {
  readonly prefix: string
  readonly shards: number
  readonly onProgress?: (sent: number, total: number) => void
}

/**
 * Copies all searchable items to a new index, or continues one. Later events are applied by the follower, from the
 * position of the start. Returns the name of the copy.
 * @throws ClusterTrouble, ClusterRefusal; idempotent, continues after a failure
 */
export const fillCopy = async (sql: SqlClient, cluster: Cluster, options: FillOptions): Promise<string> => {
  const copies = await listCopies(sql)
  const unfinished = copies.find(({ status }) => status === "filling")
  const { name, filledTo } = unfinished ?? (await beginCopy(sql, cluster, copies, options))
  const total = await countAfter(sql, "")
  let after = filledTo
  let sent = total - (await countAfter(sql, after))
  for (;;) {
    const rows = await sql<Array<{ itemId: string }>>`
      select item_id as "itemId" from read.search_item where item_id collate "C" > ${after}
      order by item_id collate "C" limit ${ITEMS_AT_ONCE}`
    const itemIds = rows.map(({ itemId }) => itemId)
    const last = itemIds.at(-1)
    if (last === undefined) break
    await sendItems(sql, cluster, { copy: name, itemIds, isAwaited: false })
    await sql`update es.search_copy set filled_to = ${last}, updated_at = now() where name = ${name}`
    after = last
    sent += itemIds.length
    options.onProgress?.(sent, total)
  }
  await cluster.request("PUT", `/${name}/_settings`, SERVING_SETTINGS)
  await cluster.request("POST", `/${name}/_refresh`)
  await sql`update es.search_copy set status = 'following', updated_at = now() where name = ${name}`
  return name
}

const beginCopy = async (
  sql: SqlClient,
  cluster: Cluster,
  copies: ReadonlyArray<Copy>,
  { prefix, shards }: FillOptions,
): Promise<Pick<Copy, "name" | "filledTo">> => {
  const numbers = copies.map(({ name }) => Number(/\d+$/.exec(name)?.[0] ?? 0))
  const name = `${prefix}-items-${Math.max(0, ...numbers) + 1}`
  const [position, eraId] = [await positionOf(sql), await eraIdOf(sql)]
  // An existing index was left by a backfill that was killed before it was recorded.
  const { status } = await cluster.request("GET", `/${name}`, undefined, [404])
  if (status === 200) await cluster.request("DELETE", `/${name}`)
  await cluster.request("PUT", `/${name}`, indexOf(name, { shards }))
  await sql`insert into es.search_copy (name, position, era_id) values (${name}, ${position}, ${eraId})`
  return { name, filledTo: "" }
}

const countAfter = async (sql: SqlClient, itemId: string): Promise<number> =>
  (
    await sql<Array<{ count: number }>>`
    select count(*) as count from read.search_item where item_id collate "C" > ${itemId}`
  )[0]?.count ?? 0
