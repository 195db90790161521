import { Argument, Command } from "effect/cli"
import { Ledger } from "#core/ledger"
import { findPerson } from "#projections/accounts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, reason, yes } from "../lib/flags.ts"
import { runPlan } from "../lib/plan.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"
import { asOperator } from "./asOperator.ts"

const person = Argument.String("person").pipe(Argument.withDescription("Code of the person"))

const freezing = (isFrozen: boolean) =>
  Command.make(isFrozen ? "freeze" : "unfreeze", { person, reason, yes, json }, (flags) =>
    inSession(flags, async (session, output) => {
      if (flags.reason === "") throw new Refused("Give a reason with --reason.", EXIT.usage)
      await waitUntilCaughtUp(session)
      const found = await session.run(findPerson(flags.person))
      if (found === null) throw new Refused(`No person has the code ${flags.person}.`, EXIT.usage)
      const step = `${isFrozen ? "freeze" : "unfreeze"} the accounts of ${found.userCode}: ${flags.reason}`
      await runPlan({ yes: flags.yes, output, steps: [step] }, async () => {
        const { position } = await session.run(
          Ledger.use((ledger) => ledger.setFrozen(found.personId, isFrozen, flags.reason)).pipe(asOperator),
        )
        output.say(position === 0 ? "Nothing changed." : "Done.")
        return { position }
      })
    }),
  )

export const freeze = freezing(true).pipe(Command.withDescription("Stop spending by a person; deposits continue"))
export const unfreeze = freezing(false).pipe(Command.withDescription("Allow a person to spend again"))
