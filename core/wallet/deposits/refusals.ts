import { Schema } from "effect"

/** Deposits of this asset are unavailable: its chain does not respond, or no account key is stored yet. */
export class NoDeposits extends Schema.TaggedError<NoDeposits>()("NoDeposits", {}) {
  get messageKey(): "walletCall.noDeposits" {
    return "walletCall.noDeposits"
  }
}
