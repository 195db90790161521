import { Schema } from "effect"
import type { Aggregate } from "#core/kernel"
import { RULE_DEFAULTS } from "../limits.ts"
import { type PremiumSeatEvent, PremiumSeatEvents } from "./events.ts"

export type SeatsState = {
  /** Null before the first offer. */
  readonly creatorId: string | null
  /** The monthly price in minor units of the base currency; 0 while premium is not offered. */
  readonly pmsf: bigint
  readonly currencyId: number
  readonly cap: number
  /** Who pays for a seat, with the number of their rule. */
  readonly taken: ReadonlyMap<string, number>
  /** People with a reserved seat, and the end of each reservation. */
  readonly reserved: ReadonlyMap<string, number>
  /** Who waits for a seat, the longest first. */
  readonly waiting: ReadonlyArray<string>
}

/**
 * The premium seats of a channel, by its number. Every event has a time, and each of them ends the reservations that are
 * over at it, so that the number of seats in use follows from the events alone.
 */
export const PremiumSeats: Aggregate<SeatsState, PremiumSeatEvent> = {
  category: "seats",
  events: PremiumSeatEvents,
  initial: {
    ...{ creatorId: null, pmsf: 0n, currencyId: RULE_DEFAULTS.currencyId, cap: 0 },
    ...{ taken: new Map(), reserved: new Map(), waiting: [] },
  },
  evolve: (before, event) => {
    switch (event._tag) {
      case "subscriptions.OfferSet.v1": {
        const { creatorId, pmsf, currencyId, cap, setAt } = event
        return { ...expireHolds(before, Date.parse(setAt)), creatorId, pmsf: BigInt(pmsf), currencyId, cap }
      }
      case "subscriptions.SeatHeld.v1":
      case "subscriptions.SeatOffered.v1": {
        const at = event._tag === "subscriptions.SeatHeld.v1" ? event.heldAt : event.offeredAt
        const { reserved, waiting, ...rest } = expireHolds(before, Date.parse(at))
        const untilMs = Date.parse(event.until)
        const more = new Map(reserved).set(event.personId, untilMs)
        firstEnds.set(more, Math.min(firstEndOf(reserved), untilMs))
        return { ...rest, reserved: more, waiting: without(waiting, event.personId) }
      }
      case "subscriptions.SeatTaken.v1": {
        // The reservation counts until now even if a clock that is ahead has seen it end.
        const state = expireHolds(withoutHold(before, event.personId), Date.parse(event.takenAt))
        const taken = new Map(state.taken).set(event.personId, event.number)
        return { ...state, taken, waiting: without(state.waiting, event.personId) }
      }
      case "subscriptions.SeatReleased.v1": {
        const { personId, number, releasedAt } = event
        const state = expireHolds(before, Date.parse(releasedAt))
        if (number === 0) return withoutHold(state, personId)
        if (state.taken.get(personId) !== number) return state
        const taken = new Map(state.taken)
        taken.delete(personId)
        return { ...state, taken }
      }
      case "subscriptions.WaitingJoined.v1": {
        const state = expireHolds(before, Date.parse(event.joinedAt))
        return { ...state, waiting: [...without(state.waiting, event.personId), event.personId] }
      }
      case "subscriptions.WaitingLeft.v1": {
        const state = expireHolds(before, Date.parse(event.leftAt))
        return { ...state, waiting: without(state.waiting, event.personId) }
      }
    }
  },
  snapshot: {
    every: 500,
    foldHash: "seats-1",
    state: Schema.Struct({
      creatorId: Schema.NullOr(Schema.String),
      pmsf: Schema.BigIntFromString,
      currencyId: Schema.Int,
      cap: Schema.Int,
      taken: Schema.ReadonlyMap(Schema.String, Schema.Int),
      reserved: Schema.ReadonlyMap(Schema.String, Schema.Number),
      waiting: Schema.Array(Schema.String),
    }),
  },
}

/** No reservation of a map ends before this time. A rush asks for it at each event and for each person. */
const firstEnds = new WeakMap<SeatsState["reserved"], number>()
const firstEndOf = (reserved: SeatsState["reserved"]): number => {
  const known = firstEnds.get(reserved)
  if (known !== undefined) return known
  const first = Math.min(...reserved.values())
  firstEnds.set(reserved, first)
  return first
}

/** Ends the reservations that are over at a time. */
export const expireHolds = (state: SeatsState, nowMs: number): SeatsState => {
  if (nowMs < firstEndOf(state.reserved)) return state
  const reserved = new Map([...state.reserved].filter(([, untilMs]) => nowMs < untilMs))
  if (reserved.size === state.reserved.size) return state
  return { ...state, reserved }
}

/** Seats that nobody uses. After the cap was lowered, more seats may be in use than there are. */
export const countFreeSeats = ({ cap, taken, reserved }: SeatsState): number =>
  Math.max(0, cap - taken.size - reserved.size)

const withoutHold = (state: SeatsState, personId: string): SeatsState => {
  if (!state.reserved.has(personId)) return state
  const reserved = new Map(state.reserved)
  reserved.delete(personId)
  firstEnds.set(reserved, firstEndOf(state.reserved))
  return { ...state, reserved }
}

const without = (people: ReadonlyArray<string>, personId: string): ReadonlyArray<string> =>
  people.includes(personId) ? people.filter((each) => each !== personId) : people
