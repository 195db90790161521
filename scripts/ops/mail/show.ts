import { Argument, Command } from "effect/cli"
import { isUuid } from "#core/kernel"
import { Mail } from "#core/mail"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import { summaryOf } from "./summaryOf.ts"

const message = Argument.String("message").pipe(Argument.withDescription("The message's UUID, or newest"))

/** One message as its receiver reads it. */
export const show = Command.make("show", { message, json }, (flags) =>
  inSession(flags, async ({ run }, output) => {
    const wanted = flags.message.toLowerCase()
    if (wanted !== "newest" && !isUuid(wanted))
      throw new Refused("A message is named by a UUID, or newest.", EXIT.usage)
    const found =
      wanted === "newest"
        ? (await run(Mail.use((mail) => mail.list)))[0]
        : await run(Mail.use((mail) => mail.find(wanted)))
    if (!found) throw new Refused("There is no such message.")
    const summary = summaryOf(found)
    for (const name of ["to", "subject", "madeAt", "state", "reply"] as const)
      output.say(`${name}: ${summary[name] ?? "-"}`)
    output.say(`\n${found.rendered?.text ?? "The person was erased, and what was written to them with them."}`)
    output.document({ ...summary, text: found.rendered?.text ?? null, html: found.rendered?.html ?? null })
  }),
).pipe(Command.withDescription("One message as its receiver reads it"))
