import { Schema } from "effect"

/** The amount is none that can be given. */
export class UnfitDonation extends Schema.TaggedError<UnfitDonation>()("UnfitDonation", {
  problem: Schema.Literals(["zero", "dust", "asset", "oneself", "long"]),
}) {
  get messageKey(): `walletCall.unfit.${"zero" | "dust" | "asset" | "oneself" | "long"}` {
    return `walletCall.unfit.${this.problem}`
  }
}

/** The receiver has left since they were looked up. */
export class ReceiverLeft extends Schema.TaggedError<ReceiverLeft>()("ReceiverLeft", {}) {
  get messageKey(): "messages.nobody" {
    return "messages.nobody"
  }
}

/** More than somebody may give by their session alone: their withdrawal password is owed. */
export class PasswordOwed extends Schema.TaggedError<PasswordOwed>()("PasswordOwed", {}) {
  get messageKey(): "walletCall.passwordOwed" {
    return "walletCall.passwordOwed"
  }
}

/** The same while what would show that it is them is new, or was changed a short while ago. */
export class GivingPaused extends Schema.TaggedError<GivingPaused>()("GivingPaused", {
  /** Milliseconds since 1970. */
  untilMs: Schema.Number,
}) {
  get messageKey(): "walletCall.paused" {
    return "walletCall.paused"
  }
}

/** The same, of somebody who has neither a withdrawal password nor two-step verification. */
export class ProofOwed extends Schema.TaggedError<ProofOwed>()("ProofOwed", {}) {
  get messageKey(): "walletCall.proofOwed" {
    return "walletCall.proofOwed"
  }
}

/** The giver has two-step verification on, and gave no code of six figures. */
export class StepCodeOwed extends Schema.TaggedError<StepCodeOwed>()("StepCodeOwed", {}) {
  get messageKey(): "walletCall.codeOwed" {
    return "walletCall.codeOwed"
  }
}
