import { Command } from "effect/cli"
import { list, show } from "./read.ts"

export const identity = Command.make("identity").pipe(
  Command.withDescription("Identity checks, to read; reviews happen at the console"),
  Command.withSubcommands([list, show]),
)
