import { Effect } from "effect"
import { resolveItems } from "#projections/readerApps"
import { badRequest, type Params } from "../Call.ts"
import { beginningsOf } from "../itemIds.ts"

/** The ids of the items that a call names (`i`), in its order; what there is not, or no longer, is left out. */
export const namedItems = Effect.fn("namedItems")(function* (params: Params, itemsMax: number) {
  const named = params.all("i")
  if (named.length > itemsMax) return yield* badRequest(`i names more than ${itemsMax} items`)
  const beginnings = named.map(beginningsOf)
  const found = yield* resolveItems(beginnings.flat())
  const ids = beginnings.flatMap((each) => each.flatMap((beginning) => found.get(beginning) ?? []).slice(0, 1))
  return [...new Set(ids)]
})
