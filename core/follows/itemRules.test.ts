import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import {
  FeedFollowed,
  type FollowsEvent,
  ItemRuleRemoved,
  ItemRuleSet,
  ItemSaved,
  SavedItemAnnotated,
} from "./events.ts"
import { ITEM_RULES_MAX } from "./followRules.ts"
import { forgetFollows } from "./forgetFollows.ts"
import { applyItemRules, itemsReadByRules, removeItemRule, setItemRule } from "./itemRules.ts"
import { type ItemRule, matchesRule, type RuleItem } from "./matchesRule.ts"
import { PersonFollows } from "./PersonFollows.ts"
import { EmptyRule, TooManyFollows } from "./refusals.ts"

const personId = "01890000-0000-7000-8000-000000000001"
const nowIso = "2026-11-27T12:00:00.000Z"
const by = { personId, nowIso }

const followed = FeedFollowed.make({ personId, feedId: "a", groupId: null, withCreator: false, followedAt: nowIso })
const rule = (change: Partial<ItemRule> = {}): ItemRule => ({
  feedId: null,
  words: ["harbour"],
  action: "save",
  tags: [],
  ...change,
})
const set = (ruleId: string, change: Partial<ItemRule> = {}) =>
  ItemRuleSet.make({ personId, ruleId, ...rule(change), setAt: nowIso })
const saved = (itemId: string) => ItemSaved.make({ personId, itemId, savedAt: nowIso })
const tagged = (itemId: string, tags: ReadonlyArray<string>, note = "") =>
  SavedItemAnnotated.make({ personId, itemId, tags, note, highlights: [], annotatedAt: nowIso })
const item = (change: Partial<RuleItem> = {}): RuleItem => ({
  itemId: "i1",
  feedId: "a",
  title: "The old Harbour",
  summary: null,
  ...change,
})
const stateOf = (...history: ReadonlyArray<FollowsEvent>) => replay(PersonFollows, history)

describe("a rule", () => {
  it.each<readonly [string, Partial<ItemRule>, Partial<RuleItem>, boolean]>([
    ["a word of the title, in any letter case", {}, {}, true],
    ["a word of the summary", {}, { title: "", summary: "At the HARBOUR" }, true],
    ["no word", {}, { title: "The old mill" }, false],
    ["one word of several", { words: ["mill", "harbour"] }, {}, true],
    ["a word in its own feed", { feedId: "a" }, {}, true],
    ["a word in another feed", { feedId: "b" }, {}, false],
    ["any item of its feed if it has no words", { feedId: "a", words: [] }, { title: "" }, true],
    ["a decomposed letter", { words: ["häfen"] }, { title: "Ha\u0308fen" }, true],
  ])("compares %s", (_, change, seen, matches) => expect(matchesRule(rule(change), item(seen))).toBe(matches))

  it("is set with cleaned words and tags, and not set again if it is the same", () => {
    const decided = setItemRule(rule({ words: [" Harbour ", "harbour"], tags: ["#Rivers"] }))(by)(stateOf())
    expect(Result.getOrThrow(decided)).toMatchObject([{ words: ["harbour"], tags: ["rivers"], action: "save" }])
    expect(setItemRule(rule())(by)(stateOf(set("r")))).toEqual(Result.succeed([]))
  })

  it("keeps its id when it is replaced, and has no tags if it only marks as read", () => {
    const decided = setItemRule({ ...rule({ action: "read", tags: ["x"] }), ruleId: "r" })(by)(stateOf(set("r")))
    expect(Result.getOrThrow(decided)).toMatchObject([{ ruleId: "r", action: "read", tags: [] }])
  })

  it("is refused without words for all feeds, and beyond the limit", () => {
    expect(setItemRule(rule({ words: [" "] }))(by)(stateOf())).toEqual(Result.fail(new EmptyRule()))
    const full = Array.from({ length: ITEM_RULES_MAX }, (_, index) => set(`r${index}`, { words: [`w${index}`] }))
    expect(setItemRule(rule())(by)(stateOf(...full))).toEqual(Result.fail(new TooManyFollows({ of: "itemRules" })))
    expect(Result.isSuccess(setItemRule({ ...rule(), ruleId: "r0" })(by)(stateOf(...full)))).toBe(true)
  })

  it("is removed once", () => {
    const removed = ItemRuleRemoved.make({ personId, ruleId: "r", removedAt: nowIso })
    expect(removeItemRule({ ruleId: "r" })(by)(stateOf(set("r")))).toEqual(Result.succeed([removed]))
    expect(removeItemRule({ ruleId: "r" })(by)(stateOf(set("r"), removed))).toEqual(Result.succeed([]))
  })
})

describe("rules that are applied to items", () => {
  const apply = (history: ReadonlyArray<FollowsEvent>, ...items: ReadonlyArray<RuleItem>) =>
    Result.getOrThrow(applyItemRules(items)(by)(stateOf(...history)))

  it("save what matches, with the tags of all rules", () => {
    const history = [followed, set("r", { tags: ["rivers"] }), set("s", { words: ["old"], tags: ["past", "rivers"] })]
    expect(apply(history, item(), item({ itemId: "i2", title: "None" }))).toEqual([
      saved("i1"),
      tagged("i1", ["rivers", "past"]),
    ])
  })

  it("change nothing the second time, and keep the note of a saved item", () => {
    const history = [followed, set("r", { tags: ["rivers"] }), saved("i1"), tagged("i1", ["own"], "For Sunday")]
    expect(apply(history, item())).toEqual([tagged("i1", ["own", "rivers"], "For Sunday")])
    expect(apply([...history, tagged("i1", ["own", "rivers"], "For Sunday")], item())).toEqual([])
  })

  it("leave feeds alone that are not followed, and everything after the account was deleted", () => {
    expect(apply([set("r")], item())).toEqual([])
    const history = [followed, set("r")]
    const forgotten = Result.getOrThrow(forgetFollows(by)(stateOf(...history)))
    expect(forgotten).toMatchObject([{ ruleIds: ["r"] }])
    expect(apply([...history, ...forgotten], item())).toEqual([])
  })

  it("name the items that are marked as read", () => {
    const state = stateOf(followed, set("r", { action: "read" }))
    expect(itemsReadByRules(state, [item(), item({ itemId: "i2", title: "None" })])).toEqual(["i1"])
    expect(apply([followed, set("r", { action: "read" })], item())).toEqual([])
  })
})
