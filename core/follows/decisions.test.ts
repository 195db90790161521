import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { createGroup } from "./createGroup.ts"
import { deleteGroup } from "./deleteGroup.ts"
import {
  CreatorFollowed,
  FeedFollowed,
  FeedMovedToGroup,
  FeedUnfollowed,
  type FollowsEvent,
  FollowsForgotten,
  GroupCreated,
  GroupDeleted,
  GroupRenamed,
  ItemSaved,
  ItemUnsaved,
  MuteRuleRemoved,
  MuteRuleSet,
} from "./events.ts"
import { type FollowsCommand, newGroupId } from "./FollowsCommand.ts"
import { followFeed } from "./followFeed.ts"
import { forgetFollows } from "./forgetFollows.ts"
import { mergeFollows } from "./mergeFollows.ts"
import { moveFeeds } from "./moveFeeds.ts"
import { removeMuteRule, ruleIdOf, setMuteRule } from "./muteRules.ts"
import { PersonFollows } from "./PersonFollows.ts"
import { BadGroupName, NoGroup, TooManyFollows } from "./refusals.ts"
import { renameGroup } from "./renameGroup.ts"
import { setItemsSaved } from "./setItemsSaved.ts"
import { unfollowFeed } from "./unfollowFeed.ts"

const personId = "01890000-0000-7000-8000-000000000001"
const nowIso = "2026-11-21T12:00:00.000Z"
const by = { personId, nowIso }

const followed = (feedId: string, groupId: string | null = null, withCreator = false) =>
  FeedFollowed.make({ personId, feedId, groupId, withCreator, followedAt: nowIso })
const unfollowed = (feedId: string) => FeedUnfollowed.make({ personId, feedId, unfollowedAt: nowIso })
const created = (groupId: string, name = groupId) => GroupCreated.make({ personId, groupId, name, createdAt: nowIso })
const moved = (feedId: string, groupId: string | null) =>
  FeedMovedToGroup.make({ personId, feedId, groupId, movedAt: nowIso })
const idOf = (name: string) => newGroupId(by, name)

const whenAll = <Refusal>(history: ReadonlyArray<FollowsEvent>, command: FollowsCommand<Refusal>) =>
  command(by)(replay(PersonFollows, history))
const then = (...facts: ReadonlyArray<FollowsEvent>) => Result.succeed(facts)
const many = <A>(count: number, make: (index: number) => A) => Array.from({ length: count }, (_, index) => make(index))

type Row = readonly [name: string, given: ReadonlyArray<FollowsEvent>, when: FollowsCommand<unknown>, outcome: unknown]
const table = (rows: ReadonlyArray<Row>) =>
  it.each(rows)("%s", (_, given, when, outcome) => expect(whenAll(given, when)).toEqual(outcome))

describe("following a feed", () => {
  table([
    ["a first one", [], followFeed({ feedId: "a" }), then(followed("a"))],
    ["one that is followed already changes nothing", [followed("a")], followFeed({ feedId: "a" }), then()],
    ["even where another group is named", [followed("a")], followFeed({ feedId: "a", groupName: "X" }), then()],
    ["again, after it ended", [followed("a"), unfollowed("a")], followFeed({ feedId: "a" }), then(followed("a"))],
    ["in a group by its id", [created("x", "X")], followFeed({ feedId: "a", groupId: "x" }), then(followed("a", "x"))],
    [
      "in a group by its name, whatever its letter case",
      [created("x", "Europe")],
      followFeed({ feedId: "a", groupName: " EUROPE " }),
      then(followed("a", "x")),
    ],
    [
      "in a group that is made for it",
      [],
      followFeed({ feedId: "a", groupName: "Europe" }),
      then(created(idOf("Europe"), "Europe"), followed("a", idOf("Europe"))),
    ],
    ["in a group that is gone", [], followFeed({ feedId: "a", groupId: "x" }), Result.fail(new NoGroup())],
    [
      "in a group that cannot be called so",
      [],
      followFeed({ feedId: "a", groupName: "x".repeat(41) }),
      Result.fail(new BadGroupName({ problem: "long" })),
    ],
    [
      "the 5,000th is followed",
      many(4_999, (index) => followed(`f${index}`)),
      followFeed({ feedId: "a" }),
      then(followed("a")),
    ],
    [
      "the 5,001st is refused",
      many(5_000, (index) => followed(`f${index}`)),
      followFeed({ feedId: "a" }),
      Result.fail(new TooManyFollows({ of: "feeds" })),
    ],
    [
      "a 201st group is refused",
      many(200, (index) => created(`g${index}`)),
      followFeed({ feedId: "a", groupName: "new" }),
      Result.fail(new TooManyFollows({ of: "groups" })),
    ],
    ["with its creator", [], followFeed({ feedId: "a", withCreator: true }), then(followed("a", null, true))],
    [
      "its creator later on, where the feed stays in its group",
      [created("x"), followed("a", "x")],
      followFeed({ feedId: "a", withCreator: true }),
      then(CreatorFollowed.make({ personId, feedId: "a", followedAt: nowIso })),
    ],
    ["with its creator, twice", [followed("a", null, true)], followFeed({ feedId: "a", withCreator: true }), then()],
  ])
})

describe("unfollowing", () => {
  table([
    ["ends it", [followed("a")], unfollowFeed({ feedId: "a" }), then(unfollowed("a"))],
    ["twice changes nothing", [followed("a"), unfollowed("a")], unfollowFeed({ feedId: "a" }), then()],
    ["of a feed that never was followed changes nothing", [], unfollowFeed({ feedId: "a" }), then()],
  ])
})

describe("groups", () => {
  const renamed = (groupId: string, name: string) => GroupRenamed.make({ personId, groupId, name, renamedAt: nowIso })
  const deleted = (groupId: string, ...feedIds: ReadonlyArray<string>) =>
    GroupDeleted.make({ personId, groupId, feedIds, deletedAt: nowIso })
  const taken = Result.fail(new BadGroupName({ problem: "taken" }))
  table([
    ["a group is made", [], createGroup({ groupName: " Eu\trope " }), then(created(idOf("Eu rope"), "Eu rope"))],
    [
      "without a name it is not",
      [],
      createGroup({ groupName: " " }),
      Result.fail(new BadGroupName({ problem: "missing" })),
    ],
    ["nor with the name of another", [created("x", "Europe")], createGroup({ groupName: "europe" }), taken],
    [
      "the 201st is refused",
      many(200, (index) => created(`g${index}`)),
      createGroup({ groupName: "new" }),
      Result.fail(new TooManyFollows({ of: "groups" })),
    ],
    ["renamed by its id", [created("x")], renameGroup({ groupId: "x", newName: "Y" }), then(renamed("x", "Y"))],
    ["renamed by its name", [created("x")], renameGroup({ groupName: "X", newName: "Y" }), then(renamed("x", "Y"))],
    ["only in letter case", [created("x")], renameGroup({ groupId: "x", newName: "X" }), then(renamed("x", "X"))],
    ["to the name it has", [created("x")], renameGroup({ groupId: "x", newName: "x" }), then()],
    ["to another's name", [created("x"), created("y")], renameGroup({ groupId: "x", newName: "Y" }), taken],
    ["none is renamed", [], renameGroup({ groupId: "x", newName: "Y" }), Result.fail(new NoGroup())],
    ["no group at all cannot be renamed", [], renameGroup({ newName: "Y" }), Result.fail(new NoGroup())],
    [
      "deleted, with the follows in it",
      [created("x"), followed("a", "x"), followed("b")],
      deleteGroup({ groupId: "x" }),
      then(deleted("x", "a")),
    ],
    [
      "deleted, with its feeds moved out of it",
      [created("x"), followed("a", "x"), followed("b")],
      deleteGroup({ groupId: "x", keepsFeeds: true }),
      then(moved("a", null), deleted("x")),
    ],
    ["deleted already", [created("x"), deleted("x")], deleteGroup({ groupId: "x" }), Result.fail(new NoGroup())],
    [
      "what was in a deleted group can be followed again",
      [created("x"), followed("a", "x"), deleted("x", "a")],
      followFeed({ feedId: "a" }),
      then(followed("a")),
    ],
    [
      "feeds move, those that are followed and elsewhere",
      [created("x"), followed("a"), followed("b", "x")],
      moveFeeds({ groupId: "x", feedIds: ["a", "b", "c", "a"] }),
      then(moved("a", "x")),
    ],
    ["feeds move out", [created("x"), followed("a", "x")], moveFeeds({ feedIds: ["a"] }), then(moved("a", null))],
    [
      "feeds do not move to where nothing is",
      [followed("a")],
      moveFeeds({ groupName: "X", feedIds: ["a"] }),
      Result.fail(new NoGroup()),
    ],
  ])
})

describe("merging a guest's follows", () => {
  const item = (feedId: string, groupName = "") => ({ feedId, groupName })
  table([
    ["nothing", [], mergeFollows([]), then()],
    ["feeds", [], mergeFollows([item("a"), item("b")]), then(followed("a"), followed("b"))],
    [
      "feeds in a group, and a group without feeds",
      [],
      mergeFollows([item("a", "X"), item("b", "X"), item("", "Y")]),
      then(created(idOf("X"), "X"), followed("a", idOf("X")), followed("b", idOf("X")), created(idOf("Y"), "Y")),
    ],
    [
      "a feed that is followed keeps its group",
      [created("x"), followed("a", "x")],
      mergeFollows([item("a", "Y"), item("b")]),
      then(followed("b")),
    ],
    [
      "a group of the same name takes them in",
      [created("x", "Europe")],
      mergeFollows([item("a", "EUROPE"), item("", "europe")]),
      then(followed("a", "x")),
    ],
    ["a name that no group can have is none", [], mergeFollows([item("a", "x".repeat(41))]), then(followed("a"))],
    [
      "beyond the limit of groups they are followed without one",
      many(200, (index) => created(`g${index}`)),
      mergeFollows([item("a", "X")]),
      then(followed("a")),
    ],
    [
      "beyond the limit of feeds they are left",
      many(4_999, (index) => followed(`f${index}`)),
      mergeFollows([item("a"), item("b")]),
      then(followed("a")),
    ],
  ])
})

describe("saved items and mute rules", () => {
  const saved = ItemSaved.make({ personId, itemId: "i", savedAt: nowIso })
  const unsaved = ItemUnsaved.make({ personId, itemId: "i", unsavedAt: nowIso })
  const rule = (feedId: string | null, ...words: ReadonlyArray<string>) =>
    MuteRuleSet.make({ personId, ruleId: ruleIdOf(personId, feedId), feedId, words, setAt: nowIso })
  const ended = MuteRuleRemoved.make({ personId, ruleId: ruleIdOf(personId, "a"), removedAt: nowIso })
  table([
    ["an item is saved", [], setItemsSaved(["i"], true), then(saved)],
    ["once", [saved], setItemsSaved(["i"], true), then()],
    ["and let go", [saved], setItemsSaved(["i"], false), then(unsaved)],
    ["once", [saved, unsaved], setItemsSaved(["i"], false), then()],
    [
      "the 10,001st is refused",
      many(10_000, (index) => ItemSaved.make({ ...saved, itemId: `i${index}` })),
      setItemsSaved(["i"], true),
      Result.fail(new TooManyFollows({ of: "saved" })),
    ],
    [
      "words are muted as they are compared",
      [],
      setMuteRule({ feedId: "a", words: ["  Foo  Bar ", "foo bar", "", "ÄB"] }),
      then(rule("a", "foo bar", "äb")),
    ],
    ["the same words again", [rule("a", "x")], setMuteRule({ feedId: "a", words: ["X"] }), then()],
    ["other words", [rule("a", "x")], setMuteRule({ feedId: "a", words: ["y"] }), then(rule("a", "y"))],
    ["in all feeds", [rule("a", "x")], setMuteRule({ feedId: null, words: ["x"] }), then(rule(null, "x"))],
    [
      "the 101st rule is refused",
      many(100, (index) => rule(`f${index}`, "x")),
      setMuteRule({ feedId: "a", words: ["x"] }),
      Result.fail(new TooManyFollows({ of: "rules" })),
    ],
    ["a rule ends", [rule("a", "x")], removeMuteRule({ feedId: "a" }), then(ended)],
    ["once", [rule("a", "x"), ended], removeMuteRule({ feedId: "a" }), then()],
  ])

  it("lists everything that a deleted account followed, saved and muted, once", () => {
    const history = [created("x"), followed("a", "x"), followed("b"), unfollowed("b"), rule("a", "w"), saved]
    const lists = { feedIds: ["a"], endedFeedIds: ["b"], groupIds: ["x"], ruleIds: [ruleIdOf(personId, "a")] }
    const forgotten = FollowsForgotten.make({ personId, ...lists, itemIds: ["i"], forgottenAt: nowIso })
    expect(whenAll(history, forgetFollows)).toEqual(then(forgotten))
    expect(whenAll([...history, forgotten], forgetFollows)).toEqual(then())
  })

  it("splits an erasure that is too large for one event", () => {
    const history = many(10_001, (index) => ItemSaved.make({ ...saved, itemId: `i${index}` }))
    const forgotten = whenAll(history, forgetFollows)
    if (Result.isFailure(forgotten)) throw forgotten.failure
    const counts = forgotten.success.map((fact) => "itemIds" in fact && fact.itemIds.length)
    expect(counts).toEqual([10_000, 1])
  })
})
