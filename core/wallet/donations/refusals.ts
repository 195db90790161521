import { Schema } from "effect"

/** The donation is invalid: amount, asset, recipient or message. */
export class InvalidDonation extends Schema.TaggedError<InvalidDonation>()("InvalidDonation", {
  problem: Schema.Literals(["zero", "dust", "asset", "oneself", "long"]),
}) {
  get messageKey(): `walletCall.unfit.${"zero" | "dust" | "asset" | "oneself" | "long"}` {
    return `walletCall.unfit.${this.problem}`
  }
}

/** The recipient closed their account in the meantime. */
export class RecipientClosed extends Schema.TaggedError<RecipientClosed>()("RecipientClosed", {}) {
  get messageKey(): "messages.nobody" {
    return "messages.nobody"
  }
}

/** The amount is above the limit for a session alone: the withdrawal password is required. */
export class PasswordRequired extends Schema.TaggedError<PasswordRequired>()("PasswordRequired", {}) {
  get messageKey(): "walletCall.passwordRequired" {
    return "walletCall.passwordRequired"
  }
}

/** The amount is above that limit, and a credential is new or was changed within 24 hours. */
export class DonationsPaused extends Schema.TaggedError<DonationsPaused>()("DonationsPaused", {
  /** Milliseconds since 1970. */
  untilMs: Schema.Number,
}) {
  get messageKey(): "walletCall.paused" {
    return "walletCall.paused"
  }
}

/** The amount is above that limit, and the donor has neither a withdrawal password nor two-step verification. */
export class ReauthenticationRequired extends Schema.TaggedError<ReauthenticationRequired>()(
  "ReauthenticationRequired",
  {},
) {
  get messageKey(): "walletCall.reauthenticationRequired" {
    return "walletCall.reauthenticationRequired"
  }
}

/** Two-step verification is on, and the request has no six-digit code. */
export class SecondFactorRequired extends Schema.TaggedError<SecondFactorRequired>()("SecondFactorRequired", {}) {
  get messageKey(): "walletCall.secondFactorRequired" {
    return "walletCall.secondFactorRequired"
  }
}
