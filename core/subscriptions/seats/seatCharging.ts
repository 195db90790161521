import { Effect, Result } from "effect"
import { StreamConflict } from "#core/kernel"
import { NoSeat, UnfitRule } from "../refusals.ts"
import type { RuleChange } from "../rule/changeRule.ts"
import type { SeatPrice, SeatsDue } from "../rule/chargeTypes.ts"
import type { RuleOf, RuleState } from "../rule/Rule.ts"
import { takeSeat } from "./changeSeats.ts"
import type { PremiumOffers } from "./PremiumOffers.ts"
import type { SeatsState } from "./PremiumSeats.ts"
import type { Sale } from "./seatQueue.ts"

/** What charges of rules need to know about premium seats. */
export const seatCharging = ({
  seatsOf,
  lastSeatsOf,
}: Pick<(typeof PremiumOffers)["Service"], "seatsOf" | "lastSeatsOf">) => ({
  /**
   * The seats that the next charge of a rule pays for. A higher price of the creator counts for new seats only; a lower
   * one counts for all.
   * @param known seats of channels that were read for other rules; what is read is added
   */
  renewableSeats: Effect.fnUntraced(function* (
    personId: string,
    { number, seats }: RuleState,
    known: Map<number, SeatsState> = new Map(),
  ) {
    if (seats.size === 0) return { paid: [] } satisfies SeatsDue
    const paid: Array<SeatPrice> = []
    const withdrawnIds = new Set<string>()
    for (const [creatorId, { channelId, pmsf: agreed, isRenewing }] of seats) {
      if (!isRenewing) continue
      const state = known.get(channelId) ?? (yield* seatsOf(channelId)).state
      known.set(channelId, state)
      const isCheaper = state.pmsf < agreed
      const isOurs = state.pmsf > 0n && state.taken.get(personId) === number
      if (isOurs) paid.push({ channelId, creatorId, pmsf: isCheaper ? state.pmsf : agreed })
      else withdrawnIds.add(creatorId)
    }
    return { paid, withdrawnIds } satisfies SeatsDue
  }),

  /**
   * The seat that a charge pays for at today's price, and the decision that takes it if the offer is still the same.
   * @param currencyId of the fee of the rule
   */
  seatForCharge: Effect.fnUntraced(function* (
    { personId, number, nowMs }: RuleOf,
    { channelId, creatorId }: NonNullable<RuleChange["seat"]>,
    currencyId: number,
  ) {
    const take = takeSeat({ personId, channelId, nowMs }, number)
    const problemOf = (state: SeatsState): NoSeat | UnfitRule | null => {
      if (state.creatorId !== creatorId) return new NoSeat({ reason: "notOffered" })
      if (state.currencyId !== currencyId) return new UnfitRule({ problem: "premium.currency" })
      const taken = take(state)
      return Result.isFailure(taken) ? taken.failure : null
    }
    const last = yield* lastSeatsOf(channelId)
    // What was read before may approve, because the version is verified, but not refuse.
    const { state, version } = problemOf(last.state) === null ? last : yield* seatsOf(channelId)
    const problem = problemOf(state)
    if (problem !== null) return yield* Effect.fail(problem)
    const isSame = (now: SeatsState) =>
      now.creatorId === creatorId && now.currencyId === currencyId && now.pmsf === state.pmsf
    const conflict = new StreamConflict({ stream: `seats-${channelId}`, expected: version, actual: version + 1 })
    return {
      seat: { channelId, creatorId, pmsf: state.pmsf } satisfies SeatPrice,
      take: ((now) => (isSame(now) ? take(now) : Result.fail(conflict))) satisfies Sale["take"],
    }
  }),
})
