import { Argument, Command } from "effect/cli"
import { Ledger } from "#core/ledger"
import { findPerson } from "#projections/accounts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, reason, yes } from "../lib/flags.ts"
import { runPlan } from "../lib/plan.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"
import { noWait } from "../operate/run.ts"
import { runOperation } from "../operate/runOperation.ts"
import { asOperator } from "./asOperator.ts"

const person = Argument.String("person").pipe(Argument.withDescription("Code of the person"))

/** Stops spending. The owner of the machine may do this alone. */
export const freeze = Command.make("freeze", { person, reason, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    if (flags.reason === "") throw new Refused("Give a reason with --reason.", EXIT.usage)
    await waitUntilCaughtUp(session)
    const found = await session.run(findPerson(flags.person))
    if (found === null) throw new Refused(`No person has the code ${flags.person}.`, EXIT.usage)
    const step = `freeze the accounts of ${found.userCode}: ${flags.reason}`
    await runPlan({ yes: flags.yes, output, steps: [step] }, async () => {
      const { position } = await session.run(
        Ledger.use((ledger) => ledger.setFrozen(found.personId, true, flags.reason)).pipe(asOperator),
      )
      output.say(position === 0 ? "Nothing changed." : "Done.")
      return { position }
    })
  }),
).pipe(Command.withDescription("Stop spending by a person; deposits continue"))

/** Allows spending again, which two operators sign. */
export const unfreeze = Command.make("unfreeze", { person, reason, noWait, yes, json }, (flags) =>
  inSession(flags, (session, output) =>
    runOperation(session, output, {
      ...{ name: "wallet.unfreeze", given: { person: flags.person, reason: flags.reason } },
      ...{ yes: flags.yes, wait: !flags.noWait },
    }),
  ),
).pipe(Command.withDescription("Allow a person to spend again; two operators sign it"))
