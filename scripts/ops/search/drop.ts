import { Argument, Command } from "effect/cli"
import { dropCopy, listCopies, servingCopy } from "#projections/library"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { runPlan } from "../lib/plan.ts"
import { withCluster } from "./cluster.ts"

const NOT_THERE = 404
const copy = Argument.String("copy")

/** Drops a copy and its index; never the one that serves searches. */
export const drop = Command.make("drop", { copy, yes, json }, (flags) =>
  inSession(flags, (session, output) =>
    withCluster(session, async ({ cluster, url }) => {
      const { sql } = session
      const name = flags.copy
      if (!(await listCopies(sql)).some((each) => each.name === name))
        throw new Refused(`There is no copy ${name}.`, EXIT.usage)
      if ((await servingCopy(sql))?.name === name)
        throw new Refused(`${name} answers searches. Switch to another one first.`)
      await runPlan({ yes: flags.yes, output, steps: [`remove ${name} from ${url}`] }, async () => {
        await dropCopy(sql, name)
        await cluster.request("DELETE", `/${name}`, undefined, [NOT_THERE])
        output.say(`${name} is gone`)
        return { name }
      })
    }),
  ),
).pipe(Command.withDescription("Remove a copy and its index"))
