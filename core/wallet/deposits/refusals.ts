import { Schema } from "effect"

/** Deposits of this asset cannot be made at present: its chain cannot be asked, or nobody has said whose keys it is. */
export class NoDeposits extends Schema.TaggedError<NoDeposits>()("NoDeposits", {}) {
  get messageKey(): "walletCall.noDeposits" {
    return "walletCall.noDeposits"
  }
}
