import { Effect } from "effect"
import { NoSeat, UnfitRule } from "../refusals.ts"
import type { RuleChange } from "../rule/changeRule.ts"
import type { SeatPrice, SeatsDue } from "../rule/chargeTypes.ts"
import type { RuleOf, RuleState } from "../rule/Rule.ts"
import type { SeatWrite } from "../subscriptionStore.ts"
import { takeSeat } from "./changeSeats.ts"
import type { PremiumOffers } from "./PremiumOffers.ts"
import type { SeatsState } from "./PremiumSeats.ts"

/** What charges of rules need to know about premium seats. */
export const seatCharging = ({ seatsOf, turnOf }: Pick<(typeof PremiumOffers)["Service"], "seatsOf" | "turnOf">) => ({
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

  /** Takes a seat at today's price. No other charge takes one until the scope ends. @param currencyId of the fee of the rule */
  takeForCharge: Effect.fnUntraced(function* (
    { personId, number, nowMs }: RuleOf,
    { channelId, creatorId }: NonNullable<RuleChange["seat"]>,
    currencyId: number,
  ) {
    yield* turnOf(channelId)
    const { state, version } = yield* seatsOf(channelId)
    if (state.creatorId !== creatorId) return yield* new NoSeat({ reason: "notOffered" })
    if (state.currencyId !== currencyId) return yield* new UnfitRule({ problem: "premium.currency" })
    const events = yield* Effect.fromResult(takeSeat({ personId, channelId, nowMs }, number)(state))
    const write: SeatWrite = { channelId, version, events }
    return { seat: { channelId, creatorId, pmsf: state.pmsf } satisfies SeatPrice, write }
  }),
})
