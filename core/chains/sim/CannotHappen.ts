import { Data } from "effect"

/**
 * A demo chain was asked for something that its network does not allow, or that there is nothing to do it with.
 * `final`: the network never undoes so many blocks; `short`: there are not so many; `amount`: the faucet gives no such
 * amount; `empty`: it has nothing; `foreign`: the transaction is not the faucet's, or gone; `settled`: it is in a block;
 * `keeps`: the network replaces nothing.
 */
export class CannotHappen extends Data.TaggedError("CannotHappen")<{
  readonly why: "final" | "short" | "amount" | "empty" | "foreign" | "settled" | "keeps"
}> {
  get messageKey(): `wallet.sim.${CannotHappen["why"]}` {
    return `wallet.sim.${this.why}`
  }
}
