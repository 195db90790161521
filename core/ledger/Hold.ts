import { Result } from "effect"
import type { Aggregate, Decide } from "#core/kernel"
import { balanced, type Entry } from "./balanced.ts"
import { HoldExpired, HoldPosted, HoldVoided, type LedgerEvent, LedgerEvents } from "./events.ts"
import type { Purpose } from "./purposes.ts"
import { HoldClosed } from "./refusals.ts"

/** Money that is set aside for one thing. Null: there never was such a hold. */
export type HoldState = {
  readonly holdId: string
  readonly purpose: Purpose
  readonly reference: string | null
  readonly account: string
  readonly amount: bigint
  readonly expiresAt: string | null
  readonly isOpen: boolean
} | null

/** Two-phase: placed once, then posted, voided or expired, once and forever. */
export const Hold: Aggregate<HoldState, LedgerEvent> = {
  category: "hold",
  events: LedgerEvents,
  initial: null,
  evolve: (state, event) => {
    if (event._tag !== "ledger.HoldPlaced.v1") return state === null ? null : { ...state, isOpen: false }
    const { holdId, purpose, reference, account, amount, expiresAt } = event
    return { holdId, purpose, reference, account, amount: BigInt(amount), expiresAt, isOpen: true }
  },
}

export type DecideHold = Decide<HoldState, LedgerEvent, HoldClosed>

/**
 * Uses a hold: the given accounts gain, its own account pays their sum, and the rest is free again.
 * @throws where they gain more than is held, or nothing: never a refusal
 */
export const postHold =
  (gains: ReadonlyArray<Entry>, at: string): DecideHold =>
  (state) => {
    if (!state?.isOpen) return Result.fail(new HoldClosed())
    const paid = gains.reduce((sum, { amount }) => sum + amount, 0n)
    if (paid > state.amount) throw new Error(`hold ${state.holdId} has ${state.amount}, not ${paid}`)
    const entries = balanced([...gains, { account: state.account, amount: -paid }])
    return Result.succeed([HoldPosted.make({ ...closing(state, at), entries })])
  }

/** Lets a hold go. */
export const voidHold =
  (at: string): DecideHold =>
  (state) =>
    state?.isOpen ? Result.succeed([HoldVoided.make(closing(state, at))]) : Result.fail(new HoldClosed())

/** Lets a hold go whose time is over; before that nothing happens. */
export const expireHold =
  (at: string): DecideHold =>
  (state) => {
    if (!state?.isOpen) return Result.fail(new HoldClosed())
    const isOver = state.expiresAt !== null && state.expiresAt <= at
    return Result.succeed(isOver ? [HoldExpired.make(closing(state, at))] : [])
  }

const closing = ({ holdId, purpose, reference, account, amount }: NonNullable<HoldState>, at: string) => ({
  holdId,
  purpose,
  reference,
  account,
  held: String(amount),
  at,
})
