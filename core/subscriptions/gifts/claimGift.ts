import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { startOf } from "../calendar.ts"
import { CycleCharged } from "../cycle/events.ts"
import { GIFT_RULE_FIRST, PLATFORM_CUT_PER_MILLE } from "../limits.ts"
import { NoGift } from "../refusals.ts"
import { CreatorSet, RuleAdded, type RuleEvent, TermBegun, TermsSet } from "../rule/events.ts"
import { endOf, membersOf, type RuleState } from "../rule/Rule.ts"
import { partsOfTerm } from "../termCost.ts"
import { GiftClaimed } from "./events.ts"
import type { Gift } from "./PersonGifts.ts"

/** A rule with its number. */
export type NumberedRule = { readonly number: number; readonly state: RuleState }

type ClaimOf = { readonly payerId: string; readonly byId: string; readonly nowMs: number }

export type Claim = {
  readonly number: number
  readonly claimed: typeof GiftClaimed.Type
  readonly events: ReadonlyArray<RuleEvent>
  readonly cycles: ReadonlyArray<typeof CycleCharged.Type>
}

/**
 * Claims a gift: its periods become cycles of a rule that only gifts use. They begin now, or, for a person who pays for the
 * creator already, when what they have paid is over.
 * @param rules all rules of the person, those of gifts as well
 */
export const claimGift = (
  { payerId, byId, nowMs }: ClaimOf,
  gift: Gift | undefined,
  rules: ReadonlyArray<NumberedRule>,
): Result.Result<Claim, NoGift> => {
  if (gift === undefined) return Result.fail(new NoGift({ reason: "unknown" }))
  if (gift.status !== "open") return Result.fail(new NoGift({ reason: gift.status }))
  if (gift.returnsMs <= nowMs) return Result.fail(new NoGift({ reason: "returned" }))
  if (byId === payerId) return Result.fail(new NoGift({ reason: "oneself" }))
  if (byId === gift.creatorId) return Result.fail(new NoGift({ reason: "creator" }))
  const slot = rules.find(({ number, state }) => number >= GIFT_RULE_FIRST && state.term === null)
  if (slot === undefined) return Result.fail(new NoGift({ reason: "full" }))
  const startMs = Math.max(nowMs, ...rules.map(({ state }) => termEndOf(state, gift.creatorId)))
  const { giftId } = gift
  const { number } = slot
  return Result.succeed({
    ...{ number, ...beginGift({ payerId, byId, nowMs, startMs }, gift, slot) },
    claimed: GiftClaimed.make({ personId: payerId, giftId, byId, number, claimedAt: formatIso(nowMs) }),
  })
}

/** The end of a paid term in which a creator counts; 0 without one. */
const termEndOf = (state: RuleState, creatorId: string): number =>
  state.term !== null && membersOf(state).some((member) => member.creatorId === creatorId) ? endOf(state.term) : 0

const beginGift = (
  { payerId, byId, nowMs, startMs }: ClaimOf & { readonly startMs: number },
  { giftId, creatorId, assetTypeId, currencyId, msf, snapshotId, periods, feeUnits }: Gift,
  { number, state }: NumberedRule,
): Pick<Claim, "events" | "cycles"> => {
  const rule = { personId: byId, number }
  const [at, anchorAt] = [formatIso(nowMs), formatIso(startMs)]
  const price = { assetTypeId, currencyId, msf: String(msf) }
  const cycles = partsOfTerm(feeUnits, periods).map((units, index) => ({
    n: state.lastCycle + 1 + index,
    startsAt: formatIso(startOf(startMs, index)),
    endsAt: formatIso(startOf(startMs, index + 1)),
    units: String(units),
  }))
  const setCreator = (id: string, weight: number, countsUntil: string | null, setAt: string) =>
    CreatorSet.make({ ...rule, creatorId: id, weight, by: "payer", countsUntil, isPaid: false, setAt })
  return {
    events: [
      ...(state.personId === null ? [RuleAdded.make({ ...rule, addedAt: at })] : []),
      TermsSet.make({ ...rule, ...price, periods, autoRenew: false, onLeave: "back", setAt: at }),
      // The creator of the gift that the rule had before.
      ...membersOf(state).map((member) => setCreator(member.creatorId, 0, at, at)),
      setCreator(creatorId, 1, null, anchorAt),
      TermBegun.make({
        ...{ ...rule, creatorIds: [creatorId], anchorAt, place: 0, skipped: 0, ...price },
        ...{ feeUnits: String(feeUnits), cycles, begunAt: at },
      }),
    ],
    cycles: cycles.map((cycle) =>
      CycleCharged.make({
        ...{ ...rule, ...cycle, ...price, snapshotId, cutPerMille: PLATFORM_CUT_PER_MILLE, chargedAt: at },
        gift: { giftId, payerId },
      }),
    ),
  }
}
