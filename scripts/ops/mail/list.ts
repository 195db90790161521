import { Command } from "effect/cli"
import { Mail } from "#core/mail"
import { inSession } from "../lib/command.ts"
import { json } from "../lib/flags.ts"
import { summaryOf } from "./summaryOf.ts"

/** The newest messages, with what became of them. */
export const list = Command.make("list", { json }, (flags) =>
  inSession(flags, async ({ run }, output) => {
    const messages = (await run(Mail.use((mail) => mail.list))).map(summaryOf)
    output.table(
      messages.map(({ id, madeAt, to, subject, state, attempts, reply }) => ({
        message: id,
        made: madeAt.slice(0, 19),
        to,
        subject,
        state,
        attempts,
        reply,
      })),
    )
    output.document({ messages })
  }),
).pipe(Command.withDescription("The newest messages, with what became of them"))
