import { Argument, Command } from "effect/cli"
import { listBuilds, pauseBuilds, pauseReactor, resumeBuilds } from "#projections/runner"
import { chooseConsumers } from "../lib/chosen.ts"
import { inSession } from "../lib/command.ts"
import { all, json, reason, yes } from "../lib/flags.ts"
import { operatorName, runPlan } from "../lib/plan.ts"

const names = Argument.variadic(Argument.String("name"))

/** Pauses projections and reactors at their position. Queries continue to work with the current state. */
export const pause = Command.make("pause", { names, all, reason, yes, json }, (flags) =>
  inSession(flags, async ({ sql }, output) => {
    const { projections, reactors } = await chooseConsumers(sql, flags.names, flags.all)
    const running = reactors.filter(({ paused }) => !paused)
    const steps: Array<string> = []
    for (const name of projections) {
      for (const { build, position, paused, status } of await listBuilds(sql, name)) {
        if (!paused && status !== "filling") steps.push(`stop build ${build} of ${name} at position ${position}`)
      }
    }
    for (const { name, position } of running) steps.push(`stop reactor ${name} at position ${position}`)
    await runPlan({ yes: flags.yes, output, steps }, async () => {
      const why = flags.reason || `paused by ${operatorName()}`
      const builds = []
      for (const name of projections) builds.push({ name, builds: await pauseBuilds(sql, { name }, why) })
      for (const { name } of running) await pauseReactor(sql, name, true)
      output.say(`Paused: ${[...projections, ...running.map(({ name }) => name)].join(", ")}`)
      return { projections: builds, reactors: running.map(({ name }) => name) }
    })
  }),
).pipe(Command.withDescription("Pause projections and reactors at their position"))

/** Resumes paused and faulted projections, and paused reactors. */
export const resume = Command.make("resume", { names, all, yes, json }, (flags) =>
  inSession(flags, async ({ sql }, output) => {
    const { projections, reactors } = await chooseConsumers(sql, flags.names, flags.all)
    const stopped = reactors.filter(({ paused }) => paused)
    const steps: Array<string> = []
    for (const name of projections) {
      for (const { build, position, paused, status } of await listBuilds(sql, name)) {
        if (paused || status === "faulted") steps.push(`let build ${build} of ${name} go on from position ${position}`)
      }
    }
    for (const { name, position } of stopped) steps.push(`let reactor ${name} go on from position ${position}`)
    await runPlan({ yes: flags.yes, output, steps }, async () => {
      const builds = []
      for (const name of projections) builds.push({ name, builds: await resumeBuilds(sql, { name }) })
      for (const { name } of stopped) await pauseReactor(sql, name, false)
      output.say(`Resumed: ${[...projections, ...stopped.map(({ name }) => name)].join(", ")}`)
      return { projections: builds, reactors: stopped.map(({ name }) => name) }
    })
  }),
).pipe(Command.withDescription("Resume paused and faulted projections, and paused reactors"))
