import { Effect, Result } from "effect"
import { Argument, Command } from "effect/cli"
import { networks, readAddress } from "#core/chains"
import { parseUnits } from "#core/ledger"
import { carriedOut } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { chain, simAct } from "./simAct.ts"

/** Decimals of all assets that have a chain. */
const DIGITS = 8

const address = Argument.String("address").pipe(
  Argument.withDescription("An address of that demo chain; it begins with demo"),
)
const amount = Argument.String("amount").pipe(Argument.withDescription("Coins, like 0.5; 100 at most"))

/** Gives demo coins to an address. */
export const faucet = Command.make("faucet", { chain, address, amount, yes, json }, (flags) =>
  Effect.suspend(() => {
    const read = readAddress(networks[flags.chain].demo, flags.address)
    const units = parseUnits(flags.amount, DIGITS)
    if (Result.isFailure(read)) return refuse(flags, `${flags.address} is no address of that demo chain.`)
    if (typeof units !== "bigint") return refuse(flags, `${flags.amount} is no amount of coins.`)
    return simAct(flags, `pay ${flags.amount} ${flags.chain} to ${read.success.text}`, (world) =>
      Effect.map(world.faucet({ script: read.success.script, amount: units }), (txid) => ({ transaction: txid })),
    )
  }),
).pipe(Command.withDescription("Give demo coins to an address; they wait for the next block"))

const refuse = (flags: { readonly json: boolean }, sentence: string) =>
  carriedOut(flags, async () => {
    throw new Refused(sentence, EXIT.usage)
  })
