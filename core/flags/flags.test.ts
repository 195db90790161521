import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { FLAG_PEOPLE_MAX, resetFlag, setFlag } from "./changeFlag.ts"
import { type FlagEvent, FlagReset, type FlagRule, FlagSet } from "./events.ts"
import { FlagRules, isOnFor } from "./FlagRules.ts"

const nowMs = Date.UTC(2026, 10, 27, 9)
const at = new Date(nowMs).toISOString()
const by = "operator:ola"
const wasSet = (rule: FlagRule) => FlagSet.make({ flag: "comments", rule, reason: "Spam", by, setAt: at })
const wasReset = FlagReset.make({ flag: "comments", by, resetAt: at })
const people = (count: number) => Array.from({ length: count }, (_, index) => `person-${index}`)

const outcome = (decided: Result.Result<ReadonlyArray<FlagEvent>, { readonly _tag: string }>) =>
  Result.match(decided, { onSuccess: (events) => events, onFailure: ({ _tag }) => _tag })

describe("an operator", () => {
  const set = (rule: FlagRule) => setFlag({ flag: "comments", rule, reason: "Spam", by, nowMs })

  it.each<[title: string, given: ReadonlyArray<FlagEvent>, rule: FlagRule, expected: unknown]>([
    ["turns a feature off", [], { kind: "off" }, [wasSet({ kind: "off" })]],
    ["does not set the same rule again", [wasSet({ kind: "off" })], { kind: "off" }, "FlagUnchanged"],
    ["opens a feature to a share", [], { kind: "percent", percent: 1 }, [wasSet({ kind: "percent", percent: 1 })]],
    ["cannot set a share of 0", [], { kind: "percent", percent: 0 }, "FlagRuleInvalid"],
    ["cannot set a share of 100", [], { kind: "percent", percent: 100 }, "FlagRuleInvalid"],
    ["cannot set half a percent", [], { kind: "percent", percent: 0.5 }, "FlagRuleInvalid"],
    ["cannot set a share that is no number", [], { kind: "percent", percent: Number.NaN }, "FlagRuleInvalid"],
    ["cannot name nobody", [], { kind: "people", personIds: [] }, "FlagRuleInvalid"],
    ["cannot name too many", [], { kind: "people", personIds: people(FLAG_PEOPLE_MAX + 1) }, "FlagRuleInvalid"],
    ["cannot name half a release", [], { kind: "release", release: "0.8" }, "FlagRuleInvalid"],
  ])("%s", (_, history, rule, expected) => {
    expect(outcome(set(rule)(replay(FlagRules, history)))).toEqual(expected)
  })

  it("resets a rule, once", () => {
    const reset = resetFlag({ flag: "comments", by, nowMs })
    expect(outcome(reset(replay(FlagRules, [wasSet({ kind: "off" })])))).toEqual([wasReset])
    expect(outcome(reset(replay(FlagRules, [wasSet({ kind: "off" }), wasReset])))).toBe("FlagUnchanged")
  })
})

describe("a feature", () => {
  it.each<[title: string, rule: FlagRule | undefined, personId: string | null, expected: boolean]>([
    ["is on without a rule", undefined, null, true],
    ["is on for everybody", { kind: "on" }, null, true],
    ["is off for everybody", { kind: "off" }, "anna", false],
    ["is on for a named person", { kind: "people", personIds: ["anna"] }, "anna", true],
    ["is off for another person", { kind: "people", personIds: ["anna"] }, "ben", false],
    ["is off for guests if people are named", { kind: "people", personIds: ["anna"] }, null, false],
    ["is off for guests if a share of the members has it", { kind: "percent", percent: 99 }, null, false],
    ["is on in its release", { kind: "release", release: "0.7.2" }, null, true],
    ["is on in a later release", { kind: "release", release: "0.6.10" }, null, true],
    ["is off in an earlier release", { kind: "release", release: "0.7.10" }, null, false],
  ])("%s", (_, rule, personId, expected) => {
    expect(isOnFor("comments", rule, personId, "0.7.2")).toBe(expected)
  })

  it("keeps its members when their share grows, and different features have different members", () => {
    const members = people(2_000)
    const having = (flag: "comments" | "publishing", percent: number) =>
      new Set(members.filter((personId) => isOnFor(flag, { kind: "percent", percent }, personId, "0.7.2")))
    const [few, many] = [having("comments", 20), having("comments", 40)]
    expect(few.size / members.length).toBeCloseTo(0.2, 1)
    expect([...few].every((personId) => many.has(personId))).toBe(true)
    expect([...having("publishing", 20)].every((personId) => few.has(personId))).toBe(false)
  })
})
