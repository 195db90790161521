import { Option } from "effect"
import { Argument, Command } from "effect/cli"
import { inSession } from "../lib/command.ts"
import { EXIT } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import { terminal } from "../lib/terminal.ts"
import { compareWithCluster } from "./compareWithCluster.ts"
import { findCopy } from "./findCopy.ts"
import { withCluster } from "./withCluster.ts"

const copy = Argument.String("copy").pipe(Argument.optional)

/** Compares the counts of a copy with the database at one position of the log. */
export const verify = Command.make("verify", { copy, json }, (flags) =>
  inSession(flags, (session, output) =>
    withCluster(session, async ({ cluster }) => {
      const { name } = await findCopy(session.sql, Option.getOrNull(flags.copy))
      const comparison = await compareWithCluster(session.sql, cluster, name)
      const { equal, parts, position, rejected } = comparison
      output.say(`${name} at position ${position} is ${equal ? "equal" : "DIFFERENT"}; ${rejected} items rejected`)
      output.table(parts.map((part) => ({ ...part, equal: part.database === part.copy ? "yes" : "NO" })))
      output.document({ name, ...comparison })
      if (!equal) terminal().exitCode = EXIT.nothingDone
    }),
  ),
).pipe(Command.withDescription("Compare the counts of a copy and the database (exit code 3 if they differ)"))
