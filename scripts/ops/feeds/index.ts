import { Command } from "effect/cli"
import { add } from "./add.ts"
import { exportFeeds } from "./export.ts"
import { health } from "./health.ts"
import { importFeeds } from "./import.ts"
import { list } from "./list.ts"
import { refresh } from "./refresh.ts"

export const feeds = Command.make("feeds").pipe(
  Command.withDescription("The library's feeds"),
  Command.withSubcommands([add, list, health, refresh, importFeeds, exportFeeds]),
)
