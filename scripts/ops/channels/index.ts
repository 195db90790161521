import { Command } from "effect/cli"
import { applications } from "./applications.ts"
import { approve, reject, review } from "./decide.ts"
import { leaks } from "./leaks.ts"

export const channels = Command.make("channels").pipe(
  Command.withDescription("Applications to become a creator, and what their readers can see"),
  Command.withSubcommands([applications, review, approve, reject, leaks]),
)
