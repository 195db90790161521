import { Result } from "effect"
import { type Decide, replay } from "#core/kernel"
import { RULE_CREATORS_MAX } from "../limits.ts"
import { areSharesEnough, setCreator } from "./changeRule.ts"
import type { RuleEvent } from "./events.ts"
import { membersOf, Rule, type RuleOf, type RuleState } from "./Rule.ts"
import { loseSeats } from "./seatCharges.ts"

type DecideRule = Decide<RuleState, RuleEvent, never>

/** Removes a creator who leaves; idempotent. They count up to this moment, and so does premium. */
export const removeLeavingCreator = (of: RuleOf, creatorId: string): DecideRule => remove(of, creatorId, "creator")

/** Removes a creator whose channel operators withhold, until `returnCreator`; idempotent. Counts like a departure. */
export const withholdCreator = (of: RuleOf, creatorId: string): DecideRule => remove(of, creatorId, "operator")

const remove =
  (of: RuleOf, creatorId: string, by: "creator" | "operator"): DecideRule =>
  (state) =>
    Result.succeed([
      ...(membersOf(state).some((member) => member.creatorId === creatorId)
        ? [setCreator(of, state, { creatorId, weight: 0, by })]
        : []),
      ...loseSeats(of, state, "creatorLeft", (id) => id === creatorId),
    ])

/**
 * Puts a withheld creator back with the weight that they had, which changes the split and not the fee; idempotent. Nothing
 * happens if the payer filled their place, or made the fee too small for one more.
 */
export const returnCreator =
  (of: RuleOf, creatorId: string): DecideRule =>
  (state) => {
    const weight = state.withheld.get(creatorId)
    if (weight === undefined) return Result.succeed([])
    const back = [setCreator(of, state, { creatorId, weight, by: "operator" })]
    const after = replay({ ...Rule, initial: state }, back)
    const fits = membersOf(after).length <= RULE_CREATORS_MAX && areSharesEnough(after, of.nowMs)
    return Result.succeed(fits ? back : [])
  }
