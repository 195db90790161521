import { Schema } from "effect"
import type { SqlClient, SqlTransaction } from "#core/kernel"
import { longNewsItemId } from "#core/library"
import { positionOf } from "../postgres/positionOf.ts"
import type { Cluster } from "./Cluster.ts"
import { understood } from "./ClusterIndex.ts"
import { type Copy, holdCopy, listCopies } from "./copies.ts"
import { sendItems } from "./sendItems.ts"

/** Events that are taken in at once. */
const EVENTS_AT_ONCE = 200
const REASON_LENGTH_MAX = 500

/**
 * Takes every copy that follows one step further along the log: the items that events tell of are sent as the read models
 * have them by then, and only after that the position moves. So nothing is lost when a cluster or a process fails, and what
 * is sent twice does no harm. Where sending fails the copy keeps its place and says why. Answers whether anything moved.
 */
export const followLog = async (
  sql: SqlClient,
  cluster: Cluster,
): Promise<{ readonly moved: boolean; readonly failed: boolean }> => {
  let [moved, failed] = [false, false]
  for (const { name } of (await listCopies(sql)).filter(({ status }) => status === "following")) {
    try {
      if (await sql.begin((transaction) => step(transaction as SqlTransaction, sql, cluster, name))) moved = true
    } catch (error) {
      failed = true
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH_MAX)
      await sql`
        update es.search_copy set attempts = attempts + 1, reason = ${reason}, updated_at = now() where name = ${name}`
    }
  }
  return { moved, failed }
}

/** The row is held meanwhile, so that of several workers one sends. */
const step = async (held: SqlTransaction, sql: SqlClient, cluster: Cluster, name: string): Promise<boolean> => {
  const copy = await holdCopy(held, name)
  if (copy === null || copy.status !== "following") return false
  const upTo = await positionOf(sql)
  if (upTo <= copy.position) return false
  const events = await readEvents(sql, copy.position, upTo)
  const itemIds = new Set(events.flatMap(itemsOf))
  for (const itemId of await movedItems(sql, cluster, copy, events)) itemIds.add(itemId)
  await sendItems(sql, cluster, { copy: name, itemIds: [...itemIds], isAwaited: true })
  const position = events.length < EVENTS_AT_ONCE ? upTo : (events.at(-1)?.position ?? upTo)
  await held`
    update es.search_copy set position = ${position}, attempts = 0, reason = null, updated_at = now() where name = ${name}`
  return true
}

type Told = {
  readonly position: number
  readonly feedId: string | null
  /** The feed's source, where the event tells of the feed itself. */
  readonly source: string | null
  readonly itemIds: ReadonlyArray<string> | null
  readonly authorCode: string | null
  readonly newsId: string | null
}

/** What events tell of, without their texts. */
const readEvents = (sql: SqlClient, after: number, upTo: number) => sql<Array<Told>>`
  select position, data ->> 'feedId' as "feedId", data #>> '{facts,source}' as source,
    jsonb_path_query_array(data, '$.items[*].itemId') as "itemIds", data ->> 'authorCode' as "authorCode",
    data ->> 'newsId' as "newsId"
  from es.event
  where position > ${after} and position <= ${upTo} and type in
    ('feeds.FeedFetched.v1', 'library.LongNewsUploaded.v1', 'library.LongNewsDeleted.v1')
  order by position limit ${EVENTS_AT_ONCE}`

const itemsOf = ({ itemIds, authorCode, newsId }: Told): ReadonlyArray<string> => [
  ...(itemIds ?? []),
  ...(authorCode === null || newsId === null ? [] : [longNewsItemId(authorCode, newsId)]),
]

/** Items of feeds that turned out to be of another source than their items in the copy say. */
const movedItems = async (
  sql: SqlClient,
  cluster: Cluster,
  { name }: Copy,
  events: ReadonlyArray<Told>,
): Promise<ReadonlyArray<string>> => {
  const moved: Array<string> = []
  const told = new Map(
    events.flatMap(({ feedId, source }) => (feedId === null || source === null ? [] : [[feedId, source]])),
  )
  for (const [feedId, source] of told) {
    const query = {
      bool: { filter: [{ term: { feed: { value: feedId } } }], must_not: [{ term: { source: { value: source } } }] },
    }
    const { body } = await cluster.ask("POST", `/${name}/_count`, { query })
    if (understood(Count, body).count > 0) moved.push(feedId as string)
  }
  if (moved.length === 0) return []
  const rows = await sql<Array<{ itemId: string }>>`
    select item_id as "itemId" from read.search_item where feed_id = any(${moved})`
  return rows.map(({ itemId }) => itemId)
}

const Count = Schema.Struct({ count: Schema.Int })
