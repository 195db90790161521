import { Effect } from "effect"
import { Sql } from "#core/kernel"

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
