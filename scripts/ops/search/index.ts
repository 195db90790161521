import { Command } from "effect/cli"
import { backfill } from "./backfill.ts"
import { drop } from "./drop.ts"
import { status } from "./status.ts"
import { switchSearch, verify } from "./switch.ts"

export const search = Command.make("search").pipe(
  Command.withDescription("The search cluster, if configured"),
  Command.withSubcommands([status, backfill, verify, switchSearch, drop]),
)
