import { Command } from "effect/cli"
import { erase } from "./erase.ts"

export const subjects = Command.make("subjects").pipe(
  Command.withDescription("People whose personal data is sealed"),
  Command.withSubcommands([erase]),
)
