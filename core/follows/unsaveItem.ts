import { HashSet, Result } from "effect"
import { ItemUnsaved } from "./events.ts"
import type { Verb } from "./Verb.ts"

/** Keeps an item no longer. */
export const unsaveItem =
  ({ itemId }: { readonly itemId: string }): Verb<never> =>
  ({ personId, nowIso }) =>
  ({ saved }) =>
    Result.succeed(HashSet.has(saved, itemId) ? [ItemUnsaved.make({ personId, itemId, unsavedAt: nowIso })] : [])
