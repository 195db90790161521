import { Command } from "effect/cli"
import { list, show } from "./read.ts"

export const moderation = Command.make("moderation").pipe(
  Command.withDescription("Reported content: the cases and what was decided. Decisions are made at the console"),
  Command.withSubcommands([list, show]),
)
