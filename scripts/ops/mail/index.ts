import { Command } from "effect/cli"
import { list } from "./list.ts"
import { show } from "./show.ts"

export const mail = Command.make("mail").pipe(
  Command.withDescription("Mail that waits or was sent: the local mailbox where no mail server is configured"),
  Command.withSubcommands([list, show]),
)
