import { Command } from "effect/cli"
import { send } from "./send.ts"

export const notices = Command.make("notices").pipe(
  Command.withDescription("Notices of the site"),
  Command.withSubcommands([send]),
)
