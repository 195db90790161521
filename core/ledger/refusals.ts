import { Effect, Schema } from "effect"
import { LedgerRejected } from "#core/kernel"
import { readAccount } from "./accounts.ts"

/** The balance is too small to spend or reserve the amount. */
export class NotEnough extends Schema.TaggedError<NotEnough>()("NotEnough", { assetTypeId: Schema.Int }) {
  get messageKey(): "walletCall.notEnough" {
    return "walletCall.notEnough"
  }
}

/** An operator has frozen the person's wallet. */
export class Frozen extends Schema.TaggedError<Frozen>()("Frozen", {}) {
  get messageKey(): "walletCall.frozen" {
    return "walletCall.frozen"
  }
}

/** The command id was used before for another request. Nothing is changed. */
export class CommandReused extends Schema.TaggedError<CommandReused>()("CommandReused", {}) {
  get messageKey(): "walletCall.commandReused" {
    return "walletCall.commandReused"
  }
}

/** The hold does not exist, or was posted, voided or expired before. */
export class HoldClosed extends Schema.TaggedError<HoldClosed>()("HoldClosed", {}) {}

/** Turns rejections by the accounts into refusals; other defects stay defects. */
export const asRefusals = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | NotEnough | Frozen, R> =>
  Effect.catchDefect(effect, (defect): Effect.Effect<never, NotEnough | Frozen> => {
    if (!(defect instanceof LedgerRejected)) return Effect.die(defect)
    const { reason, account } = defect.detail as { readonly reason: string; readonly account: string }
    if (reason === "frozen") return Effect.fail(new Frozen())
    // Other tables of the wallet have their own rejections, which their callers translate.
    return reason === "short"
      ? Effect.fail(new NotEnough({ assetTypeId: readAccount(account).assetTypeId }))
      : Effect.die(defect)
  })
