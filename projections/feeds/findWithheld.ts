import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { feed, item } from "./tables.ts"

const db = readModels(feed, item).withTables<{
  "read.feed_withheld": { feed_id: string; code: string }
  "read.item_withheld": { item_id: string; feed_id: string; is_withheld: boolean }
}>()

/** The id and the code of the feed with this id or code, if operators withhold it; null otherwise. */
export const findWithheldFeed = Effect.fn("findWithheldFeed")(function* (idOrCode: string) {
  const { query } = yield* Sql
  const [found] = yield* query(
    db
      .selectFrom("read.feed_withheld as feed")
      .select(["feed.feed_id as feedId", "feed.code"])
      .where((eb) => eb.or([eb("feed.feed_id", "=", idOrCode), eb("feed.code", "=", idOrCode.toUpperCase())]))
      .limit(1),
  )
  return found ?? null
})

/** What operators withhold of an item: the item alone, or its feed; null if they withhold neither. */
export const findWithheldItem = Effect.fn("findWithheldItem")(function* (itemId: string) {
  const { query } = yield* Sql
  const [found] = yield* query(
    db
      .selectFrom("read.item_withheld as item")
      .select(["item.feed_id as feedId", "item.is_withheld as isAlone"])
      .where("item.item_id", "=", itemId),
  )
  if (found === undefined) return null
  return found.isAlone
    ? ({ kind: "item", targetId: itemId } as const)
    : { kind: "feed" as const, targetId: found.feedId }
})
