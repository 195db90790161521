import { HashSet, Result } from "effect"
import { ItemSaved, ItemUnsaved } from "./events.ts"
import type { FollowsCommand } from "./FollowsCommand.ts"
import { SAVED_ITEMS_MAX } from "./followRules.ts"
import { TooManyFollows } from "./refusals.ts"

/** Saves items for later, all of them or none; or removes them from the saved items. At most one append's worth of items. */
export const setItemsSaved =
  (itemIds: ReadonlyArray<string>, isSaved: boolean): FollowsCommand<TooManyFollows> =>
  ({ personId, nowIso }) =>
  ({ saved }) => {
    const changed = [...new Set(itemIds)].filter((itemId) => HashSet.has(saved, itemId) !== isSaved)
    if (!isSaved)
      return Result.succeed(changed.map((itemId) => ItemUnsaved.make({ personId, itemId, unsavedAt: nowIso })))
    return HashSet.size(saved) + changed.length > SAVED_ITEMS_MAX
      ? Result.fail(new TooManyFollows({ of: "saved" }))
      : Result.succeed(changed.map((itemId) => ItemSaved.make({ personId, itemId, savedAt: nowIso })))
  }
