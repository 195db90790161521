import { Effect, Result } from "effect"
import { Argument, Command } from "effect/cli"
import { ColdStorage, type SweepProblem, type SweepRefused } from "#core/wallet"
import { refreshAssetTypes } from "#src/web/wallet/refreshAssetTypes.ts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, reason, yes } from "../lib/flags.ts"
import { planned } from "../lib/plan.ts"
import { amountText } from "./amountText.ts"
import { asOperatorWith } from "./asOperator.ts"
import { coin, coinNamed, unitsOf } from "./coin.ts"
import { commandIdOf, id } from "./commandId.ts"

const amount = Argument.String("amount").pipe(Argument.withDescription("How much, in coins: 2.5"))
const address = Argument.String("address").pipe(
  Argument.withDescription("Of a wallet whose keys no machine of the platform has"),
)

/** Why nothing is sent. */
const PROBLEMS: Readonly<Record<SweepProblem, string>> = {
  asset: "Nothing of this asset can be sent.",
  amount: "That is less than the network passes on.",
  own: "That is an address of the hot wallet itself.",
  reason: "Say why with --reason, in at most 500 characters.",
}
const problemOf = (refused: SweepRefused): string => {
  switch (refused._tag) {
    case "UnfitSweep":
      return PROBLEMS[refused.problem]
    case "AddressRefused":
      return `Nothing can be paid to this address: ${refused.reason}.`
    case "WithdrawalsOff":
      return "Withdrawals of this coin are stopped, or its chain does not answer."
    case "CommandReused":
      return "Another command has this id."
  }
}

/** Sends what the hot wallet has too much of to cold storage, once two operators have agreed. */
export const sweep = Command.make("sweep", { coin, amount, address, id, reason, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    if (flags.reason.trim() === "") throw new Refused(PROBLEMS.reason, EXIT.usage)
    await session.run(refreshAssetTypes)
    const [assetTypeId, units, commandId] = [coinNamed(flags.coin), unitsOf(flags.amount), commandIdOf(flags.id)]
    const steps = [`send ${amountText(String(units), assetTypeId)} to ${flags.address}: ${flags.reason}`]
    await planned({ yes: flags.yes, output, steps }, async () => {
      const wish = { assetTypeId, address: flags.address, amount: units, speed: "slow", reason: flags.reason } as const
      const done = await session.run(
        ColdStorage.use((storage) => storage.sweep(wish)).pipe(asOperatorWith(commandId), Effect.result),
      )
      if (Result.isFailure(done)) throw new Refused(problemOf(done.failure))
      output.say(`Asked for. Two operators agree with: wallet withdrawals approve ${done.success.withdrawalId}`)
      return done.success
    })
  }),
).pipe(Command.withDescription("Send coins from the hot wallet to cold storage"))
