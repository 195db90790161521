import { Command } from "effect/cli"
import { invite } from "./invite.ts"

export const accounts = Command.make("accounts").pipe(
  Command.withDescription("People who have an account, or are to have one"),
  Command.withSubcommands([invite]),
)
