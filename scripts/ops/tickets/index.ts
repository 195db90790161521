import { Command } from "effect/cli"
import { assign, merge, note, priority, reply, solve, split, tag, takeBack, unmerge } from "./decide.ts"
import { list, show } from "./list.ts"

export const tickets = Command.make("tickets").pipe(
  Command.withDescription("Support tickets: the queue, answers, notes, and their order"),
  Command.withSubcommands([list, show, reply, takeBack, note, assign, priority, tag, solve, merge, unmerge, split]),
)
