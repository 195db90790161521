import { Schema } from "effect"

/**
 * Somebody cannot leave yet because of what is theirs:
 * - `underWay`: something is set aside, being withdrawn or on its way to them;
 * - `owns`: coins that can be withdrawn;
 * - `rest`: less than can be withdrawn, and they did not give up just that.
 */
export class StillOwns extends Schema.TaggedError<StillOwns>()("StillOwns", {
  what: Schema.Literals(["underWay", "owns", "rest"]),
}) {
  get messageKey(): `walletCall.leaving.${"underWay" | "owns" | "rest"}` {
    return `walletCall.leaving.${this.what}`
  }
}
