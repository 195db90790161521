import { Effect, Result } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { type DeskProblem, Reconciliation } from "#core/wallet"
import { findPerson } from "#projections/accounts"
import { refreshAssetTypes } from "#src/web/wallet/refreshAssetTypes.ts"
import { caughtUp } from "../lib/caughtUp.ts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, reason, yes } from "../lib/flags.ts"
import { planned } from "../lib/plan.ts"
import type { Session } from "../lib/session.ts"
import { amountText } from "./amountText.ts"
import { asOperatorWith } from "./asOperator.ts"
import { coin, coinNamed, unitsOf } from "./coin.ts"
import { commandIdOf, id } from "./commandId.ts"

const amount = Argument.String("amount").pipe(
  Argument.withDescription("How much of what stands in suspense, in coins: 0.05"),
)
const to = Flag.String("to").pipe(
  Flag.withDescription(
    "Who gains what was too much, or bears what is missing: fees (the platform), cold (it came from cold storage), or a person's code",
  ),
  Flag.withDefault("fees"),
)

/** Why nothing was settled. */
const PROBLEMS: Readonly<Record<DeskProblem | "NotEnough" | "Frozen" | "CommandReused", string>> = {
  amount: "There is not so much in suspense; wallet balances shows what is.",
  reason: "Say why with --reason, in at most 500 characters.",
  left: "The person has left: nobody could reach it there.",
  NotEnough: "The person does not have so much.",
  Frozen: "The person's accounts are frozen.",
  CommandReused: "Another command has this id.",
}

/** Takes something out of suspense, for a reason that is recorded with it. */
export const settle = Command.make("settle", { coin, amount, to, id, reason, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    if (flags.reason.trim() === "") throw new Refused(PROBLEMS.reason, EXIT.usage)
    await session.run(refreshAssetTypes)
    const [assetTypeId, units, commandId] = [coinNamed(flags.coin), unitsOf(flags.amount), commandIdOf(flags.id)]
    const ours = (["fees", "cold"] as const).find((each) => each === flags.to)
    const whom = ours ?? (await personOf(session, flags.to))
    const text = amountText(String(units), assetTypeId)
    const steps = [`settle ${text} of suspense with ${flags.to}: ${flags.reason}`]
    await planned({ yes: flags.yes, output, steps }, async () => {
      const settlement = { assetTypeId, amount: units, to: whom, reason: flags.reason }
      const done = await session.run(
        Reconciliation.use((desk) => desk.settle(settlement)).pipe(asOperatorWith(commandId), Effect.result),
      )
      if (Result.isFailure(done))
        throw new Refused(PROBLEMS["problem" in done.failure ? done.failure.problem : done.failure._tag])
      output.say("Done.")
      return done.success
    })
  }),
).pipe(Command.withDescription("Take something out of suspense: to fees, or to a person"))

const personOf = async (session: Session, code: string) => {
  await caughtUp(session)
  const found = await session.run(findPerson(code))
  if (found === null) throw new Refused(`Nobody has the code ${code}.`, EXIT.usage)
  return { personId: found.personId }
}
