import { Result } from "effect"
import { unitsRoundedUp } from "#contract/wallet"
import { formatIso } from "#core/kernel"
import { periodAt, startOf } from "../calendar.ts"
import { CycleCharged } from "../cycle/events.ts"
import { GRACE_MS, PLATFORM_CUT_PER_MILLE } from "../limits.ts"
import { UnfitRule } from "../refusals.ts"
import { partsOfTerm } from "../termCost.ts"
import { areSharesEnough } from "./changeRule.ts"
import type { Charge, Price, SeatsDue } from "./chargeTypes.ts"
import { type MissedReason, RenewalMissed, type RuleEvent, RuleLapsed, TermBegun } from "./events.ts"
import { accessUntil, creatorIdsOf, endOf, isRenewing, membersOf, type RuleOf, type RuleState } from "./Rule.ts"
import { chargeSeats, loseSeats } from "./seatCharges.ts"

const NO_SEATS: SeatsDue = { paid: [] }

/** A renewal costs at most 5/4 of the price of the same fee that was last charged or announced; beyond that the payer has to agree again. */
const PRICE_RISE_MAX = { of: 5n, in: 4n } as const

/**
 * Begins a term at the payer's request: now, or, while a renewal is late, where the last term ended. Nothing is charged
 * while a paid term runs.
 */
export const startTerm = (
  of: RuleOf,
  state: RuleState,
  price: Price,
  seats: SeatsDue = NO_SEATS,
): Result.Result<Charge | null, UnfitRule> => {
  if (state.term !== null && of.nowMs < endOf(state.term)) return Result.succeed(null)
  if (state.terms.msf === 0n) return Result.fail(new UnfitRule({ problem: "msf.low" }))
  if (membersOf(state).length === 0) return Result.fail(new UnfitRule({ problem: "creators.none" }))
  if (!areSharesEnough(state, of.nowMs)) return Result.fail(new UnfitRule({ problem: "share.small" }))
  const isLate = state.term !== null && of.nowMs < accessUntil(state)
  return Result.succeed(
    isLate
      ? renew(of, state, state.term, price, seats)
      : begin(of, state, price, { anchorMs: of.nowMs, place: 0, skipped: 0 }, seats),
  )
}

/** What happens to a rule by itself at a time: a renewal, a missed one, the end of access, or nothing. */
export type Due =
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "Events"; readonly events: ReadonlyArray<RuleEvent> }
  | { readonly _tag: "Charge"; readonly charge: Charge }

/**
 * @param price null if there is no current rate @param isOffered whether the asset can be used for new payments
 * @param seats premium seats to renew
 */
export const dueNow = (
  of: RuleOf,
  state: RuleState,
  price: Price | null,
  isOffered: boolean,
  seats: SeatsDue = NO_SEATS,
): Due => {
  const { personId, number, nowMs } = of
  const { term } = state
  if (term === null || nowMs < endOf(term)) return { _tag: "Nothing" }
  const lapsed = (reason: "ended" | "missed"): Due => ({
    _tag: "Events",
    events: [
      ...loseSeats(of, state, "lapsed"),
      RuleLapsed.make({ personId, number, reason, creatorIds: creatorIdsOf(state), lapsedAt: formatIso(nowMs) }),
    ],
  })
  if (!isRenewing(state)) return lapsed("ended")
  if (state.missedMs !== null && nowMs >= accessUntil(state)) return lapsed("missed")
  if (!isOffered) return missRenewal(of, state, "asset")
  if (price === null) return missRenewal(of, state, "rate")
  if (!areSharesEnough(state, nowMs)) return missRenewal(of, state, "share")
  if (isTooDear(state, price)) return missRenewal(of, state, "price")
  return { _tag: "Charge", charge: renew(of, state, term, price, seats) }
}

/** Notes that a renewal could not be charged, once; access continues for the grace period. */
export const missRenewal = ({ personId, number, nowMs }: RuleOf, state: RuleState, reason: MissedReason): Due => {
  if (state.term === null || state.missedMs !== null) return { _tag: "Nothing" }
  const graceUntil = formatIso(endOf(state.term) + GRACE_MS)
  return {
    _tag: "Events",
    events: [RenewalMissed.make({ personId, number, reason, graceUntil, missedAt: formatIso(nowMs) })],
  }
}

type Start = { readonly anchorMs: number; readonly place: number; readonly skipped: number }

/** The term that contains now, by the same anchor. Periods that passed whole are skipped, never charged. */
const renew = (
  of: RuleOf,
  state: RuleState,
  { anchorMs, place, cycles }: NonNullable<RuleState["term"]>,
  price: Price,
  seats: SeatsDue,
) => {
  const next = place + cycles.length
  const current = Math.max(next, periodAt(anchorMs, of.nowMs))
  return begin(of, state, price, { anchorMs, place: current, skipped: current - next }, seats)
}

const begin = (of: RuleOf, state: RuleState, price: Price, start: Start, seats: SeatsDue): Charge => {
  const { personId, number, nowMs } = of
  const { assetTypeId, currencyId, msf, periods } = state.terms
  const feeUnits = unitsRoundedUp(msf, price)
  const chargedAt = formatIso(nowMs)
  const rule = { personId, number }
  const cycles = partsOfTerm(feeUnits, periods).map((units, index) => ({
    n: state.lastCycle + 1 + index,
    startsAt: formatIso(startOf(start.anchorMs, start.place + index)),
    endsAt: formatIso(startOf(start.anchorMs, start.place + index + 1)),
    units: String(units),
  }))
  const begun = TermBegun.make({
    ...rule,
    creatorIds: creatorIdsOf(state),
    ...{ anchorAt: formatIso(start.anchorMs), place: start.place, skipped: start.skipped },
    ...{ assetTypeId, currencyId, msf: String(msf), feeUnits: String(feeUnits), cycles, begunAt: chargedAt },
  })
  const charged = cycles.map((cycle) =>
    CycleCharged.make({
      ...rule,
      ...cycle,
      ...{ assetTypeId, currencyId, msf: String(msf), snapshotId: price.snapshotId },
      ...{ cutPerMille: PLATFORM_CUT_PER_MILLE, chargedAt },
    }),
  )
  const units = cycles.reduce((sum, each) => sum + BigInt(each.units), 0n)
  const premium = chargeSeats(of, { assetTypeId, cycles: cycles.map(toTimes) }, seats.paid, price)
  return {
    events: [...giveBackSeats(of, state, seats), begun, ...premium.events],
    cycles: charged,
    seatCycles: premium.seatCycles,
    units: units + premium.units,
  }
}

const isTooDear = ({ terms, lastPrice }: RuleState, price: Price): boolean => {
  if (lastPrice === null) return false
  if (lastPrice.assetTypeId !== terms.assetTypeId || lastPrice.currencyId !== terms.currencyId) return false
  const now = unitsRoundedUp(terms.msf, price)
  return now * lastPrice.msf * PRICE_RISE_MAX.in > lastPrice.feeUnits * terms.msf * PRICE_RISE_MAX.of
}

const toTimes = ({
  n,
  startsAt,
  endsAt,
}: {
  readonly n: number
  readonly startsAt: string
  readonly endsAt: string
}) => ({
  ...{ n, startMs: Date.parse(startsAt), endMs: Date.parse(endsAt) },
})

/** The seats that a new term does not pay for: given up, no longer offered, or too dear for the balance. */
const giveBackSeats = (of: RuleOf, state: RuleState, { paid, withdrawnIds }: SeatsDue): ReadonlyArray<RuleEvent> => {
  if (state.seats.size === 0) return []
  const paidIds = new Set(paid.map(({ creatorId }) => creatorId))
  const reasonOf = (creatorId: string) => {
    if (state.seats.get(creatorId)?.isRenewing === false) return "unwanted"
    return withdrawnIds?.has(creatorId) === true ? "withdrawn" : "balance"
  }
  return (["unwanted", "withdrawn", "balance"] as const).flatMap((reason) =>
    loseSeats(of, state, reason, (creatorId) => !paidIds.has(creatorId) && reasonOf(creatorId) === reason),
  )
}
