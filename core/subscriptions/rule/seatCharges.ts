import { unitsRoundedUp } from "#contract/wallet"
import { formatIso } from "#core/kernel"
import { SeatsCharged } from "../cycle/events.ts"
import { TERM_PERIODS } from "../limits.ts"
import { costOfTerm, partsOfTerm } from "../termCost.ts"
import type { Charge, Price, SeatPrice } from "./chargeTypes.ts"
import { type RuleEvent, SeatsLost, SeatsPaid } from "./events.ts"
import { endOf, type RuleOf, type RuleState, type Term } from "./Rule.ts"

type ChargedCycle = { readonly n: number; readonly startMs: number; readonly endMs: number }

/**
 * Charges premium seats for the cycles of a term that are not over: the running one by its remaining milliseconds,
 * rounded up, the later ones whole. Longer terms get the discount of their length.
 */
export const chargeSeats = (
  { personId, number, nowMs }: RuleOf,
  { assetTypeId, cycles }: Pick<Term, "assetTypeId"> & { readonly cycles: ReadonlyArray<ChargedCycle> },
  seats: ReadonlyArray<SeatPrice>,
  price: Price,
): Pick<Charge, "events" | "seatCycles" | "units"> => {
  const untilMs = cycles.at(-1)?.endMs ?? 0
  if (seats.length === 0 || untilMs <= nowMs) return { events: [], seatCycles: [], units: 0n }
  const rule = { personId, number }
  const at = formatIso(nowMs)
  const periods = TERM_PERIODS.find((each) => each === cycles.length) ?? 1
  const priced = seats.map((seat) => ({ ...seat, parts: partsOfTerm(unitsRoundedUp(seat.pmsf, price), periods) }))
  const seatCycles = cycles.flatMap(({ n, startMs, endMs }, index) => {
    if (endMs <= nowMs) return []
    const fromMs = Math.max(startMs, nowMs)
    const [of, whole] = [BigInt(endMs - fromMs), BigInt(endMs - startMs)]
    const charged = priced.map(({ channelId, creatorId, pmsf, parts }) => ({
      ...{ channelId, creatorId, pmsf: String(pmsf), from: formatIso(fromMs) },
      units: String(((parts[index] ?? 0n) * of + whole - 1n) / whole),
    }))
    return [SeatsCharged.make({ ...rule, n, assetTypeId, snapshotId: price.snapshotId, seats: charged, chargedAt: at })]
  })
  const paid = SeatsPaid.make({
    ...rule,
    creatorIds: seats.map(({ creatorId }) => creatorId),
    seats: seats.map(({ channelId, creatorId, pmsf }) => ({ channelId, creatorId, pmsf: String(pmsf) })),
    from: formatIso(Math.max(cycles[0]?.startMs ?? nowMs, nowMs)),
    ...{ until: formatIso(untilMs), paidAt: at },
  })
  const units = seatCycles.flatMap((cycle) => cycle.seats).reduce((sum, seat) => sum + BigInt(seat.units), 0n)
  return { events: [paid], seatCycles, units }
}

/** Adds premium to a term that runs: its rest is charged now, and the anchor stays. */
export const upgradeTerm = (of: RuleOf, term: Term, seat: SeatPrice, price: Price): Charge => ({
  ...chargeSeats(of, term, [seat], price),
  cycles: [],
})

/** What premium with a creator costs at each renewal. */
export const renewalOfSeat = (pmsf: bigint, { terms }: Pick<RuleState, "terms">, price: Price): bigint =>
  costOfTerm(unitsRoundedUp(pmsf, price), terms.periods)

/** Gives back the premium seats of some creators, or all of them. */
export const loseSeats = (
  { personId, number, nowMs }: RuleOf,
  { seats }: Pick<RuleState, "seats">,
  reason: (typeof SeatsLost.Type)["reason"],
  isLost: (creatorId: string) => boolean = () => true,
): ReadonlyArray<RuleEvent> => {
  const lost = [...seats]
    .filter(([creatorId]) => isLost(creatorId))
    .map(([creatorId, { channelId }]) => ({ channelId, creatorId }))
  if (lost.length === 0) return []
  const creatorIds = lost.map(({ creatorId }) => creatorId)
  return [SeatsLost.make({ personId, number, creatorIds, seats: lost, reason, lostAt: formatIso(nowMs) })]
}

/** Whether premium can be added to the term that runs. */
export const isRunning = (term: Term | null, nowMs: number): term is Term => term !== null && nowMs < endOf(term)
