import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { CurrentMeta } from "#core/kernel"
import { Ledger } from "#core/ledger"
import { findPerson } from "#projections/accounts"
import { caughtUp } from "../lib/caughtUp.ts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, reason, yes } from "../lib/flags.ts"
import { operatorName, planned } from "../lib/plan.ts"

const person = Argument.String("person").pipe(Argument.withDescription("The person's code"))

const freezing = (isFrozen: boolean) =>
  Command.make(isFrozen ? "freeze" : "unfreeze", { person, reason, yes, json }, (flags) =>
    inSession(flags, async (session, output) => {
      if (flags.reason === "") throw new Refused("Say why with --reason.", EXIT.usage)
      await caughtUp(session)
      const found = await session.run(findPerson(flags.person))
      if (found === null) throw new Refused(`Nobody has the code ${flags.person}.`, EXIT.usage)
      const step = `${isFrozen ? "stop all that" : "let"} ${found.userCode} ${isFrozen ? "may spend" : "spend again"}: ${flags.reason}`
      await planned({ yes: flags.yes, output, steps: [step] }, async () => {
        const meta = { actor: operatorName(), commandId: null, correlationId: null, causationId: null }
        const { position } = await session.run(
          Ledger.use((ledger) => ledger.setFrozen(found.personId, isFrozen, flags.reason)).pipe(
            Effect.provideService(CurrentMeta, meta),
          ),
        )
        output.say(position === 0 ? "It was so already." : "Done.")
        return { position }
      })
    }),
  )

export const freeze = freezing(true).pipe(Command.withDescription("Stop what a person may spend; deposits go on"))
export const unfreeze = freezing(false).pipe(Command.withDescription("Let a person spend again"))
