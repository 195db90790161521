import { Schema } from "effect"

/** The amount is none that can be given. */
export class UnfitDonation extends Schema.TaggedError<UnfitDonation>()("UnfitDonation", {
  problem: Schema.Literals(["zero", "dust", "asset", "oneself", "long"]),
}) {
  get messageKey(): `walletCall.unfit.${"zero" | "dust" | "asset" | "oneself" | "long"}` {
    return `walletCall.unfit.${this.problem}`
  }
}

/** The giver has two-step verification on, and gave no code of six figures. */
export class StepCodeOwed extends Schema.TaggedError<StepCodeOwed>()("StepCodeOwed", {}) {
  get messageKey(): "walletCall.codeOwed" {
    return "walletCall.codeOwed"
  }
}
