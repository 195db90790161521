import { HashSet, Result } from "effect"
import { ItemSaved, ItemUnsaved } from "./events.ts"
import { SAVED_ITEMS_MAX } from "./limits.ts"
import { TooManyFollows } from "./refusals.ts"
import type { Verb } from "./Verb.ts"

/** Keeps some items for later, all of them or none; or keeps them no longer. At most as many as one append may have facts. */
export const keepItems =
  (itemIds: ReadonlyArray<string>, isKept: boolean): Verb<TooManyFollows> =>
  ({ personId, nowIso }) =>
  ({ saved }) => {
    const changed = [...new Set(itemIds)].filter((itemId) => HashSet.has(saved, itemId) !== isKept)
    if (!isKept)
      return Result.succeed(changed.map((itemId) => ItemUnsaved.make({ personId, itemId, unsavedAt: nowIso })))
    return HashSet.size(saved) + changed.length > SAVED_ITEMS_MAX
      ? Result.fail(new TooManyFollows({ of: "saved" }))
      : Result.succeed(changed.map((itemId) => ItemSaved.make({ personId, itemId, savedAt: nowIso })))
  }
