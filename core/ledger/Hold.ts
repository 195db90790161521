import { Result } from "effect"
import type { Aggregate, Decide } from "#core/kernel"
import { balanced, type Entry } from "./balanced.ts"
import { HoldExpired, HoldPosted, HoldVoided, type LedgerEvent, LedgerEvents } from "./events.ts"
import type { Purpose } from "./purposes.ts"
import { HoldClosed } from "./refusals.ts"

/** Money reserved for one purpose; null if there was no such hold. */
export type HoldState = {
  readonly holdId: string
  readonly purpose: Purpose
  readonly reference: string | null
  readonly account: string
  readonly amount: bigint
  readonly expiresAt: string | null
  readonly isOpen: boolean
} | null

/** Two phases: placed, then posted, voided or expired exactly once. */
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
 * Posts a hold: pays the given accounts from the held account and releases the remainder.
 * @throws if the sum is zero or above the held amount: a defect, not a refusal
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

/** Releases a hold. */
export const voidHold =
  (at: string): DecideHold =>
  (state) =>
    state?.isOpen ? Result.succeed([HoldVoided.make(closing(state, at))]) : Result.fail(new HoldClosed())

/** Releases an expired hold; does nothing before it expires. */
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
