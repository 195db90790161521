import { Command } from "effect/cli"
import { retryReactor } from "#projections/runner"
import { inSession } from "../lib/command.ts"
import { json, reason, yes } from "../lib/flags.ts"
import { decide, decidedKey, decidedName } from "./decide.ts"

/** Has parked events taken in again, in order, or lets a failing reactor try at once. */
export const retry = Command.make("retry", { name: decidedName, key: decidedKey, reason, yes, json }, (flags) =>
  inSession(flags, (session, output) =>
    decide(session, output, flags, {
      decision: "retry",
      parkedStep: ({ build, park_key, position, waiting }) =>
        `try position ${position} of ${park_key} again in build ${build}, and the ${waiting} events behind it`,
      reactorStep: ({ name, failing }) => `let reactor ${name} try position ${failing} again at once`,
      carryOutReactor: (name) => retryReactor(session.sql, name),
    }),
  ),
).pipe(
  Command.withDescription("Take parked events in again, in order"),
  Command.withExamples([
    { command: "projections retry items --yes", description: "Everything that the projection has parked" },
    { command: "projections retry items feed-0123456789abcdefghjk --yes", description: "One key" },
  ]),
)
