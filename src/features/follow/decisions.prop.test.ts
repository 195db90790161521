import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { GUEST_FEEDS_MAX, GUEST_GROUPS_MAX } from "#contract/follows"
import {
  clearFollows,
  createGroup,
  deleteGroup,
  followFeed,
  moveToGroup,
  renameGroup,
  unfollowFeed,
} from "./commands.ts"
import { fromFollowsCookie, toFollowsCookie } from "./cookieMirror.ts"
import { feed, feedId } from "./followsNotation.controls.ts"
import { type Decide, feedsOf, type GuestFollows, groupsOf, isFollowed, isPlaceholder } from "./GuestFollows.ts"

const anyFeed = fc.constantFrom(..."abcdefghijklm")
const anyGroup = fc.constantFrom("", "One", "two", "三", "Four & =", "%25;")

const anyCommand: fc.Arbitrary<Decide> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(anyFeed, anyGroup).map(([name, group]) => followFeed(feed(name), group)) },
  { weight: 3, arbitrary: anyFeed.map((name) => unfollowFeed(feedId(name))) },
  { weight: 2, arbitrary: anyGroup.map(createGroup) },
  { weight: 2, arbitrary: fc.tuple(anyGroup, anyGroup).map(([from, to]) => renameGroup(from, to)) },
  { weight: 1, arbitrary: anyGroup.map(deleteGroup) },
  { weight: 3, arbitrary: fc.tuple(anyFeed, anyGroup).map(([name, group]) => moveToGroup(feedId(name), group)) },
  { weight: 1, arbitrary: fc.constant(clearFollows()) },
)
const anyFollows = fc.array(anyCommand, { maxLength: 60 }).map((commands) => commands.reduce(carriedOut, []))

/** A refusal leaves everything as it was. */
const carriedOut = (items: GuestFollows, decide: Decide): GuestFollows => {
  const decision = decide(items)
  return "items" in decision ? decision.items : items
}

describe("whatever a guest does", () => {
  it("[S8-001] [S8-002] there are never more than 10 feeds and 3 groups", () => {
    fc.assert(
      fc.property(anyFollows, (items) => {
        expect(feedsOf(items).length).toBeLessThanOrEqual(GUEST_FEEDS_MAX)
        expect(groupsOf(items).length).toBeLessThanOrEqual(GUEST_GROUPS_MAX)
      }),
    )
  })

  it("[S3-005] a feed is listed once, and a placeholder is alone in its group with an empty id", () => {
    fc.assert(
      fc.property(anyFollows, (items) => {
        const ids = feedsOf(items).map(({ feedId: id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        for (const item of items.filter(isPlaceholder)) {
          expect(item).toMatchObject({ id: "", feedId: "", follow: false })
          expect(items.filter(({ groupName }) => groupName === item.groupName)).toHaveLength(1)
          expect(item.groupName).not.toBe("")
        }
      }),
    )
  })

  it("[S4-024] ending a follow takes exactly that feed and no group", () => {
    fc.assert(
      fc.property(anyFollows, anyFeed, (items, name) => {
        const left = carriedOut(items, unfollowFeed(feedId(name)))
        expect(isFollowed(left, feedId(name))).toBe(false)
        expect(groupsOf(left)).toEqual(groupsOf(items))
        expect(feedsOf(left)).toEqual(feedsOf(items).filter((item) => item.feedId !== feedId(name)))
      }),
    )
  })

  it("following a feed and ending it again brings back the feeds and groups as they were", () => {
    fc.assert(
      fc.property(anyFollows, anyFeed, (items, name) => {
        fc.pre(!isFollowed(items, feedId(name)))
        const again = carriedOut(carriedOut(items, followFeed(feed(name))), unfollowFeed(feedId(name)))
        expect(again).toEqual(items)
      }),
    )
  })

  it("moving a feed neither loses a feed nor a group", () => {
    fc.assert(
      fc.property(anyFollows, anyFeed, anyGroup, (items, name, group) => {
        const moved = carriedOut(items, moveToGroup(feedId(name), group))
        const names = (list: GuestFollows) =>
          feedsOf(list)
            .map(({ title }) => title)
            .sort()
        expect(names(moved)).toEqual(names(items))
        expect([...groupsOf(moved)].sort()).toEqual([...groupsOf(items)].sort())
      }),
    )
  })

  it("the cookie tells the server the same feeds in the same groups", () => {
    fc.assert(
      fc.property(anyFollows, (items) => {
        const read = fromFollowsCookie(toFollowsCookie(items))
        const ofGroup = (list: GuestFollows, name: string) =>
          list.filter(({ groupName }) => groupName === name).map((item) => item.feedId)
        for (const name of ["", ...groupsOf(items)]) expect(ofGroup(read, name)).toEqual(ofGroup(items, name))
        expect(read).toHaveLength(items.length)
      }),
    )
  })
})
