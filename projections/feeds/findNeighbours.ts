import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { type NeighbourList, type Neighbours, neighboursIn } from "./neighboursIn.ts"

/** The items before and after an item in a list (neighboursIn.ts), for pages that are not those of items. */
export const findNeighbours = Effect.fn("findNeighbours")(function* (itemId: string, list: NeighbourList) {
  const { client } = yield* Sql
  const values: Array<string | ReadonlyArray<string>> = [itemId]
  const { newer, older } = neighboursIn(list, (value) => `$${values.push(value)}`)
  const text = `select ${newer} as newer, ${older} as older from read.item s where s.item_id = $1`
  const [row] = yield* Effect.promise(() =>
    client.unsafe<Array<Neighbours>>(text, values as Array<string>, { prepare: true }),
  )
  return row ?? { newer: null, older: null }
})
