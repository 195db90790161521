import { Schema } from "effect"
import { PAUSE_REASONS, type PauseReason } from "../contract.ts"

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

/** Withdrawals are paused after a security change. */
export class WithdrawalsPaused extends Schema.TaggedError<WithdrawalsPaused>()("WithdrawalsPaused", {
  reason: Schema.Literals(PAUSE_REASONS),
  /** Milliseconds since 1970. */
  untilMs: Schema.Number,
}) {
  get messageKey(): `withdrawCall.paused.${PauseReason}` {
    return `withdrawCall.paused.${this.reason}`
  }
}
