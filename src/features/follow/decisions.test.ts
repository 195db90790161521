import { describe, expect, it } from "vitest"
import {
  clearFollows,
  createGroup,
  deleteGroup,
  followFeed,
  moveToGroup,
  renameGroup,
  unfollowFeed,
} from "./commands.ts"
import { feed, feedId, given, LETTERS, noted } from "./followsNotation.controls.ts"
import { isEmpty, placeholderOf } from "./GuestFollows.ts"

const ten = LETTERS
const threeGroups = ["@One", "@Two", "@Three"]

describe("following", () => {
  it.each([
    ["a first feed", [], followFeed(feed("a")), ["a"]],
    ["a feed that is followed already stays once, where it is", ["a", "b"], followFeed(feed("a"), "X"), ["a", "b"]],
    [
      "a feed in a group without feeds takes the placeholder's place",
      ["@X", "a"],
      followFeed(feed("b"), "X"),
      ["b@X", "a"],
    ],
    ["a feed in a new group", ["a@X"], followFeed(feed("b"), "Y"), ["a@X", "b@Y"]],
    ["a feed in a fourth group is refused", threeGroups, followFeed(feed("a"), "Four"), "follow.limit.groups"],
    ["[S6-004] the tenth feed is followed", ten.slice(1), followFeed(feed("a")), [...ten.slice(1), "a"]],
    ["[S8-001] the eleventh feed is refused", ten, followFeed(feed("k")), "follow.limit.feeds"],
    [
      "[S8-001] a placeholder does not count as a feed",
      ["@X", ...ten.slice(1)],
      followFeed(feed("a")),
      ["@X", ...ten.slice(1), "a"],
    ],
    ["groups do not change places", ["a@X", "b@Y"], followFeed(feed("c"), "X"), ["a@X", "c@X", "b@Y"]],
  ] as const)("%s", (_, history, decide, outcome) => {
    expect(noted(decide(given(...history)))).toEqual(outcome)
  })

  it("[S3-004] keeps a followed feed with the fields of the specification and no others", () => {
    const decision = followFeed(feed("a"), "Europe")([])
    const [item] = "items" in decision ? decision.items : []
    expect(Object.keys(item ?? {}).sort()).toEqual(
      "code contentType description feedId follow groupName iconUrl id lastUpdated recentUpdate subsribers tags title url".split(
        " ",
      ),
    )
    expect(item).toMatchObject({ follow: true, groupName: "Europe" })
  })

  it("[S4-023] takes a list of placeholders alone for an empty one", () => {
    expect([given(), given("@X"), given("@X", "a")].map(isEmpty)).toEqual([true, true, false])
  })
})

describe("ending a follow", () => {
  it.each([
    ["a feed in no group", ["a", "b"], unfollowFeed(feedId("a")), ["b"]],
    ["one feed of several in its group", ["a@X", "b@X"], unfollowFeed(feedId("a")), ["b@X"]],
    ["[S4-024] the last feed of a group leaves the placeholder", ["a@X", "b"], unfollowFeed(feedId("a")), ["@X", "b"]],
    ["a feed that is not followed", ["a"], unfollowFeed(feedId("b")), ["a"]],
    ["nothing: a placeholder's empty id is no feed", ["@X"], unfollowFeed(""), ["@X"]],
  ] as const)("%s", (_, history, decide, outcome) => {
    expect(noted(decide(given(...history)))).toEqual(outcome)
  })
})

describe("groups", () => {
  it.each([
    ["a new one stands empty", ["a"], createGroup("X"), ["a", "@X"]],
    ["a name is trimmed and its blanks are single", [], createGroup("  Deep \t Sea "), ["@Deep Sea"]],
    ["one without a name is refused", [], createGroup(" \n"), "groups.name.missing"],
    ["a name that is too long is refused", [], createGroup("x".repeat(41)), "groups.name.long"],
    ["a name that is there already is refused", ["a@X"], createGroup("x"), "groups.name.taken"],
    ["[S6-004] the third is created", ["@One", "a@Two"], createGroup("Three"), ["@One", "a@Two", "@Three"]],
    ["[S8-002] the fourth is refused", threeGroups, createGroup("Four"), "follow.limit.groups"],
    [
      "[S8-002] a group with feeds counts as one without",
      ["a@One", "b@Two", "c@Three"],
      createGroup("Four"),
      "follow.limit.groups",
    ],
    ["[S4-025] another name goes to all its items", ["a@X", "b", "c@X"], renameGroup("X", "Y"), ["a@Y", "b", "c@Y"]],
    ["[S4-025] an empty group is renamed too", ["@X"], renameGroup("X", "Y"), ["@Y"]],
    ["a name may change its letter case", ["a@x"], renameGroup("x", "X"), ["a@X"]],
    ["another group's name is refused", ["a@X", "@Y"], renameGroup("X", "y"), "groups.name.taken"],
    ["no name is refused", ["a@X"], renameGroup("X", ""), "groups.name.missing"],
    ["an unknown group cannot be renamed", ["a"], renameGroup("X", "Y"), "groups.unknown"],
    ["the feeds of no group are no group", ["a"], renameGroup("", "Y"), "groups.unknown"],
    ["[S4-026] deleting removes all items", ["a@X", "b", "c@X"], deleteGroup("X"), ["b"]],
    ["deleting can keep the feeds, in no group", ["a@X", "b", "c@X"], deleteGroup("X", true), ["b", "a", "c"]],
    ["[S4-026] an empty group is deleted too", ["@X", "a@Y"], deleteGroup("X"), ["a@Y"]],
    ["an unknown group cannot be deleted", ["a"], deleteGroup(""), "groups.unknown"],
    ["a feed moves, its group remains", ["a@X", "@Y"], moveToGroup(feedId("a"), "Y"), ["@X", "a@Y"]],
    ["a feed moves out of all groups", ["a@X", "b@X"], moveToGroup(feedId("a"), ""), ["b@X", "a"]],
    ["a feed that is there already", ["a@X", "b"], moveToGroup(feedId("a"), "X"), ["a@X", "b"]],
    ["a move to an unknown group is refused", ["a"], moveToGroup(feedId("a"), "X"), "groups.unknown"],
    ["a feed that is not followed cannot move", ["a@X"], moveToGroup(feedId("b"), "X"), ["a@X"]],
    ["clearing forgets feeds and groups", ["a@X", "b", "@Y"], clearFollows(), []],
  ] as const)("%s", (_, history, decide, outcome) => {
    expect(noted(decide(given(...history)))).toEqual(outcome)
  })

  it("[S3-005] represents an empty group by an item with an empty id and the group's name", () => {
    expect(placeholderOf("Europe")).toMatchObject({ id: "", feedId: "", groupName: "Europe", follow: false })
  })
})
