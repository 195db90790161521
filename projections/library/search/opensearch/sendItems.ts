import { Schema } from "effect"
import type { SqlClient, SqlTransaction } from "#core/kernel"
import type { TermPosition } from "#core/library"
import { documentOf, type SearchableItem } from "../documentOf.ts"
import { type Cluster, ClusterRefusal, ClusterTrouble } from "./Cluster.ts"
import { decodeClusterAnswer } from "./ClusterIndex.ts"
import { writeAliasOf } from "./indexOf.ts"

/** An item in the form that a cluster receives. */
type CopiedItem = SearchableItem & {
  readonly itemId: string
  readonly source: string
  readonly sortMs: number
  readonly position: number
}

/** Indexed fields: the terms of each part in order, and labels. */
const copyDocument = (item: CopiedItem) => {
  const { language, parts, labels } = documentOf(item)
  const texts = Object.fromEntries(parts.map(({ name, places }) => [name, wordsOf(places).join(" ")]))
  return {
    ...texts,
    labels: [...new Set([...labels, ...parts.flatMap(({ places }) => namesOf(places))])],
    language,
    feed: item.feedId,
    source: item.source,
    item: item.itemId,
    sort_at: item.sortMs,
    position: item.position,
  }
}

/** Hosts and hashtags share the place of the words that they consist of. */
const isName = (term: string): boolean => term.startsWith("#") || term.includes(".")

const wordsOf = (places: ReadonlyArray<TermPosition>): ReadonlyArray<string> =>
  places.flatMap(([term]) => (isName(term) ? [] : [term]))

const namesOf = (places: ReadonlyArray<TermPosition>): ReadonlyArray<string> =>
  places.flatMap(([term]) => (isName(term) ? [term] : []))

/** Items per read and send. */
export const ITEMS_AT_ONCE = 500
/** Characters per request; a single document may exceed it. */
const REQUEST_LENGTH_MAX = 5_000_000
const REASON_LENGTH_MAX = 500
/** Retries of items that the cluster was too busy for. */
const ATTEMPTS_MAX = 4
const WAIT_MS = 200

/** Whether an item is written or deleted. */
type Line = { readonly itemId: string; readonly text: string }

/**
 * Updates items of a copy to the state of the read models; can be repeated. Missing items are deleted; permanently
 * rejected ones are recorded, and the others continue.
 * @param isAwaited wait until the changes are searchable
 * @throws ClusterTrouble, ClusterRefusal; the caller keeps its position, so nothing is lost
 */
export const sendItems = async (
  sql: SqlClient | SqlTransaction,
  cluster: Cluster,
  {
    copy,
    itemIds,
    isAwaited,
  }: { readonly copy: string; readonly itemIds: ReadonlyArray<string>; readonly isAwaited: boolean },
): Promise<void> => {
  for (let from = 0; from < itemIds.length; from += ITEMS_AT_ONCE) {
    const batch = itemIds.slice(from, from + ITEMS_AT_ONCE)
    const items = await readItems(sql, batch)
    const there = new Set(items.map(({ itemId }) => itemId))
    const deleted = batch.filter((itemId) => !there.has(itemId))
    const lines = [...items.map(written), ...deleted.map(removed)]
    const rejected = new Map<string, string>()
    for (const request of requestsOf(lines)) {
      for (const [itemId, reason] of await send(cluster, copy, request, isAwaited)) rejected.set(itemId, reason)
    }
    await noteRejected(sql, copy, batch, rejected)
  }
}

const readItems = (sql: SqlClient | SqlTransaction, itemIds: ReadonlyArray<string>) => sql<Array<CopiedItem>>`
  select s.item_id as "itemId", s.feed_id as "feedId", s.position, s.language,
    (extract(epoch from s.sort_at) * 1000)::bigint as "sortMs", f.source, i.title, i.summary, i.author, i.link, i.tags,
    b.content_html as "contentHtml"
  from read.search_item s join read.item i using (item_id) join read.feed f on f.feed_id = s.feed_id
    left join read.item_body b using (item_id)
  where s.item_id = any(${[...itemIds]})`

const written = (item: CopiedItem): Line => ({
  itemId: item.itemId,
  text: `${JSON.stringify({ index: { _id: item.itemId } })}\n${JSON.stringify(copyDocument(item))}`,
})

const removed = (itemId: string): Line => ({ itemId, text: JSON.stringify({ delete: { _id: itemId } }) })

const requestsOf = (lines: ReadonlyArray<Line>): ReadonlyArray<ReadonlyArray<Line>> => {
  const requests: Array<Array<Line>> = []
  let length = Number.POSITIVE_INFINITY
  for (const line of lines) {
    length += line.text.length + 1
    if (length > REQUEST_LENGTH_MAX) {
      requests.push([])
      length = line.text.length + 1
    }
    requests.at(-1)?.push(line)
  }
  return requests
}

/** Sends one request until every item was accepted or permanently rejected. Returns the rejected ones with reasons. */
const send = async (
  cluster: Cluster,
  copy: string,
  lines: ReadonlyArray<Line>,
  isAwaited: boolean,
): Promise<ReadonlyArray<readonly [itemId: string, reason: string]>> => {
  const refused: Array<readonly [string, string]> = []
  let left = lines
  for (let attempt = 1; left.length > 0; attempt += 1) {
    let outcomes: ReadonlyArray<Outcome>
    try {
      outcomes = await bulk(cluster, copy, left, isAwaited)
    } catch (error) {
      if (!(error instanceof ClusterRefusal) || error.status !== TOO_LARGE) throw error
      // Splits the request in halves; a single item that is too large is rejected.
      const [only, more] = left
      if (only !== undefined && more === undefined) return [...refused, [only.itemId, error.message]]
      const middle = Math.ceil(left.length / 2)
      const first = await send(cluster, copy, left.slice(0, middle), isAwaited)
      return [...refused, ...first, ...(await send(cluster, copy, left.slice(middle), isAwaited))]
    }
    const again: Array<Line> = []
    for (const [at, { status, error }] of outcomes.entries()) {
      const line = left[at] as Line
      if (status < 300 || status === NOT_FOUND) continue
      const reason = `${error?.type ?? status}: ${error?.reason ?? ""}`.slice(0, REASON_LENGTH_MAX)
      if (status < 500 && status !== TOO_BUSY) refused.push([line.itemId, reason])
      else if (attempt === ATTEMPTS_MAX) throw new ClusterTrouble(reason)
      else again.push(line)
    }
    left = again
    if (left.length > 0) await new Promise((resolve) => setTimeout(resolve, WAIT_MS * 2 ** attempt))
  }
  return refused
}

const TOO_LARGE = 413
const TOO_BUSY = 429
/** The item to delete did not exist. */
const NOT_FOUND = 404

type Outcome = { readonly status: number; readonly error?: { readonly type: string; readonly reason?: string | null } }

/** One result per line, in order. A missing index does not count as a rejection. */
const bulk = async (cluster: Cluster, copy: string, lines: ReadonlyArray<Line>, isAwaited: boolean) => {
  const path = `/${writeAliasOf(copy)}/_bulk?require_alias=true${isAwaited ? "&refresh=wait_for" : ""}`
  const { body } = await cluster.sendLines(
    path,
    lines.map(({ text }) => text),
  )
  const { items } = decodeClusterAnswer(BulkAnswer, body)
  if (items.length !== lines.length) throw new ClusterTrouble(`${items.length} outcomes for ${lines.length} items`)
  return items.map((item): Outcome => {
    const outcome = item.index ?? item.delete
    if (outcome === undefined) throw new ClusterTrouble("an outcome of neither index nor delete")
    if (outcome.error?.type === "index_not_found_exception") throw new ClusterTrouble(`there is no index ${copy}`)
    return outcome
  })
}

const Outcome = Schema.Struct({
  _id: Schema.String,
  status: Schema.Int,
  error: Schema.optionalKey(
    Schema.Struct({ type: Schema.String, reason: Schema.optionalKey(Schema.NullOr(Schema.String)) }),
  ),
})
const BulkAnswer = Schema.Struct({
  errors: Schema.Boolean,
  items: Schema.Array(Schema.Struct({ index: Schema.optionalKey(Outcome), delete: Schema.optionalKey(Outcome) })),
})

const noteRejected = async (
  sql: SqlClient | SqlTransaction,
  copy: string,
  sent: ReadonlyArray<string>,
  rejected: ReadonlyMap<string, string>,
): Promise<void> => {
  await sql`delete from es.search_rejected where copy = ${copy} and item_id = any(${[...sent]})`
  if (rejected.size === 0) return
  await sql`
    insert into es.search_rejected (copy, item_id, reason)
    select ${copy}, item_id, reason from unnest(${[...rejected.keys()]}::text[], ${[...rejected.values()]}::text[]) r(item_id, reason)`
}
