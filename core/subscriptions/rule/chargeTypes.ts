import type { CycleCharged, SeatsCharged } from "../cycle/events.ts"
import type { RuleEvent } from "./events.ts"

/** The rate that prices a fee, with the decimals of the asset and of the base currency. */
export type Price = {
  readonly mid: string
  readonly digits: number
  readonly baseDigits: number
  readonly snapshotId: string
}

/** A premium seat to charge for, at the monthly price in minor units of the base currency. */
export type SeatPrice = { readonly channelId: number; readonly creatorId: string; readonly pmsf: bigint }

/** A term to charge: events of the rule, and one first event for each cycle. */
export type Charge = {
  readonly events: ReadonlyArray<RuleEvent>
  readonly cycles: ReadonlyArray<typeof CycleCharged.Type>
  /** Premium seats of these cycles, or of cycles that were charged before. */
  readonly seatCycles: ReadonlyArray<typeof SeatsCharged.Type>
  /** Everything that is charged. */
  readonly units: bigint
}

/** Premium seats that a charge pays for, and why others are given back. */
export type SeatsDue = {
  readonly paid: ReadonlyArray<SeatPrice>
  /** Creators who no longer offer the seat. */
  readonly withdrawnIds?: ReadonlySet<string>
}
