import { HashMap, Result } from "effect"
import { FollowsForgotten } from "./events.ts"
import { isBlank } from "./PersonFollows.ts"
import type { Verb } from "./Verb.ts"

/** Of each kind, in one fact: what a person unfollowed in years has no bound, and a fact has one. */
const FORGOTTEN_AT_ONCE_MAX = 10_000

/** Drops all that a person followed, saved and muted, because the person left. */
export const forgetFollows: Verb<never> =
  ({ personId, nowIso }) =>
  (state) => {
    if (isBlank(state)) return Result.succeed([])
    const lists = {
      feedIds: [...HashMap.keys(state.feeds)],
      endedFeedIds: [...state.ended],
      groupIds: [...state.groups.keys()],
      ruleIds: [...state.rules.keys()],
      itemIds: [...state.saved],
    }
    const longest = Math.max(...Object.values(lists).map(({ length }) => length))
    const parts = Array.from({ length: Math.ceil(longest / FORGOTTEN_AT_ONCE_MAX) }, (_, part) => {
      const some = (ids: ReadonlyArray<string>) =>
        ids.slice(part * FORGOTTEN_AT_ONCE_MAX, (part + 1) * FORGOTTEN_AT_ONCE_MAX)
      return FollowsForgotten.make({
        personId,
        feedIds: some(lists.feedIds),
        endedFeedIds: some(lists.endedFeedIds),
        groupIds: some(lists.groupIds),
        ruleIds: some(lists.ruleIds),
        itemIds: some(lists.itemIds),
        forgottenAt: nowIso,
      })
    })
    return Result.succeed(parts)
  }
