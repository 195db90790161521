import { Effect } from "effect"
import type { Enclosure } from "#core/feeds"
import { Sql } from "#core/kernel"

/** Fields of an item that lists omit: files, and when it was first seen (milliseconds since 1970). */
export type ItemFiles = {
  readonly itemId: string
  readonly enclosures: ReadonlyArray<Enclosure>
  readonly firstSeenMs: number
}

/** The files of some items, unordered; unknown items are left out. */
export const itemFiles = Effect.fn("itemFiles")(function* (itemIds: ReadonlyArray<string>) {
  if (itemIds.length === 0) return []
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<ItemFiles>>`
      select item_id as "itemId", enclosures, (extract(epoch from first_seen_at) * 1000)::bigint as "firstSeenMs"
      from read.item where item_id = any(${[...itemIds]})`,
  )
})

export type ItemBody = { readonly itemId: string; readonly contentHtml: string }

/** Articles of some items, unordered; items without one, or with one longer than the limit, are left out. */
export const itemBodies = Effect.fn("itemBodies")(function* (itemIds: ReadonlyArray<string>, lengthMax: number) {
  if (itemIds.length === 0) return []
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<ItemBody>>`
      select item_id as "itemId", content_html as "contentHtml"
      from read.item_body where item_id = any(${[...itemIds]}) and length(content_html) <= ${lengthMax}`,
  )
})
