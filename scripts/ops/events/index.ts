import { Command } from "effect/cli"
import { show } from "./show.ts"
import { stats } from "./stats.ts"
import { tail } from "./tail.ts"

export const events = Command.make("events").pipe(
  Command.withDescription("The log: what happened"),
  Command.withSubcommands([tail, show, stats]),
)
