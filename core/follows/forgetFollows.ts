import { HashMap, Result } from "effect"
import { FollowsForgotten } from "./events.ts"
import type { FollowsCommand } from "./FollowsCommand.ts"
import { isBlank } from "./PersonFollows.ts"

/** Ids of each kind per event: ended follows have no limit, events have one. */
const IDS_PER_EVENT_MAX = 10_000

/** Deletes everything a person followed, saved and muted, because the account was deleted. */
export const forgetFollows: FollowsCommand<never> =
  ({ personId, nowIso }) =>
  (state) => {
    if (isBlank(state)) return Result.succeed([])
    const lists = {
      feedIds: [...HashMap.keys(state.feeds)],
      endedFeedIds: [...state.ended],
      groupIds: [...state.groups.keys()],
      ruleIds: [...state.rules.keys(), ...state.itemRules.keys()],
      itemIds: [...state.saved],
    }
    const longest = Math.max(...Object.values(lists).map(({ length }) => length))
    const events = Array.from({ length: Math.ceil(longest / IDS_PER_EVENT_MAX) }, (_, index) => {
      const slice = (ids: ReadonlyArray<string>) =>
        ids.slice(index * IDS_PER_EVENT_MAX, (index + 1) * IDS_PER_EVENT_MAX)
      return FollowsForgotten.make({
        personId,
        feedIds: slice(lists.feedIds),
        endedFeedIds: slice(lists.endedFeedIds),
        groupIds: slice(lists.groupIds),
        ruleIds: slice(lists.ruleIds),
        itemIds: slice(lists.itemIds),
        forgottenAt: nowIso,
      })
    })
    return Result.succeed(events)
  }
