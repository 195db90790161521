import { Schema } from "effect"

/** No withdrawal password is set. */
export class NoWithdrawalPassword extends Schema.TaggedError<NoWithdrawalPassword>()("NoWithdrawalPassword", {}) {
  get messageKey(): "withdrawCall.password.none" {
    return "withdrawCall.password.none"
  }
}

/** The withdrawal password is wrong. */
export class WrongWithdrawalPassword extends Schema.TaggedError<WrongWithdrawalPassword>()(
  "WrongWithdrawalPassword",
  {},
) {
  get messageKey(): "withdrawCall.password.wrong" {
    return "withdrawCall.password.wrong"
  }
}

/** The new password equals the sign-in password or the previous one. */
export class SamePassword extends Schema.TaggedError<SamePassword>()("SamePassword", {}) {
  get messageKey(): "withdrawCall.password.same" {
    return "withdrawCall.password.same"
  }
}

/** A concurrent request changed the password. */
export class PasswordChangedConcurrently extends Schema.TaggedError<PasswordChangedConcurrently>()(
  "PasswordChangedConcurrently",
  {},
) {
  get messageKey(): "withdrawCall.password.wrong" {
    return "withdrawCall.password.wrong"
  }
}

/**
 * Security changes that pause withdrawals.
 * - `reset`: the withdrawal password was replaced without the previous one;
 * - `signIn`: the sign-in password was changed;
 * - `step`: the second step was changed or removed.
 */
const PAUSES = ["reset", "signIn", "step"] as const
export type PauseReason = (typeof PAUSES)[number]

/** Withdrawals are paused after a security change. */
export class WithdrawalsPaused extends Schema.TaggedError<WithdrawalsPaused>()("WithdrawalsPaused", {
  reason: Schema.Literals(PAUSES),
  /** Milliseconds since 1970. */
  untilMs: Schema.Number,
}) {
  get messageKey(): `withdrawCall.paused.${PauseReason}` {
    return `withdrawCall.paused.${this.reason}`
  }
}
