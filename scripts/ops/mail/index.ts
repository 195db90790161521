import { Argument, Command } from "effect/cli"
import { AppConfig, isUuid } from "#core/kernel"
import { dkimRecordOf, Mail, type ReadMessage } from "#core/mail"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"

/** A mail as the operators' CLI shows it. */
export const summaryOf = ({ message, to, rendered }: ReadMessage) => ({
  id: message.messageId,
  kind: message.kind,
  madeAt: new Date(message.madeMs).toISOString(),
  to,
  subject: rendered?.subject ?? null,
  state: message.state,
  attempts: message.attempts,
  reply: message.reply,
})

const list = Command.make("list", { json }, (flags) =>
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
).pipe(Command.withDescription("List the newest messages and their delivery state"))

const message = Argument.String("message").pipe(Argument.withDescription("The message's UUID, or newest"))

const show = Command.make("show", { message, json }, (flags) =>
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
    output.say(
      `\n${found.rendered?.text ?? "The person was erased, so the text of this message can no longer be read."}`,
    )
    output.document({ ...summary, text: found.rendered?.text ?? null, html: found.rendered?.html ?? null })
  }),
).pipe(Command.withDescription("Show one message as its recipient reads it"))

const dkim = Command.make("dkim", { json }, (flags) =>
  inSession(flags, async ({ run }, output) => {
    const record = dkimRecordOf(await run(AppConfig))
    if (record === null) throw new Refused("There is no key: set DKIM_KEY first.")
    output.say(`${record.name}. TXT "${record.value}"`)
    output.document(record)
  }),
).pipe(Command.withDescription("Show the DNS record of the key that signs mail"))

export const mail = Command.make("mail").pipe(
  Command.withDescription("Show queued and sent mail; without a mail server this is the local mailbox"),
  Command.withSubcommands([list, show, dkim]),
)
