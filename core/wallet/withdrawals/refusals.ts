import { Effect, Schema } from "effect"
import { LedgerRejected } from "#core/kernel"

/**
 * - `asset`: nothing of this asset can be withdrawn;
 * - `zero`, `minimum`, `dust`: the amount is nothing, less than may be withdrawn, or less than the network passes on;
 * - `fee`: the fee that was agreed to is more than any withdrawal may cost.
 */
const PROBLEMS = ["asset", "zero", "minimum", "dust", "fee"] as const
export type WithdrawalProblem = (typeof PROBLEMS)[number]

/** It cannot be withdrawn like this. */
export class UnfitWithdrawal extends Schema.TaggedError<UnfitWithdrawal>()("UnfitWithdrawal", {
  problem: Schema.Literals(PROBLEMS),
}) {
  get messageKey(): `withdrawCall.unfit.${WithdrawalProblem}` {
    return `withdrawCall.unfit.${this.problem}`
  }
}

/**
 * - `asset`: nothing of this asset can be sent; `amount`: less than the network passes on;
 * - `own`: the address is of the hot wallet itself; `reason`: none was given, or it is too long.
 */
const SWEEP_PROBLEMS = ["asset", "amount", "own", "reason"] as const
export type SweepProblem = (typeof SWEEP_PROBLEMS)[number]

/** It cannot go to cold storage like this. Only operators meet it. */
export class UnfitSweep extends Schema.TaggedError<UnfitSweep>()("UnfitSweep", {
  problem: Schema.Literals(SWEEP_PROBLEMS),
}) {}

/** The network takes more by now than was agreed to: it has to be shown and agreed to again. */
export class FeeMoved extends Schema.TaggedError<FeeMoved>()("FeeMoved", { fee: Schema.BigInt }) {
  get messageKey(): "withdrawCall.feeMoved" {
    return "withdrawCall.feeMoved"
  }
}

/** More than may be withdrawn within a day: by the person, or by all together. */
export class DailyLimit extends Schema.TaggedError<DailyLimit>()("DailyLimit", {
  whose: Schema.Literals(["person", "all"]),
}) {
  get messageKey(): `withdrawCall.limit.${"person" | "all"}` {
    return `withdrawCall.limit.${this.whose}`
  }
}

/** As many of the person's withdrawals of the asset wait as one may have: some have to be sent first, or given up. */
export class TooManyUnsigned extends Schema.TaggedError<TooManyUnsigned>()("TooManyUnsigned", {}) {
  get messageKey(): "withdrawCall.tooMany" {
    return "withdrawCall.tooMany"
  }
}

/** The address is that of somebody here who has left: nobody could reach what comes there. */
export class AddressLeft extends Schema.TaggedError<AddressLeft>()("AddressLeft", {}) {
  get messageKey(): "withdrawCall.addressLeft" {
    return "withdrawCall.addressLeft"
  }
}

/** Operators, or the books, have stopped withdrawals for now, or the chain does not answer. */
export class WithdrawalsOff extends Schema.TaggedError<WithdrawalsOff>()("WithdrawalsOff", {}) {
  get messageKey(): "withdrawCall.off" {
    return "withdrawCall.off"
  }
}

/** There is no such withdrawal, or it is somebody else's. */
export class NoWithdrawal extends Schema.TaggedError<NoWithdrawal>()("NoWithdrawal", {}) {
  get messageKey(): "withdrawCall.none" {
    return "withdrawCall.none"
  }
}

/** It was signed already, or has ended. */
export class TooLate extends Schema.TaggedError<TooLate>()("TooLate", {}) {
  get messageKey(): "withdrawCall.tooLate" {
    return "withdrawCall.tooLate"
  }
}

/** The same operator agreed before. */
export class AlreadyApproved extends Schema.TaggedError<AlreadyApproved>()("AlreadyApproved", {}) {}

/** A coin is another withdrawal's: what was built is not used. */
export class CoinsTaken extends Schema.TaggedError<CoinsTaken>()("CoinsTaken", {}) {}

/** Their person withdrew more or less within the day than it was decided upon: it is decided again. */
export class SizeMoved extends Schema.TaggedError<SizeMoved>()("SizeMoved", {}) {}

/** Tells that it would be large, or small, by what the table of withdrawals has by now. */
export const asSizeMoved = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SizeMoved, R> =>
  Effect.catchDefect(effect, (defect): Effect.Effect<never, SizeMoved> => {
    const reason = defect instanceof LedgerRejected ? (defect.detail as { readonly reason: string }).reason : null
    return reason === "size" ? Effect.fail(new SizeMoved()) : Effect.die(defect)
  })

/** Tells what the table of withdrawals refused; what the ledger refused goes on. */
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
