import { Result } from "effect"
import { type Decide, replay } from "#core/kernel"
import type { SeatPrice, SeatsDue } from "../rule/chargeTypes.ts"
import type { RuleEvent } from "../rule/events.ts"
import type { RuleState } from "../rule/Rule.ts"
import { holdSeat, offerFreeSeats, setOffer, takeSeat } from "../seats/changeSeats.ts"
import { type PremiumSeatEvent, SeatReleased } from "../seats/events.ts"
import { PremiumSeats, type SeatsState } from "../seats/PremiumSeats.ts"

/** The number of the only rule in a world. */
const NUMBER = 1

/** Premium seats of creators in memory, run by the product's own decisions. Rivals want them, too. */
export const seatMarket = (personId: string) => {
  const channels = new Map<number, SeatsState>()
  const log: Array<PremiumSeatEvent> = []
  const stateOf = (channelId: number) => channels.get(channelId) ?? PremiumSeats.initial
  /** The number at the end of a creator's id. */
  const channelOf = (creatorId: string) => Number(creatorId.slice(-6))
  const record = (events: ReadonlyArray<PremiumSeatEvent>): void => {
    for (const event of events) {
      log.push(event)
      channels.set(event.channelId, replay({ ...PremiumSeats, initial: stateOf(event.channelId) }, [event]))
    }
  }
  const decide = <E>(channelId: number, decided: Decide<SeatsState, PremiumSeatEvent, E>): boolean => {
    const events = decided(stateOf(channelId))
    if (Result.isSuccess(events)) record(events.success)
    return Result.isSuccess(events)
  }

  return {
    log,
    stateOf,
    channelOf,
    record,
    offer: (nowMs: number, creatorId: string, pmsf: bigint, cap: number) => {
      const channelId = channelOf(creatorId)
      return decide(channelId, setOffer({ personId: creatorId, channelId, nowMs }, { pmsf, currencyId: 4, cap }))
    },
    /** Somebody else reserves and takes a seat, or gives back the one that they have. */
    rival: (nowMs: number, creatorId: string, rivalId: string): void => {
      const of = { personId: rivalId, channelId: channelOf(creatorId), nowMs }
      if (stateOf(of.channelId).taken.has(rivalId)) {
        const releasedAt = new Date(nowMs).toISOString()
        record([SeatReleased.make({ channelId: of.channelId, personId: rivalId, number: NUMBER, releasedAt })])
        record(offerFreeSeats(of)(stateOf(of.channelId)))
      } else if (decide(of.channelId, holdSeat(of))) decide(of.channelId, takeSeat(of, NUMBER))
    },
    /** The seat that the payer of the world would take, with its price; null if there is none. */
    take: (nowMs: number, creatorId: string) => {
      const of = { personId, channelId: channelOf(creatorId), nowMs }
      const state = stateOf(of.channelId)
      const events = takeSeat(of, NUMBER)(state)
      return Result.isSuccess(events) ? { pmsf: state.pmsf, events: events.success } : null
    },
    /** The seats that the next charge pays for, as `seatCharging` decides it. */
    due: ({ seats }: RuleState): SeatsDue => {
      const renewing = [...seats].filter(([, { isRenewing }]) => isRenewing)
      const isOurs = ({ pmsf, taken }: SeatsState) => pmsf > 0n && taken.get(personId) === NUMBER
      const kept = renewing.filter(([, { channelId }]) => isOurs(stateOf(channelId)))
      const paid = kept.map(([creatorId, { channelId, pmsf: agreed }]): SeatPrice => {
        const { pmsf } = stateOf(channelId)
        const isCheaper = pmsf < agreed
        return { channelId, creatorId, pmsf: isCheaper ? pmsf : agreed }
      })
      const ids = new Set(paid.map(({ creatorId }) => creatorId))
      return { paid, withdrawnIds: new Set(renewing.map(([id]) => id).filter((id) => !ids.has(id))) }
    },
    /** Gives back the seats that a rule lost. */
    release: (events: ReadonlyArray<RuleEvent>): void => {
      for (const event of events)
        if (event._tag === "subscriptions.SeatsLost.v1")
          for (const { channelId } of event.seats)
            record([SeatReleased.make({ channelId, personId, number: NUMBER, releasedAt: event.lostAt })])
    },
  }
}
export type SeatMarket = ReturnType<typeof seatMarket>
