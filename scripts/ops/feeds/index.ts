import { Command } from "effect/cli"
import { add } from "./add.ts"
import { list } from "./list.ts"
import { exportFeeds, importFeeds } from "./opml.ts"
import { refresh } from "./refresh.ts"

export const feeds = Command.make("feeds").pipe(
  Command.withDescription("The library's feeds"),
  Command.withSubcommands([add, list, refresh, importFeeds, exportFeeds]),
)
