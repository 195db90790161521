import { Command } from "effect/cli"
import { skipReactor } from "#projections/runner"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, reason, yes } from "../lib/flags.ts"
import { operatorName } from "../lib/operator.ts"
import { decide, decidedKey, decidedName } from "./decide.ts"

/** Drops the event that fails and has those behind it taken in; who decided and why is kept for good. */
export const skip = Command.make("skip", { name: decidedName, key: decidedKey, reason, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    const why = flags.reason.trim()
    if (why === "") throw new Refused("Say why with --reason: it is recorded for good.", EXIT.usage)
    await decide(session, output, flags, {
      decision: "skip",
      parkedStep: ({ build, park_key, position, waiting }) =>
        `drop position ${position} of ${park_key} from build ${build}, and take in the ${waiting} events behind it`,
      reactorStep: ({ name, failing }) => `move reactor ${name} past position ${failing}`,
      carryOutReactor: (name) => skipReactor(session.sql, name, operatorName(), why),
    })
  }),
).pipe(
  Command.withDescription("Drop the event that fails and take in those behind it; the reason is recorded"),
  Command.withExamples([
    {
      command: 'projections skip items feed-0123456789abcdefghjk --reason "a broken import" --yes',
      description: "One key; without it all that is parked",
    },
  ]),
)
