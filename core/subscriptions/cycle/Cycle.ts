import type { Aggregate } from "#core/kernel"
import { type CycleEvent, CycleEvents } from "./events.ts"

/** A charged period; null before it is charged. */
export type CycleState = {
  readonly personId: string
  readonly number: number
  readonly n: number
  readonly assetTypeId: number
  readonly startMs: number
  readonly endMs: number
  readonly units: bigint
  readonly cutPerMille: number
  readonly isOpen: boolean
  /** Who paid for it as a gift; null if the person did. */
  readonly gift: { readonly giftId: string; readonly payerId: string } | null
  /** Premium seats, which are paid to their creators alone. */
  readonly seats: ReadonlyArray<CycleSeat>
} | null

export type CycleSeat = {
  readonly creatorId: string
  readonly units: bigint
  readonly fromMs: number
  readonly chargedMs: number
}

/** A period of a rule, by `cycleIdOf`. It begins with its charge, so no period is charged twice. */
export const Cycle: Aggregate<CycleState, CycleEvent> = {
  category: "cycle",
  events: CycleEvents,
  initial: null,
  evolve: (state, event) => {
    if (event._tag === "subscriptions.CycleClosed.v1") return state === null ? null : { ...state, isOpen: false }
    if (event._tag === "subscriptions.SeatsCharged.v1") {
      if (state === null) return null
      const added = event.seats.map(({ creatorId, units, from }) => ({
        ...{ creatorId, units: BigInt(units), fromMs: Date.parse(from), chargedMs: Date.parse(event.chargedAt) },
      }))
      return { ...state, seats: [...state.seats, ...added] }
    }
    const { personId, number, n, assetTypeId, startsAt, endsAt, units, cutPerMille, gift = null } = event
    return {
      ...{ personId, number, n, assetTypeId, units: BigInt(units), cutPerMille, isOpen: true, seats: [], gift },
      ...{ startMs: Date.parse(startsAt), endMs: Date.parse(endsAt) },
    }
  },
}

export type CycleRef = { readonly personId: string; readonly number: number; readonly n: number }

export const cycleIdOf = ({ personId, number, n }: CycleRef): string => `${personId}.${number}.${n}`
