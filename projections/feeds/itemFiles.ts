import { Effect } from "effect"
import type { Enclosure } from "#core/feeds"
import { Sql } from "#core/kernel"

/** What lists leave out of an item: its files, and when the library first had it (milliseconds since 1970). */
export type ItemFiles = {
  readonly itemId: string
  readonly enclosures: ReadonlyArray<Enclosure>
  readonly firstSeenMs: number
}

/** The files of some items, in no order; those that are not in the library are left out. */
export const itemFiles = Effect.fn("itemFiles")(function* (itemIds: ReadonlyArray<string>) {
  if (itemIds.length === 0) return []
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<ItemFiles>>`
      select item_id as "itemId", enclosures, (extract(epoch from first_seen_at) * 1000)::bigint as "firstSeenMs"
      from read.item where item_id = any(${[...itemIds]})`,
  )
})
