import { HashMap, Result } from "effect"
import { GroupDeleted } from "./events.ts"
import { NoGroup } from "./refusals.ts"
import { findGroup, type Verb, type WhichGroup } from "./Verb.ts"

/** Removes a group with all that is in it: its feeds are no longer followed, and can be brought back one by one. */
export const deleteGroup =
  (group: WhichGroup): Verb<NoGroup> =>
  ({ personId, nowIso }) =>
  (state) => {
    const groupId = findGroup(state, group)
    if (groupId === undefined || groupId === null) return Result.fail(new NoGroup())
    const feedIds = [...HashMap.keys(HashMap.filter(state.feeds, (follow) => follow.groupId === groupId))]
    return Result.succeed([GroupDeleted.make({ personId, groupId, feedIds, deletedAt: nowIso })])
  }
