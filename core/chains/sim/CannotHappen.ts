import { Data } from "effect"

/**
 * A request to a demo chain that its network or its current state does not allow. `final`: the network never undoes so
 * many blocks; `short`: the chain has fewer blocks; `amount`: the amount is outside the faucet's limits; `empty`: the
 * faucet has no coins; `foreign`: the transaction is not the faucet's, or is gone; `settled`: it is in a block;
 * `keeps`: the network does not support replacement.
 */
export class CannotHappen extends Data.TaggedError("CannotHappen")<{
  readonly why: "final" | "short" | "amount" | "empty" | "foreign" | "settled" | "keeps"
}> {
  get messageKey(): `wallet.sim.${CannotHappen["why"]}` {
    return `wallet.sim.${this.why}`
  }
}
