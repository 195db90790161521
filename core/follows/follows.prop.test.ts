import { HashMap, Result } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { createGroup } from "./createGroup.ts"
import { deleteGroup } from "./deleteGroup.ts"
import type { FollowsCommand } from "./FollowsCommand.ts"
import { followFeed } from "./followFeed.ts"
import { mergeFollows } from "./mergeFollows.ts"
import { moveFeeds } from "./moveFeeds.ts"
import { type FollowsState, PersonFollows } from "./PersonFollows.ts"
import { renameGroup } from "./renameGroup.ts"
import { unfollowFeed } from "./unfollowFeed.ts"

const personId = "01890000-0000-7000-8000-000000000001"
const feedId = fc.constantFrom("a", "b", "c", "d", "e")
const groupName = fc.constantFrom("", "X", "x", "Y", " Z ", "w".repeat(41))
const guestItems = fc.array(fc.record({ feedId: fc.oneof(feedId, fc.constant("")), groupName }), { maxLength: 26 })

const command: fc.Arbitrary<FollowsCommand<unknown>> = fc.oneof(
  fc.record({ feedId, groupName, withCreator: fc.boolean() }).map(followFeed),
  fc.record({ feedId }).map(unfollowFeed),
  fc.record({ groupName }).map(createGroup),
  fc.record({ groupName, newName: groupName }).map(renameGroup),
  fc.record({ groupName }).map(deleteGroup),
  fc.record({ groupName, feedIds: fc.array(feedId) }).map(moveFeeds),
  guestItems.map(mergeFollows),
)

const apply = (state: FollowsState, each: FollowsCommand<unknown>, second: number): FollowsState => {
  const decided = each({ personId, nowIso: new Date(second * 1_000).toISOString() })(state)
  return Result.isSuccess(decided) ? decided.success.reduce(PersonFollows.evolve, state) : state
}
const anyState = fc.array(command, { maxLength: 30 }).map((commands) => commands.reduce(apply, PersonFollows.initial))

it("keeps every feed in an existing group, and group names unique", () => {
  fc.assert(
    fc.property(anyState, (state) => {
      for (const { groupId } of HashMap.values(state.feeds))
        expect(groupId === null || state.groups.has(groupId)).toBe(true)
      const names = [...state.groups.values()].map((name) => name.toLowerCase())
      expect(new Set(names).size).toBe(names.length)
    }),
  )
})

it("[S4-029] merging twice equals merging once", () => {
  fc.assert(
    fc.property(anyState, guestItems, (state, items) => {
      const once = apply(state, mergeFollows(items), 1_000)
      const again = mergeFollows(items)({ personId, nowIso: "2026-11-21T12:00:00.000Z" })(once)
      expect(again).toEqual(Result.succeed([]))
      for (const { feedId } of items) if (feedId !== "") expect(HashMap.has(once.feeds, feedId)).toBe(true)
      for (const [feedId, follow] of HashMap.entries(state.feeds))
        expect(HashMap.get(once.feeds, feedId)).toMatchObject({ value: follow })
    }),
  )
})

it("following twice equals following once, and so does unfollowing", () => {
  fc.assert(
    fc.property(anyState, feedId, (state, feedId) => {
      for (const each of [followFeed({ feedId }), unfollowFeed({ feedId })]) {
        const once = apply(state, each, 1_000)
        expect(each({ personId, nowIso: "2026-11-21T12:00:00.000Z" })(once)).toEqual(Result.succeed([]))
      }
    }),
  )
})
