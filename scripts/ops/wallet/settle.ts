import { Effect, Result } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Reconciliation, type SettlementProblem } from "#core/wallet"
import { findPerson } from "#projections/accounts"
import { refreshAssetTypes } from "#src/web/wallet/refreshAssetTypes.ts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, reason, yes } from "../lib/flags.ts"
import { runPlan } from "../lib/plan.ts"
import type { Session } from "../lib/session.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"
import { asOperatorWith, commandIdOf, id } from "./asOperator.ts"
import { amountText, coin, findCoin, unitsOf } from "./coin.ts"

const amount = Argument.String("amount").pipe(Argument.withDescription("Amount in suspense to settle, in coins: 0.05"))
const to = Flag.String("to").pipe(
  Flag.withDescription(
    "Who receives a surplus or bears a loss: fees (the platform), cold (cold storage), or the code of a person",
  ),
  Flag.withDefault("fees"),
)

const PROBLEMS: Readonly<Record<SettlementProblem | "NotEnough" | "Frozen" | "CommandReused", string>> = {
  amount: "Suspense holds less; see wallet balances.",
  reason: "Give a reason with --reason, at most 500 characters.",
  left: "The account of the person is closed.",
  NotEnough: "The balance of the person is too small.",
  Frozen: "The person's accounts are frozen.",
  CommandReused: "This id was used by another command.",
}

/** Books an amount out of suspense and records the reason. */
export const settle = Command.make("settle", { coin, amount, to, id, reason, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    if (flags.reason.trim() === "") throw new Refused(PROBLEMS.reason, EXIT.usage)
    await session.run(refreshAssetTypes)
    const [assetTypeId, units, commandId] = [findCoin(flags.coin), unitsOf(flags.amount), commandIdOf(flags.id)]
    const platform = (["fees", "cold"] as const).find((each) => each === flags.to)
    const recipient = platform ?? (await personOf(session, flags.to))
    const text = amountText(String(units), assetTypeId)
    const steps = [`book ${text} from suspense to ${flags.to}: ${flags.reason}`]
    await runPlan({ yes: flags.yes, output, steps }, async () => {
      const settlement = { assetTypeId, amount: units, to: recipient, reason: flags.reason }
      const done = await session.run(
        Reconciliation.use((reconciliation) => reconciliation.settle(settlement)).pipe(
          asOperatorWith(commandId),
          Effect.result,
        ),
      )
      if (Result.isFailure(done))
        throw new Refused(PROBLEMS["problem" in done.failure ? done.failure.problem : done.failure._tag])
      output.say("Done.")
      return done.success
    })
  }),
).pipe(Command.withDescription("Book an amount out of suspense, to fees, cold storage or a person"))

const personOf = async (session: Session, code: string) => {
  await waitUntilCaughtUp(session)
  const found = await session.run(findPerson(code))
  if (found === null) throw new Refused(`No person has the code ${code}.`, EXIT.usage)
  return { personId: found.personId }
}
