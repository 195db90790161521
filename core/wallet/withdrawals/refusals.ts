import { Effect, Schema } from "effect"
import { LEVELS, type Level } from "#contract/identity"
import type { Overloaded, TooOften, WrongStepCode } from "#core/accounts"
import { LedgerRejected } from "#core/kernel"
import type { CommandReused, Frozen, NotEnough } from "#core/ledger"
import type { AddressEntryNotFound, AddressEntryOnHold } from "../addressBook/refusals.ts"
import type { SecondFactorRequired } from "../donations/refusals.ts"
import type {
  NoWithdrawalPassword,
  WithdrawalsPaused,
  WrongWithdrawalPassword,
} from "../withdrawalPassword/refusals.ts"

/**
 * - `asset`: this asset cannot be withdrawn;
 * - `zero`, `minimum`, `dust`: the amount is zero, below the minimum, or below the dust limit;
 * - `fee`: the agreed fee exceeds the maximum.
 */
const PROBLEMS = ["asset", "zero", "minimum", "dust", "fee"] as const
export type WithdrawalProblem = (typeof PROBLEMS)[number]

/** The request is invalid. */
export class UnfitWithdrawal extends Schema.TaggedError<UnfitWithdrawal>()("UnfitWithdrawal", {
  problem: Schema.Literals(PROBLEMS),
}) {
  get messageKey(): `withdrawCall.unfit.${WithdrawalProblem}` {
    return `withdrawCall.unfit.${this.problem}`
  }
}

/**
 * - `asset`: this asset cannot be sent; `amount`: below the dust limit;
 * - `own`: the address belongs to the hot wallet; `reason`: missing or too long.
 */
const SWEEP_PROBLEMS = ["asset", "amount", "own", "reason"] as const
export type SweepProblem = (typeof SWEEP_PROBLEMS)[number]

/** The sweep is invalid. */
export class UnfitSweep extends Schema.TaggedError<UnfitSweep>()("UnfitSweep", {
  problem: Schema.Literals(SWEEP_PROBLEMS),
}) {}

/** The network fee has risen above the agreed one: it must be confirmed again. */
export class FeeMoved extends Schema.TaggedError<FeeMoved>()("FeeMoved", { fee: Schema.BigInt }) {
  get messageKey(): "withdrawCall.feeMoved" {
    return "withdrawCall.feeMoved"
  }
}

/** Above the daily limit of the person, or of all together. */
export class DailyLimit extends Schema.TaggedError<DailyLimit>()("DailyLimit", {
  whose: Schema.Literals(["person", "all"]),
}) {
  get messageKey(): `withdrawCall.limit.${"person" | "all"}` {
    return `withdrawCall.limit.${this.whose}`
  }
}

/** More than the person may withdraw in a day before their identity is verified at this level. */
export class IdentityRequired extends Schema.TaggedError<IdentityRequired>()("IdentityRequired", {
  levelNeeded: Schema.Literals(LEVELS),
}) {
  get messageKey(): `withdrawCall.identity.${Level}` {
    return `withdrawCall.identity.${this.levelNeeded}`
  }
}

/** Too many unsigned withdrawals of the person and asset. */
export class TooManyUnsigned extends Schema.TaggedError<TooManyUnsigned>()("TooManyUnsigned", {}) {
  get messageKey(): "withdrawCall.tooMany" {
    return "withdrawCall.tooMany"
  }
}

/** The address belongs to a person who has closed the wallet. */
export class AddressLeft extends Schema.TaggedError<AddressLeft>()("AddressLeft", {}) {
  get messageKey(): "withdrawCall.addressLeft" {
    return "withdrawCall.addressLeft"
  }
}

/** Withdrawals are stopped, or the chain does not respond. */
export class WithdrawalsOff extends Schema.TaggedError<WithdrawalsOff>()("WithdrawalsOff", {}) {
  get messageKey(): "withdrawCall.off" {
    return "withdrawCall.off"
  }
}

/** The withdrawal does not exist, or belongs to someone else. */
export class NoWithdrawal extends Schema.TaggedError<NoWithdrawal>()("NoWithdrawal", {}) {
  get messageKey(): "withdrawCall.none" {
    return "withdrawCall.none"
  }
}

/** It is already signed or closed. */
export class TooLate extends Schema.TaggedError<TooLate>()("TooLate", {}) {
  get messageKey(): "withdrawCall.tooLate" {
    return "withdrawCall.tooLate"
  }
}

/** This operator has already approved it. */
export class AlreadyApproved extends Schema.TaggedError<AlreadyApproved>()("AlreadyApproved", {}) {}

/** Another withdrawal has reserved one of the coins. */
export class CoinsTaken extends Schema.TaggedError<CoinsTaken>()("CoinsTaken", {}) {}

/** The person's sum of the day changed since the decision: decide again. */
export class SizeMoved extends Schema.TaggedError<SizeMoved>()("SizeMoved", {}) {}

/** Maps the database's size conflict to `SizeMoved`. */
export const asSizeMoved = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SizeMoved, R> =>
  Effect.catchDefect(effect, (defect): Effect.Effect<never, SizeMoved> => {
    const reason = defect instanceof LedgerRejected ? (defect.detail as { readonly reason: string }).reason : null
    return reason === "size" ? Effect.fail(new SizeMoved()) : Effect.die(defect)
  })

/** Maps what the withdrawal table refused; ledger refusals pass through. */
export const asWithdrawalRefusals = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<A, E | DailyLimit | TooManyUnsigned | CoinsTaken, R> =>
  Effect.catchDefect(effect, (defect): Effect.Effect<never, DailyLimit | TooManyUnsigned | CoinsTaken> => {
    const reason = defect instanceof LedgerRejected ? (defect.detail as { readonly reason: string }).reason : null
    if (reason === "personLimit") return Effect.fail(new DailyLimit({ whose: "person" }))
    if (reason === "allLimit") return Effect.fail(new DailyLimit({ whose: "all" }))
    if (reason === "unsigned") return Effect.fail(new TooManyUnsigned())
    return reason === "coins" ? Effect.fail(new CoinsTaken()) : Effect.die(defect)
  })

/** Refusals of a withdrawal request. */
export type WithdrawalRefused =
  | UnfitWithdrawal
  | FeeMoved
  | DailyLimit
  | IdentityRequired
  | TooManyUnsigned
  | WithdrawalsOff
  | AddressEntryNotFound
  | AddressLeft
  | AddressEntryOnHold
  | NoWithdrawalPassword
  | WithdrawalsPaused
  | WrongWithdrawalPassword
  | NotEnough
  | Frozen
  | CommandReused
  | SecondFactorRequired
  | WrongStepCode
  | TooOften
  | Overloaded
