import { Schema } from "effect"

/**
 * The account cannot be closed yet:
 * - `underWay`: a hold, a withdrawal or an incoming deposit is open;
 * - `owns`: coins can be withdrawn;
 * - `rest`: the exact remainder, too small to withdraw, was not renounced.
 */
export class HoldsFunds extends Schema.TaggedError<HoldsFunds>()("HoldsFunds", {
  reason: Schema.Literals(["underWay", "owns", "rest"]),
}) {
  get messageKey(): `walletCall.leaving.${"underWay" | "owns" | "rest"}` {
    return `walletCall.leaving.${this.reason}`
  }
}
