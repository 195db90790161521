import { Effect } from "effect"
import { Sql } from "#core/kernel"
import type { ListItems } from "./ItemPage.ts"
import { readItemPage } from "./readItemPage.ts"

/**
 * Lists items of some or all feeds, newest first, one entry per story, represented by the first feed that published it.
 * Pages follow a snapshot of the first page, so new items neither shift entries nor repeat them.
 */
export const listItems = Effect.fn("listItems")(function* (options: ListItems) {
  const { client } = yield* Sql
  return yield* Effect.promise(() => readItemPage(client, options))
})
