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
} | null

/** A period of a rule, by `cycleIdOf`. It begins with its charge, so no period is charged twice. */
export const Cycle: Aggregate<CycleState, CycleEvent> = {
  category: "cycle",
  events: CycleEvents,
  initial: null,
  evolve: (state, event) => {
    if (event._tag === "subscriptions.CycleClosed.v1") return state === null ? null : { ...state, isOpen: false }
    const { personId, number, n, assetTypeId, startsAt, endsAt, units, cutPerMille } = event
    return {
      ...{ personId, number, n, assetTypeId, units: BigInt(units), cutPerMille, isOpen: true },
      ...{ startMs: Date.parse(startsAt), endMs: Date.parse(endsAt) },
    }
  },
}

export type CycleRef = { readonly personId: string; readonly number: number; readonly n: number }

export const cycleIdOf = ({ personId, number, n }: CycleRef): string => `${personId}.${number}.${n}`
