import { Effect } from "effect"
import { Sql } from "#core/kernel"
import type { ListItems } from "./ItemPage.ts"
import { readItemPage } from "./readItemPage.ts"

/**
 * Items of some feeds or of all, newest first, one entry per story: of the feeds that tell it the first that published it
 * stands for all. Pages follow a snapshot taken by the first one, so items that arrive
 * while a person pages neither push one out nor bring one twice.
 */
export const listItems = Effect.fn("listItems")(function* (options: ListItems) {
  const { client } = yield* Sql
  return yield* Effect.promise(() => readItemPage(client, options))
})
