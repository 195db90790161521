import { HashMap, Result } from "effect"
import { FeedMovedToGroup, GroupDeleted } from "./events.ts"
import { type FollowsCommand, type GroupRef, resolveGroup } from "./FollowsCommand.ts"
import { NoGroup } from "./refusals.ts"

/** Feeds that one append moves out of a group: an append holds 1,000 events. */
const KEPT_AT_ONCE_MAX = 900

/**
 * Deletes a group. Its feeds are no longer followed, or with `keepsFeeds` are in no group. A larger group than
 * KEPT_AT_ONCE_MAX loses so many feeds, and is deleted when the command is repeated.
 */
export const deleteGroup =
  ({
    keepsFeeds = false,
    ...group
  }: GroupRef & { readonly keepsFeeds?: boolean | undefined }): FollowsCommand<NoGroup> =>
  ({ personId, nowIso }) =>
  (state) => {
    const groupId = resolveGroup(state, group)
    if (groupId === undefined || groupId === null) return Result.fail(new NoGroup())
    const feedIds = [...HashMap.keys(HashMap.filter(state.feeds, (follow) => follow.groupId === groupId))]
    const deleted = (ended: ReadonlyArray<string>) =>
      GroupDeleted.make({ personId, groupId, feedIds: ended, deletedAt: nowIso })
    if (!keepsFeeds) return Result.succeed([deleted(feedIds)])
    const moved = feedIds
      .slice(0, KEPT_AT_ONCE_MAX)
      .map((feedId) => FeedMovedToGroup.make({ personId, feedId, groupId: null, movedAt: nowIso }))
    return Result.succeed(feedIds.length > moved.length ? moved : [...moved, deleted([])])
  }
