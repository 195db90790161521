import { Argument, Command } from "effect/cli"
import { dropBuild, findLive, listBuilds } from "#projections/runner"
import { chosenOne } from "../lib/chosen.ts"
import { inSession } from "../lib/command.ts"
import { Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { planned } from "../lib/plan.ts"

const projection = Argument.String("projection")
const build = Argument.Int("build")

/** Removes a build that nobody needs any more; never the one that queries see. */
export const drop = Command.make("drop", { projection, build, yes, json }, (flags) =>
  inSession(flags, async ({ sql }, output) => {
    const { name } = chosenOne(flags.projection)
    const found = (await listBuilds(sql, name)).find((each) => each.build === flags.build)
    if (found === undefined) throw new Refused(`There is no build ${flags.build} of ${name}.`)
    if ((await findLive(sql, name))?.build === flags.build) {
      throw new Refused(`Build ${flags.build} of ${name} is the one that queries see. Switch to another one first.`)
    }
    const steps = [`remove build ${flags.build} of ${name} (${found.status}) with its tables`]
    await planned({ yes: flags.yes, output, steps }, async () => {
      await dropBuild(sql, name, flags.build)
      output.say(`${name}: build ${flags.build} is gone`)
      return { name, build: flags.build }
    })
  }),
).pipe(Command.withDescription("Remove a build and its tables"))
