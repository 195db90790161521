import { Schema } from "effect"

/** No withdrawal password was chosen yet. */
export class NoWithdrawalPassword extends Schema.TaggedError<NoWithdrawalPassword>()("NoWithdrawalPassword", {}) {
  get messageKey(): "withdrawCall.password.none" {
    return "withdrawCall.password.none"
  }
}

/** It is not the withdrawal password. */
export class WrongWithdrawalPassword extends Schema.TaggedError<WrongWithdrawalPassword>()(
  "WrongWithdrawalPassword",
  {},
) {
  get messageKey(): "withdrawCall.password.wrong" {
    return "withdrawCall.password.wrong"
  }
}

/** The withdrawal password must be another one than that for signing in, or than the one before. */
export class SamePassword extends Schema.TaggedError<SamePassword>()("SamePassword", {}) {
  get messageKey(): "withdrawCall.password.same" {
    return "withdrawCall.password.same"
  }
}

/** It was changed elsewhere while it was being changed here. */
export class PasswordMoved extends Schema.TaggedError<PasswordMoved>()("PasswordMoved", {}) {
  get messageKey(): "withdrawCall.password.wrong" {
    return "withdrawCall.password.wrong"
  }
}

/** A withdrawal password was chosen without the one before, a short while ago. */
export class WithdrawalsPaused extends Schema.TaggedError<WithdrawalsPaused>()("WithdrawalsPaused", {
  /** Milliseconds since 1970. */
  untilMs: Schema.Number,
}) {
  get messageKey(): "withdrawCall.paused" {
    return "withdrawCall.paused"
  }
}
