import { Argument, Command } from "effect/cli"
import { listBuilds, pauseBuilds, resumeBuilds } from "#projections/runner"
import { chosen } from "../lib/chosen.ts"
import { carriedOut } from "../lib/command.ts"
import { all, json, reason, yes } from "../lib/flags.ts"
import { outputOf } from "../lib/output.ts"
import { planned } from "../lib/plan.ts"
import { withSession } from "../lib/session.ts"

const names = Argument.variadic(Argument.String("projection"))

/** Stops projections where they stand; queries go on and see what is there. */
export const pause = Command.make("pause", { names, all, reason, yes, json }, (flags) =>
  carriedOut(() =>
    withSession(async ({ sql }) => {
      const projections = chosen(flags.names, flags.all)
      const steps = []
      for (const { name } of projections)
        for (const { build, position, paused } of await listBuilds(sql, name)) if (!paused) steps.push(`stop build ${build} of ${name} at position ${position}`)
      await planned({ yes: flags.yes, output: outputOf(flags.json), steps }, async () =>
        Promise.all(projections.map(async ({ name }) => ({ name, builds: await pauseBuilds(sql, { name }, flags.reason || "paused by an operator") }))),
      )
    }),
  ),
).pipe(Command.withDescription("Stop projections where they stand"))

/** Lets paused and faulted projections go on. */
export const resume = Command.make("resume", { names, all, yes, json }, (flags) =>
  carriedOut(() =>
    withSession(async ({ sql }) => {
      const projections = chosen(flags.names, flags.all)
      const steps = []
      for (const { name } of projections)
        for (const { build, position, paused, status } of await listBuilds(sql, name))
          if (paused || status === "faulted") steps.push(`let build ${build} of ${name} go on from position ${position}`)
      await planned({ yes: flags.yes, output: outputOf(flags.json), steps }, async () =>
        Promise.all(projections.map(async ({ name }) => ({ name, builds: await resumeBuilds(sql, { name }) }))),
      )
    }),
  ),
).pipe(Command.withDescription("Let paused and faulted projections go on"))
