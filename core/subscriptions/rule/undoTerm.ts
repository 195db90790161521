import { formatIso } from "#core/kernel"
import { type RuleEvent, RuleLapsed } from "./events.ts"
import { creatorIdsOf, type RuleOf, type RuleState } from "./Rule.ts"
import { loseSeats } from "./seatCharges.ts"

/** Ends the term of a rule because the deposit that had paid it was undone. The rule is paused: renewals need the payer. */
export const undoTerm = (of: RuleOf, state: RuleState, assetTypeId: number): ReadonlyArray<RuleEvent> => {
  const { personId, number, nowMs } = of
  if (state.term === null || state.term.assetTypeId !== assetTypeId) return []
  return [
    ...loseSeats(of, state, "undone"),
    RuleLapsed.make({
      ...{ personId, number, reason: "undone", creatorIds: creatorIdsOf(state) },
      lapsedAt: formatIso(nowMs),
    }),
  ]
}
