import { Result } from "effect"
import { BASE_CURRENCIES } from "#contract/wallet"
import { type Decide, formatIso, replay } from "#core/kernel"
import { FEE_MAX, FEE_MIN, SEAT_HOLD_MS, SEAT_OFFER_MS, SEATS_MAX, WAITING_MAX } from "../limits.ts"
import { NoSeat, UnfitOffer } from "../refusals.ts"
import {
  OfferSet,
  type PremiumSeatEvent,
  SeatHeld,
  SeatOffered,
  SeatReleased,
  SeatTaken,
  WaitingJoined,
  WaitingLeft,
} from "./events.ts"
import { countFreeSeats, expireHolds, PremiumSeats, type SeatsState } from "./PremiumSeats.ts"

/** A person and a channel, at a time. */
export type SeatOf = { readonly personId: string; readonly channelId: number; readonly nowMs: number }

/** What a creator offers: the monthly price in minor units, 0 for nothing, and the number of seats. */
export type Offer = { readonly pmsf: bigint; readonly currencyId: number; readonly cap: number }

type DecideSeats<Refusal> = Decide<SeatsState, PremiumSeatEvent, Refusal>

/** Seats that are offered to waiting people by one command; the worker offers the others. */
const OFFERED_MAX = 100

/** Sets the price and the number of seats. If there are fewer than are in use, nobody leaves and nobody enters. */
export const setOffer =
  ({ personId: creatorId, channelId, nowMs }: SeatOf, { pmsf, currencyId, cap }: Offer): DecideSeats<UnfitOffer> =>
  (state) => {
    const problem = problemOf(state, { pmsf, currencyId, cap })
    if (problem !== null) return Result.fail(new UnfitOffer({ problem }))
    const isSame =
      state.creatorId === creatorId && state.pmsf === pmsf && state.currencyId === currencyId && state.cap === cap
    if (isSame) return Result.succeed([])
    const set = OfferSet.make({
      ...{ channelId, creatorId, pmsf: String(pmsf), currencyId, cap },
      setAt: formatIso(nowMs),
    })
    return Result.succeed(withOffers(state, [set], { channelId, nowMs }))
  }

const problemOf = (state: SeatsState, { pmsf, currencyId, cap }: Offer): UnfitOffer["problem"] | null => {
  if (pmsf !== 0n && (pmsf < FEE_MIN || pmsf > FEE_MAX)) return "pmsf"
  if (!Number.isInteger(cap) || cap < 1 || cap > SEATS_MAX) return "cap"
  if (!BASE_CURRENCIES.some(({ assetTypeId }) => assetTypeId === currencyId)) return "currency"
  // Seats are renewed at the price that was agreed to, in its currency.
  return state.taken.size > 0 && state.currencyId !== currencyId ? "currency.taken" : null
}

/** Thousands may get this answer in a second, and an error of its own costs each of them more than the decision. */
const FULL = new NoSeat({ reason: "full" })

/** Reserves a seat for a person who is about to pay. People who wait come first. */
export const holdSeat =
  ({ personId, channelId, nowMs }: SeatOf): DecideSeats<NoSeat> =>
  (before) => {
    const state = expireHolds(before, nowMs)
    if (state.pmsf === 0n) return Result.fail(new NoSeat({ reason: "notOffered" }))
    if (state.taken.has(personId)) return Result.fail(new NoSeat({ reason: "taken" }))
    if (state.reserved.has(personId)) return Result.succeed([])
    const offers = offerFreeSeats({ channelId, nowMs })(state)
    if (offers.some((offer) => offer.personId === personId)) return Result.succeed(offers)
    if (countFreeSeats(replay({ ...PremiumSeats, initial: state }, offers)) === 0) return Result.fail(FULL)
    const until = formatIso(nowMs + SEAT_HOLD_MS)
    return Result.succeed([...offers, SeatHeld.make({ personId, channelId, until, heldAt: formatIso(nowMs) })])
  }

/** Takes a seat for a rule of the person, in the append that charges for it. */
export const takeSeat =
  ({ personId, channelId, nowMs }: SeatOf, number: number): DecideSeats<NoSeat> =>
  (before) => {
    const state = expireHolds(before, nowMs)
    if (state.pmsf === 0n) return Result.fail(new NoSeat({ reason: "notOffered" }))
    if (state.taken.has(personId)) return Result.fail(new NoSeat({ reason: "taken" }))
    const isFree = state.reserved.has(personId) || (countFreeSeats(state) > 0 && state.waiting.length === 0)
    if (!isFree) return Result.fail(FULL)
    return Result.succeed([SeatTaken.make({ personId, channelId, number, takenAt: formatIso(nowMs) })])
  }

/** Joins the end of the waiting list; a seat that is free is offered at once. */
export const joinWaiting =
  ({ personId, channelId, nowMs }: SeatOf): DecideSeats<NoSeat> =>
  (before) => {
    const state = expireHolds(before, nowMs)
    if (state.pmsf === 0n) return Result.fail(new NoSeat({ reason: "notOffered" }))
    if (state.creatorId === personId) return Result.fail(new NoSeat({ reason: "oneself" }))
    if (state.taken.has(personId)) return Result.fail(new NoSeat({ reason: "taken" }))
    if (state.reserved.has(personId) || state.waiting.includes(personId)) return Result.succeed([])
    if (state.waiting.length >= WAITING_MAX) return Result.fail(new NoSeat({ reason: "waiting" }))
    const joined = WaitingJoined.make({ personId, channelId, joinedAt: formatIso(nowMs) })
    return Result.succeed(withOffers(state, [joined], { channelId, nowMs }))
  }

/** Leaves the waiting list, or gives up a reserved seat. */
export const leaveWaiting =
  ({ personId, channelId, nowMs }: SeatOf): DecideSeats<never> =>
  (before) => {
    const state = expireHolds(before, nowMs)
    const at = formatIso(nowMs)
    const isWaiting = state.waiting.includes(personId)
    if (!isWaiting && !state.reserved.has(personId)) return Result.succeed([])
    const left = isWaiting
      ? WaitingLeft.make({ personId, channelId, leftAt: at })
      : SeatReleased.make({ personId, channelId, number: 0, releasedAt: at })
    return Result.succeed(withOffers(state, [left], { channelId, nowMs }))
  }

/** Offers free seats to the people who wait, in the order in which they joined. */
export const offerFreeSeats =
  ({ channelId, nowMs }: Omit<SeatOf, "personId">) =>
  (before: SeatsState): ReadonlyArray<typeof SeatOffered.Type> => {
    const state = expireHolds(before, nowMs)
    if (state.pmsf === 0n) return []
    const until = formatIso(nowMs + SEAT_OFFER_MS)
    return state.waiting
      .slice(0, Math.min(countFreeSeats(state), OFFERED_MAX))
      .map((personId) => SeatOffered.make({ personId, channelId, until, offeredAt: formatIso(nowMs) }))
  }

/** Events, and the offers of the seats that they make free. */
const withOffers = (
  state: SeatsState,
  events: ReadonlyArray<PremiumSeatEvent>,
  at: Omit<SeatOf, "personId">,
): ReadonlyArray<PremiumSeatEvent> => [
  ...events,
  ...offerFreeSeats(at)(replay({ ...PremiumSeats, initial: state }, events)),
]
