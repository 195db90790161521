import { Command } from "effect/cli"
import { send } from "./send.ts"

export const notices = Command.make("notices").pipe(
  Command.withDescription("What the site tells people"),
  Command.withSubcommands([send]),
)
