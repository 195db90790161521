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

/**
 * Withdrawals are paused for a while after what protects them was changed.
 * - `reset`: the withdrawal password was chosen without the one before;
 * - `signIn`: the password for signing in was changed;
 * - `step`: the second step was changed or removed.
 */
const PAUSES = ["reset", "signIn", "step"] as const
export type PauseReason = (typeof PAUSES)[number]

/** What protects a person's withdrawals was changed a short while ago. */
export class WithdrawalsPaused extends Schema.TaggedError<WithdrawalsPaused>()("WithdrawalsPaused", {
  why: Schema.Literals(PAUSES),
  /** Milliseconds since 1970. */
  untilMs: Schema.Number,
}) {
  get messageKey(): `withdrawCall.paused.${PauseReason}` {
    return `withdrawCall.paused.${this.why}`
  }
}
