import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { findItems } from "#projections/feeds"

/** Items on one page of what somebody keeps. */
const PAGE_SIZE = 50

/** A cursor is the position of the fact that saved the last item of the page before. */
const CURSOR = /^\d{1,15}$/

/** What a person keeps for later, the last saved first. */
export const savedItems = Effect.fn("savedItems")(function* (personId: string, cursor?: string) {
  const { client: sql } = yield* Sql
  const before = cursor !== undefined && CURSOR.test(cursor) ? Number(cursor) : Number.MAX_SAFE_INTEGER
  const rows = yield* Effect.promise(
    () => sql<Array<{ itemId: string; position: number }>>`
      select item_id as "itemId", position from read.saved_item
      where person_id = ${personId} and position < ${before} order by position desc limit ${PAGE_SIZE + 1}`,
  )
  const shown = rows.slice(0, PAGE_SIZE)
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined
  return { items: yield* findItems(shown.map(({ itemId }) => itemId)), next: last ? String(last.position) : null }
})

/** Whether a person keeps an item. */
export const isSaved = Effect.fn("isSaved")(function* (personId: string, itemId: string) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql`select from read.saved_item where person_id = ${personId} and item_id = ${itemId}`,
  )
  return rows.length > 0
})
