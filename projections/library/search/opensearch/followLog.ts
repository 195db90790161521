import { Schema } from "effect"
import type { SqlClient, SqlTransaction } from "#core/kernel"
import { postItemId } from "#core/publishing"
import { positionOf } from "../postgres/positionOf.ts"
import type { Cluster } from "./Cluster.ts"
import { decodeClusterAnswer } from "./ClusterIndex.ts"
import { type Copy, eraIdOf, listCopies, lockCopy } from "./copies.ts"
import { resendItems, rewindCopy } from "./rewindCopy.ts"
import { sendItems } from "./sendItems.ts"

/** Events applied at once. */
const EVENTS_AT_ONCE = 200
const REASON_LENGTH_MAX = 500

/**
 * Advances every copy by one batch of events: sends the affected items in their current state, then moves the position.
 * A failure of the cluster or process therefore loses nothing, and sending twice is harmless. On an error the copy
 * keeps its position and records the reason. Returns whether anything advanced.
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

/** The row lock makes sure that only one worker sends. */
const step = async (held: SqlTransaction, sql: SqlClient, cluster: Cluster, name: string): Promise<boolean> => {
  const copy = await lockCopy(held, name)
  if (copy === null || copy.status !== "following") return false
  const eraId = await eraIdOf(sql)
  if (copy.eraId === null) await held`update es.search_copy set era_id = ${eraId} where name = ${name}`
  else if (eraId !== copy.eraId) {
    await rewindCopy(sql, cluster, copy)
    await held`update es.search_copy set era_id = ${eraId}, resent_to = '' where name = ${name}`
    return true
  }
  const resent = copy.resentTo === null ? false : await resendItems(held, sql, cluster, name, copy.resentTo)
  return (await follow(held, sql, cluster, copy)) || resent
}

const follow = async (held: SqlTransaction, sql: SqlClient, cluster: Cluster, copy: Copy): Promise<boolean> => {
  const { name } = copy
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

type ItemEvent = {
  readonly position: number
  readonly feedId: string | null
  /** The new source, if the event describes the feed itself. */
  readonly source: string | null
  readonly itemIds: ReadonlyArray<string> | null
  readonly itemId: string | null
  readonly postId: string | null
  readonly channelId: string | null
}

/** The items and feeds that events concern, without texts. */
const readEvents = (sql: SqlClient, after: number, upTo: number) => sql<Array<ItemEvent>>`
  select position, data ->> 'feedId' as "feedId", data #>> '{facts,source}' as source,
    jsonb_path_query_array(data, '$.items[*].itemId') as "itemIds",
    data ->> 'itemId' as "itemId", data ->> 'postId' as "postId", data ->> 'channelId' as "channelId"
  from es.event
  where position > ${after} and position <= ${upTo} and type in
    ('feeds.FeedFetched.v1', 'feeds.ItemWithheld.v1', 'feeds.ItemReleased.v1',
     'publishing.PostPublished.v1', 'publishing.PostRevised.v1', 'publishing.LevelOpened.v1', 'publishing.PostHidden.v1',
     'publishing.PostShown.v1', 'publishing.PostArchived.v1', 'publishing.PostDeleted.v1',
     'publishing.PostWithheld.v1', 'publishing.PostReleased.v1')
  order by position limit ${EVENTS_AT_ONCE}`

const itemsOf = ({ itemIds, itemId, postId, channelId }: ItemEvent): ReadonlyArray<string> => [
  ...(itemIds ?? []),
  ...(itemId === null ? [] : [itemId]),
  ...(postId === null || channelId === null ? [] : [postItemId(Number(channelId), postId)]),
]

/** Items of feeds with another source than in the copy. */
const movedItems = async (
  sql: SqlClient,
  cluster: Cluster,
  { name }: Copy,
  events: ReadonlyArray<ItemEvent>,
): Promise<ReadonlyArray<string>> => {
  const moved: Array<string> = []
  const changed = new Map(
    events.flatMap(({ feedId, source }) => (feedId === null || source === null ? [] : [[feedId, source]])),
  )
  for (const [feedId, source] of changed) {
    const query = {
      bool: { filter: [{ term: { feed: { value: feedId } } }], must_not: [{ term: { source: { value: source } } }] },
    }
    const { body } = await cluster.request("POST", `/${name}/_count`, { query })
    if (decodeClusterAnswer(Count, body).count > 0) moved.push(feedId as string)
  }
  if (moved.length === 0) return []
  const rows = await sql<Array<{ itemId: string }>>`
    select item_id as "itemId" from read.search_item where feed_id = any(${moved})`
  return rows.map(({ itemId }) => itemId)
}

const Count = Schema.Struct({ count: Schema.Int })
