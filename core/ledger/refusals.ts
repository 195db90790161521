import { Effect, Schema } from "effect"
import { LedgerRejected } from "#core/kernel"
import { readAccount } from "./accounts.ts"

/** There is less on the account than is to be spent or set aside. */
export class NotEnough extends Schema.TaggedError<NotEnough>()("NotEnough", { assetTypeId: Schema.Int }) {
  get messageKey(): "walletCall.notEnough" {
    return "walletCall.notEnough"
  }
}

/** An operator has stopped what this person may spend. */
export class Frozen extends Schema.TaggedError<Frozen>()("Frozen", {}) {
  get messageKey(): "walletCall.frozen" {
    return "walletCall.frozen"
  }
}

/** The id of a command came again with other words. Nothing is done: which of the two was meant nobody can know. */
export class CommandReused extends Schema.TaggedError<CommandReused>()("CommandReused", {}) {
  get messageKey(): "walletCall.commandReused" {
    return "walletCall.commandReused"
  }
}

/** The hold is not there, or was used or let go before. */
export class HoldClosed extends Schema.TaggedError<HoldClosed>()("HoldClosed", {}) {}

/** Tells what the accounts refused; anything else that dies stays a defect. */
export const asRefusals = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | NotEnough | Frozen, R> =>
  Effect.catchDefect(effect, (defect): Effect.Effect<never, NotEnough | Frozen> => {
    if (!(defect instanceof LedgerRejected)) return Effect.die(defect)
    const { reason, account } = defect.detail as { readonly reason: string; readonly account: string }
    if (reason === "frozen") return Effect.fail(new Frozen())
    // Other tables of the wallet refuse too, and tell it themselves.
    return reason === "short"
      ? Effect.fail(new NotEnough({ assetTypeId: readAccount(account).assetTypeId }))
      : Effect.die(defect)
  })
