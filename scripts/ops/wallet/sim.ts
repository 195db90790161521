import { Command } from "effect/cli"
import { faucet } from "./simFaucet.ts"
import { mine, reorg } from "./simMine.ts"
import { bump, doubleSpend } from "./simSpend.ts"

export const sim = Command.make("sim").pipe(
  Command.withDescription("What happens on the demo chains, which have no real coins"),
  Command.withSubcommands([faucet, mine, reorg, bump, doubleSpend]),
)
