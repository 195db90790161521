import { Effect, Result } from "effect"
import { Argument, Command } from "effect/cli"
import { ColdStorage, type SweepProblem, type SweepRefused } from "#core/wallet"
import { refreshAssetTypes } from "#src/web/wallet/refreshAssetTypes.ts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, reason, yes } from "../lib/flags.ts"
import { runPlan } from "../lib/plan.ts"
import { asOperatorWith, commandIdOf, id } from "./asOperator.ts"
import { amountText, coin, findCoin, unitsOf } from "./coin.ts"

const amount = Argument.String("amount").pipe(Argument.withDescription("Amount in coins: 2.5"))
const address = Argument.String("address").pipe(
  Argument.withDescription("Address of a wallet with keys stored outside the platform"),
)

const PROBLEMS: Readonly<Record<SweepProblem, string>> = {
  asset: "This asset cannot be sent.",
  amount: "The amount is below the network minimum.",
  own: "This is an address of the hot wallet.",
  reason: "Give a reason with --reason, at most 500 characters.",
}
const problemOf = (refused: SweepRefused): string => {
  switch (refused._tag) {
    case "UnfitSweep":
      return PROBLEMS[refused.problem]
    case "AddressRefused":
      return `The address is refused: ${refused.reason}.`
    case "WithdrawalsOff":
      return "Withdrawals of this coin are stopped, or its chain does not respond."
    case "CommandReused":
      return "This id was used by another command."
  }
}

/** Requests a transfer from the hot wallet to cold storage, which two operators approve. */
export const sweep = Command.make("sweep", { coin, amount, address, id, reason, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    if (flags.reason.trim() === "") throw new Refused(PROBLEMS.reason, EXIT.usage)
    await session.run(refreshAssetTypes)
    const [assetTypeId, units, commandId] = [findCoin(flags.coin), unitsOf(flags.amount), commandIdOf(flags.id)]
    const steps = [`send ${amountText(String(units), assetTypeId)} to ${flags.address}: ${flags.reason}`]
    await runPlan({ yes: flags.yes, output, steps }, async () => {
      const request = {
        assetTypeId,
        address: flags.address,
        amount: units,
        speed: "slow",
        reason: flags.reason,
      } as const
      const done = await session.run(
        ColdStorage.use((storage) => storage.sweep(request)).pipe(asOperatorWith(commandId), Effect.result),
      )
      if (Result.isFailure(done)) throw new Refused(problemOf(done.failure))
      output.say(
        `Requested as ${done.success.withdrawalId}. Two operators approve it at the console, under Withdrawals.`,
      )
      return done.success
    })
  }),
).pipe(Command.withDescription("Send coins from the hot wallet to cold storage"))
