import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { findItems } from "#projections/feeds"
import { readModels } from "#projections/runner"
import { savedItem } from "./tables.ts"

const PAGE_SIZE = 50
/** A cursor is the position of the event that saved the last item of the previous page. */
const CURSOR = /^\d{1,15}$/

const db = readModels(savedItem)

/** A page of a person's saved items, the last saved first. */
export const savedItems = Effect.fn("savedItems")(function* (personId: string, cursor?: string) {
  const { query } = yield* Sql
  const before = cursor !== undefined && CURSOR.test(cursor) ? Number(cursor) : Number.MAX_SAFE_INTEGER
  const rows = yield* query(
    db
      .selectFrom("read.saved_item")
      .select(["item_id as itemId", "position"])
      .where("person_id", "=", personId)
      .where("position", "<", before)
      .orderBy("position", "desc")
      .limit(PAGE_SIZE + 1),
  )
  const shown = rows.slice(0, PAGE_SIZE)
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined
  return { items: yield* findItems(shown.map(({ itemId }) => itemId)), next: last ? String(last.position) : null }
})

/** Whether a person has saved an item. */
export const isSaved = Effect.fn("isSaved")(function* (personId: string, itemId: string) {
  const { query } = yield* Sql
  const rows = yield* query(
    db.selectFrom("read.saved_item").select("item_id").where("person_id", "=", personId).where("item_id", "=", itemId),
  )
  return rows.length > 0
})
