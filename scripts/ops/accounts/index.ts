import { Command } from "effect/cli"
import { invite } from "./invite.ts"

export const accounts = Command.make("accounts").pipe(
  Command.withDescription("Accounts and invitations"),
  Command.withSubcommands([invite]),
)
