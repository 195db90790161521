import { Effect } from "effect"
import { Command } from "effect/cli"
import { json, yes } from "../lib/flags.ts"
import { chain, simAct, transaction } from "./simAct.ts"

/** Raises the fee of a payment that waits. */
export const bump = Command.make("bump", { chain, transaction, yes, json }, (flags) =>
  simAct(flags, `send ${flags.transaction} again with a higher fee`, (world) =>
    Effect.map(world.bump(flags.transaction), (txid) => ({ transaction: txid })),
  ),
).pipe(Command.withDescription("Send a payment of the faucet again with a higher fee"))

/** Takes the coins of a payment elsewhere. */
export const doubleSpend = Command.make("double-spend", { chain, transaction, yes, json }, (flags) =>
  simAct(flags, `pay the coins of ${flags.transaction} to the faucet instead`, (world) =>
    Effect.map(world.doubleSpend(flags.transaction), (txid) => ({ transaction: txid })),
  ),
).pipe(Command.withDescription("Spend the coins of a payment of the faucet elsewhere, in a block"))
