import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { REFUND_INTERVAL_MS, STAY_MS_MIN } from "../limits.ts"
import { NoRefund } from "../refusals.ts"
import { costOfStay } from "../termCost.ts"
import { IntentSet, type RuleEvent, RuleLapsed } from "./events.ts"
import { creatorIdsOf, endOf, type RuleOf, type RuleState } from "./Rule.ts"
import { loseSeats } from "./seatCharges.ts"

/** What a cancelled cycle keeps for its creators, until when; the rest goes back. */
export type UsedCycle = { readonly n: number; readonly endMs: number; readonly units: bigint }

export type Cancellation = {
  readonly events: ReadonlyArray<RuleEvent>
  /** The cycles of the term that are not over. */
  readonly used: ReadonlyArray<UsedCycle>
}

/**
 * Cancels a rule now: the payer gets back what the term cost beyond a stay up to now, at least 7 days, rounded down.
 * @param isFree whether the interval between refunds does not apply, as when the account is deleted
 */
export const cancelNow = (of: RuleOf, state: RuleState, isFree = false): Result.Result<Cancellation, NoRefund> => {
  const { personId, number, nowMs } = of
  const { term, lastRefundMs } = state
  if (term === null || nowMs >= endOf(term)) return Result.fail(new NoRefund({ reason: "nothingPaid", untilMs: 0 }))
  const untilMs = lastRefundMs === null ? 0 : lastRefundMs + REFUND_INTERVAL_MS
  if (!isFree && nowMs < untilMs) return Result.fail(new NoRefund({ reason: "tooSoon", untilMs }))
  const at = formatIso(nowMs)
  const usedUntilMs = Math.max(nowMs, (term.cycles[0]?.startMs ?? nowMs) + STAY_MS_MIN)
  const used = term.cycles.flatMap(({ n, startMs, endMs, units }, index) => {
    if (endMs <= nowMs) return []
    const stayMs = Math.min(endMs, Math.max(startMs, usedUntilMs)) - startMs
    const part = { of: BigInt(stayMs), in: BigInt(endMs - startMs) }
    const cost = costOfStay(term.feeUnits, index, part) - costOfStay(term.feeUnits, index)
    return [{ n, endMs: startMs + stayMs, units: startMs + stayMs === endMs ? units : cost }]
  })
  const events = [
    ...(state.intent === "cancelled" ? [] : [IntentSet.make({ personId, number, intent: "cancelled", setAt: at })]),
    ...loseSeats(of, state, "refunded"),
    RuleLapsed.make({ personId, number, reason: "refunded", creatorIds: creatorIdsOf(state), lapsedAt: at }),
  ]
  return Result.succeed({ events, used })
}
