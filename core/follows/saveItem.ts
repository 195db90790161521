import { HashSet, Result } from "effect"
import { ItemSaved } from "./events.ts"
import { SAVED_ITEMS_MAX } from "./limits.ts"
import { TooManyFollows } from "./refusals.ts"
import type { Verb } from "./Verb.ts"

/** Keeps an item for later. */
export const saveItem =
  ({ itemId }: { readonly itemId: string }): Verb<TooManyFollows> =>
  ({ personId, nowIso }) =>
  ({ saved }) => {
    if (HashSet.has(saved, itemId)) return Result.succeed([])
    if (HashSet.size(saved) >= SAVED_ITEMS_MAX) return Result.fail(new TooManyFollows({ of: "saved" }))
    return Result.succeed([ItemSaved.make({ personId, itemId, savedAt: nowIso })])
  }
