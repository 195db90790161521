import { Argument, Command } from "effect/cli"
import { isUuid } from "#core/kernel"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { runPlan } from "../lib/plan.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"
import { eraseKnown, findSubject } from "./eraseKnown.ts"

const subject = Argument.String("subject").pipe(Argument.withDescription("The person's UUID"))

/** Erases a person's sealed data permanently. Safe to repeat: completes an interrupted erasure. */
const erase = Command.make("erase", { subject, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    if (!isUuid(flags.subject)) throw new Refused("A subject is named by a UUID.", EXIT.usage)
    const id = flags.subject.toLowerCase()
    const found = await findSubject(session, id)
    const { events, known, key, announced, account, wallet } = found
    // An erasure cannot be undone, so an unknown name is refused.
    if (events === 0 && !known && !announced) throw new Refused(`Neither a key nor an event belongs to subject ${id}.`)
    const steps = [
      ...(account ? [`delete the account of person ${id}: its sessions end, its address and user name are free`] : []),
      ...(wallet ? [`close the wallet of person ${id}: what is left in it, nobody can reach any more`] : []),
      ...(key || !known
        ? [`drop the key of subject ${id}: what ${events} events hold of the person can never be read again`]
        : []),
      ...(announced ? [] : ["append SubjectErased, so that every read model forgets what it copied"]),
    ]
    await runPlan({ yes: flags.yes, output, steps }, async () => {
      const { hadKey, left } = await eraseKnown(session, id, found)
      await waitUntilCaughtUp(session)
      output.say(`Subject ${id} is erased.`)
      for (const { account, posted, held } of left)
        output.say(`Left on ${account}: ${posted} units, ${held} of them set aside. No one can access them any more.`)
      return { subject: id, hadKey, left }
    })
  }),
).pipe(Command.withDescription("Erase a person's sealed data permanently"))

export const subjects = Command.make("subjects").pipe(
  Command.withDescription("People whose personal data is sealed"),
  Command.withSubcommands([erase]),
)
