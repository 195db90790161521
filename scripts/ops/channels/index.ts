import { Command } from "effect/cli"
import { applications } from "./applications.ts"
import { approve, reject, review } from "./decide.ts"

export const channels = Command.make("channels").pipe(
  Command.withDescription("Applications of people who want to be creators"),
  Command.withSubcommands([applications, review, approve, reject]),
)
