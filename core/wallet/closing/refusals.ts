import { Schema } from "effect"

/**
 * The account cannot be closed yet:
 * - `pending`: a hold, a withdrawal or an incoming deposit is open;
 * - `withdrawable`: coins can be withdrawn;
 * - `remainder`: the exact remainder, too small to withdraw, was not renounced.
 */
export class HoldsFunds extends Schema.TaggedError<HoldsFunds>()("HoldsFunds", {
  reason: Schema.Literals(["pending", "withdrawable", "remainder"]),
}) {
  get messageKey(): `walletCall.closing.${"pending" | "withdrawable" | "remainder"}` {
    return `walletCall.closing.${this.reason}`
  }
}
