import { Result, Schema } from "effect"
import { formatIso } from "#core/kernel"
import { type FlagEvent, FlagReset, type FlagRule, FlagSet } from "./events.ts"
import type { Flag, FlagRulesState } from "./FlagRules.ts"

/** People in one rule: a rule is read with every call. */
export const FLAG_PEOPLE_MAX = 100

/** The rule is the current one, or there is none to reset. */
export class FlagUnchanged extends Schema.TaggedError<FlagUnchanged>()("FlagUnchanged", {}) {}

/** The rule is not one: a share outside 1 to 99, no people or too many, or a release that is not three numbers. */
export class FlagRuleInvalid extends Schema.TaggedError<FlagRuleInvalid>()("FlagRuleInvalid", {
  problem: Schema.Literals(["percent", "people", "release"]),
}) {}

type Change = { readonly flag: Flag; readonly by: string; readonly nowMs: number }
type Decided<Refusal> = Result.Result<ReadonlyArray<FlagEvent>, Refusal>

/** Sets who has a feature. */
export const setFlag =
  ({ flag, rule, reason, by, nowMs }: Change & { readonly rule: FlagRule; readonly reason: string }) =>
  (state: FlagRulesState): Decided<FlagUnchanged | FlagRuleInvalid> => {
    const problem = problemOf(rule)
    if (problem !== null) return Result.fail(new FlagRuleInvalid({ problem }))
    if (isSame(state.get(flag), rule)) return Result.fail(new FlagUnchanged({}))
    return Result.succeed([FlagSet.make({ flag, rule, reason, by, setAt: formatIso(nowMs) })])
  }

/** Removes the rule of a feature, which is then on for everybody. */
export const resetFlag =
  ({ flag, by, nowMs }: Change) =>
  (state: FlagRulesState): Decided<FlagUnchanged> =>
    state.has(flag)
      ? Result.succeed([FlagReset.make({ flag, by, resetAt: formatIso(nowMs) })])
      : Result.fail(new FlagUnchanged({}))

const RELEASE = /^\d{1,4}\.\d{1,4}\.\d{1,4}$/

/** What is wrong with a rule, or null. */
export const problemOf = (rule: FlagRule): FlagRuleInvalid["problem"] | null => {
  if (rule.kind === "percent")
    return Number.isInteger(rule.percent) && rule.percent >= 1 && rule.percent <= 99 ? null : "percent"
  if (rule.kind === "people")
    return rule.personIds.length >= 1 && rule.personIds.length <= FLAG_PEOPLE_MAX ? null : "people"
  if (rule.kind === "release") return RELEASE.test(rule.release) ? null : "release"
  return null
}

const isSame = (one: FlagRule | undefined, other: FlagRule): boolean =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other)
