import { Argument, Command } from "effect/cli"
import { listBuilds, pauseReactor, resumeBuilds } from "#projections/runner"
import { inSession } from "../lib/command.ts"
import { chosenConsumers } from "../lib/consumers.ts"
import { all, json, yes } from "../lib/flags.ts"
import { planned } from "../lib/plan.ts"

const names = Argument.variadic(Argument.String("name"))

/** Lets paused and faulted projections, and paused reactors, go on. */
export const resume = Command.make("resume", { names, all, yes, json }, (flags) =>
  inSession(flags, async ({ sql }, output) => {
    const { projections, reactors } = await chosenConsumers(sql, flags.names, flags.all)
    const stopped = reactors.filter(({ paused }) => paused)
    const steps: Array<string> = []
    for (const name of projections) {
      for (const { build, position, paused, status } of await listBuilds(sql, name)) {
        if (paused || status === "faulted") steps.push(`let build ${build} of ${name} go on from position ${position}`)
      }
    }
    for (const { name, position } of stopped) steps.push(`let reactor ${name} go on from position ${position}`)
    await planned({ yes: flags.yes, output, steps }, async () => {
      const builds = []
      for (const name of projections) builds.push({ name, builds: await resumeBuilds(sql, { name }) })
      for (const { name } of stopped) await pauseReactor(sql, name, false)
      output.say(`Resumed: ${[...projections, ...stopped.map(({ name }) => name)].join(", ")}`)
      return { projections: builds, reactors: stopped.map(({ name }) => name) }
    })
  }),
).pipe(Command.withDescription("Let paused and faulted projections, and paused reactors, go on"))
