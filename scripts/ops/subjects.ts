import { Argument, Command } from "effect/cli"
import { Effect } from "effect"
import { CurrentMeta, eraseSubject, isUuid } from "#core/kernel"
import { carriedOut } from "./lib/command.ts"
import { EXIT, Refused } from "./lib/exit.ts"
import { json, yes } from "./lib/flags.ts"
import { outputOf } from "./lib/output.ts"
import { planned } from "./lib/plan.ts"
import { withSession } from "./lib/session.ts"

const erase = Command.make("erase", { subject: Argument.String("subject"), yes, json }, (flags) =>
  carriedOut(() =>
    withSession(async (session) => {
      if (!isUuid(flags.subject)) throw new Refused("A subject is named by a UUID.", EXIT.usage)
      const [row] = await session.sql<Array<{ events: number }>>`select count(*) as events from es.event where subject_id = ${flags.subject}`
      await planned(
        {
          yes: flags.yes,
          output: outputOf(flags.json),
          steps: [
            `drop the key of subject ${flags.subject}: what ${row?.events ?? 0} events hold of the person can never be read again`,
            "append SubjectErased, so that every read model forgets what it copied",
          ],
        },
        () => session.run(eraseSubject(flags.subject).pipe(Effect.provideService(CurrentMeta, OPERATOR))),
      )
    }),
  ),
).pipe(Command.withDescription("Erase a person's sealed data for good"))

const OPERATOR = { actor: "operator", commandId: null, correlationId: null, causationId: null }

export const subjects = Command.make("subjects").pipe(
  Command.withDescription("People whose personal data is sealed"),
  Command.withSubcommands([erase]),
)
