import { HashMap, Result } from "effect"
import { GroupDeleted } from "./events.ts"
import { type FollowsCommand, type GroupRef, resolveGroup } from "./FollowsCommand.ts"
import { NoGroup } from "./refusals.ts"

/** Deletes a group and ends the follows of its feeds. */
export const deleteGroup =
  (group: GroupRef): FollowsCommand<NoGroup> =>
  ({ personId, nowIso }) =>
  (state) => {
    const groupId = resolveGroup(state, group)
    if (groupId === undefined || groupId === null) return Result.fail(new NoGroup())
    const feedIds = [...HashMap.keys(HashMap.filter(state.feeds, (follow) => follow.groupId === groupId))]
    return Result.succeed([GroupDeleted.make({ personId, groupId, feedIds, deletedAt: nowIso })])
  }
