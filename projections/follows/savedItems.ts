import { Effect } from "effect"
import { sql as raw } from "kysely"
import { compileOnce, Sql } from "#core/kernel"
import { findItems } from "#projections/feeds"
import { isAnyOf, readModels } from "#projections/runner"
import { savedItem } from "./tables.ts"

const PAGE_SIZE = 50
/** Tags that the page of saved items offers as filters. */
const TAGS_SHOWN_MAX = 50
/** A cursor is the position of the event that saved the last item of the previous page. */
const CURSOR = /^\d{1,15}$/

const db = readModels(savedItem)

/** What a person has noted on a saved item. */
export type SavedNote = {
  readonly itemId: string
  readonly tags: ReadonlyArray<string>
  readonly note: string
  readonly highlights: ReadonlyArray<string>
}

/** A page of a person's saved items, the last saved first; with a tag, only those that have it. */
export const savedItems = Effect.fn("savedItems")(function* (
  personId: string,
  { cursor, tag }: { readonly cursor?: string | undefined; readonly tag?: string | undefined } = {},
) {
  const { query } = yield* Sql
  const before = cursor !== undefined && CURSOR.test(cursor) ? Number(cursor) : Number.MAX_SAFE_INTEGER
  const own = db
    .selectFrom("read.saved_item")
    .select(["item_id as itemId", "position", "tags", "note", "highlights"])
    .where("person_id", "=", personId)
    .where("position", "<", before)
  const rows = yield* query(
    (tag === undefined ? own : own.where(raw<boolean>`${tag} = any(tags)`))
      .orderBy("position", "desc")
      .limit(PAGE_SIZE + 1),
  )
  const shown = rows.slice(0, PAGE_SIZE)
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined
  return {
    items: yield* findItems(shown.map(({ itemId }) => itemId)),
    notes: shown.map(({ itemId, tags, note, highlights }): SavedNote => ({ itemId, tags, note, highlights })),
    next: last ? String(last.position) : null,
  }
})

const among = compileOnce<{ personId: string; itemIds: ReadonlyArray<string> }>()((at) =>
  db
    .selectFrom("read.saved_item")
    .select("item_id as itemId")
    .where("person_id", "=", at("personId"))
    .where((eb) => isAnyOf(eb.ref("item_id"), at("itemIds"))),
)
const noteOf = compileOnce<{ personId: string; itemId: string }>()((at) =>
  db
    .selectFrom("read.saved_item")
    .select(["item_id as itemId", "tags", "note", "highlights"])
    .where("person_id", "=", at("personId"))
    .where("item_id", "=", at("itemId")),
)

/** Which of the given items a person has saved. */
export const savedAmong = Effect.fn("savedAmong")(function* (personId: string, itemIds: ReadonlyArray<string>) {
  const { query } = yield* Sql
  const rows = yield* query(among({ personId, itemIds }))
  return new Set(rows.map(({ itemId }) => itemId))
})

/** The note of a saved item; null if the item is not saved. */
export const findSavedNote = Effect.fn("findSavedNote")(function* (personId: string, itemId: string) {
  const { query } = yield* Sql
  const [row] = yield* query(noteOf({ personId, itemId }))
  return (row ?? null) as SavedNote | null
})

/** The tags of a person's saved items, most frequent first. */
export const savedTags = Effect.fn("savedTags")(function* (personId: string) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ readonly tag: string; readonly count: number }>>`
      select tag, count(*)::int as count from read.saved_item, unnest(tags) tag where person_id = ${personId}
      group by tag order by count desc, tag limit ${TAGS_SHOWN_MAX}`,
  )
  return [...rows]
})
