import { Option } from "effect"
import { Argument, Command } from "effect/cli"
import type { SqlClient } from "#core/kernel"
import { type Cluster, copyStates, serve, servingCopy } from "#projections/library"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { runPlan } from "../lib/plan.ts"
import { terminal } from "../lib/terminal.ts"
import { compareWithCluster, findCopy, withCluster } from "./cluster.ts"

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

/** The name that switches to the database itself. */
const POSTGRES = "postgres"
/** Maximum lag of a copy, in events, before it may serve: one or two seconds. */
const BEHIND_MAX = 1_000

const to = Argument.String("copy or postgres").pipe(Argument.optional)

/** Makes a copy, or the database again, serve searches. Processes follow within a second. */
export const switchSearch = Command.make("switch", { to, yes, json }, (flags) =>
  inSession(flags, (session, output) =>
    withCluster(session, async ({ cluster }) => {
      const { sql } = session
      const asked = Option.getOrNull(flags.to)
      const from = (await servingCopy(sql))?.name ?? POSTGRES
      const next = asked === POSTGRES ? POSTGRES : (await findCopy(sql, asked)).name
      if (next !== POSTGRES && next !== from) await refuseUnfit(sql, cluster, next)
      const steps = next === from ? [] : [`let ${next} answer searches instead of ${from}, which stays current`]
      await runPlan({ yes: flags.yes, output, steps }, async () => {
        await serve(sql, next === POSTGRES ? null : next)
        output.say(`${next} answers searches`)
        return { from, to: next }
      })
    }),
  ),
).pipe(
  Command.withDescription("Serve searches from a copy, or from the database again"),
  Command.withExamples([
    { command: "search switch --yes", description: "The newest complete copy answers" },
    { command: "search switch postgres --yes", description: "Back to the database, which never stopped being current" },
  ]),
)

const refuseUnfit = async (sql: SqlClient, cluster: Cluster, name: string): Promise<void> => {
  const state = (await copyStates(sql, cluster)).find((each) => each.name === name)
  if ((state?.behind ?? 0) > BEHIND_MAX)
    throw new Refused(`${name} is ${state?.behind} events behind. Is a worker running? search status says more.`)
  const { equal, rejected } = await compareWithCluster(sql, cluster, name)
  if (!equal) throw new Refused(`${name} differs from the database (${rejected} items rejected): see search verify.`)
}
