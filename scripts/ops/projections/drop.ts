import { Argument, Command } from "effect/cli"
import { dropBuild, listBuilds } from "#projections/runner"
import { chosen } from "../lib/chosen.ts"
import { carriedOut } from "../lib/command.ts"
import { Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { outputOf } from "../lib/output.ts"
import { planned } from "../lib/plan.ts"
import { withSession } from "../lib/session.ts"

/** Removes a build that nobody needs any more; never the one that queries see. */
export const drop = Command.make("drop", { projection: Argument.String("projection"), build: Argument.Int("build"), yes, json }, (flags) =>
  carriedOut(() =>
    withSession(async ({ sql }) => {
      const [projection] = chosen([flags.projection], false)
      const name = projection?.name ?? ""
      const found = (await listBuilds(sql, name)).find(({ build }) => build === flags.build)
      if (found === undefined) throw new Refused(`There is no build ${flags.build} of ${name}.`)
      await planned({ yes: flags.yes, output: outputOf(flags.json), steps: [`remove build ${flags.build} of ${name} (${found.status}) with its tables`] }, () =>
        dropBuild(sql, name, flags.build),
      )
    }),
  ),
).pipe(Command.withDescription("Remove a build and its tables"))
