import { Argument, Command, Flag } from "effect/cli"
import {
  dropBuild,
  findLive,
  listBuilds,
  type Projection,
  type Rebuilt,
  rebuild as rebuildProjection,
  rebuildTogether,
} from "#projections/runner"
import { chooseProjections, findProjection } from "../lib/chosen.ts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused, sentenceOf } from "../lib/exit.ts"
import { all, json, yes } from "../lib/flags.ts"
import type { Output } from "../lib/output.ts"
import { runPlan } from "../lib/plan.ts"
import { Progress } from "../lib/progress.ts"
import type { Session } from "../lib/session.ts"

const WORKERS_MAX = 16
const names = Argument.variadic(Argument.String("projection"))
const workers = Flag.Int("workers").pipe(
  Flag.withDescription(
    `Threads to split the log over, where the projection allows it; at most ${WORKERS_MAX}. With 1, the log is read once for all`,
  ),
  Flag.withDefault(1),
)

/** Rebuilds projections beside the live builds. Queries see no change until `switch`. */
export const rebuild = Command.make("rebuild", { names, all, workers, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    const projections = chooseProjections(flags.names, flags.all)
    const { workers: count } = flags
    if (count < 1 || count > WORKERS_MAX) throw new Refused(`--workers is 1 to ${WORKERS_MAX}.`, EXIT.usage)
    const isOnePass = count === 1 && projections.length > 1
    const [log] = await session.sql<Array<{ watermark: number }>>`select es.watermark() as watermark`
    const steps = projections.map(({ name, byStream }) => {
      const how = isOnePass ? " in one pass with the others" : count > 1 && byStream ? ` with ${count} threads` : ""
      return `fill a new build of ${name} from the log up to position ${log?.watermark ?? 0}${how}, beside the one that serves`
    })
    await runPlan({ yes: flags.yes, output, steps }, async () => {
      if (isOnePass) return rebuildInOnePass(session, output, projections)
      const built = []
      for (const projection of projections) built.push(await rebuildOne(session, output, projection, count))
      return built
    })
  }),
).pipe(
  Command.withDescription("Rebuild projections beside the live ones"),
  Command.withExamples([
    { command: "projections rebuild --all --yes", description: "All of them" },
    { command: "projections rebuild items --workers 2 --yes", description: "One, with two threads" },
  ]),
)

const rebuildOne = async (session: Session, output: Output, projection: Projection, count: number) => {
  const { name } = projection
  const progress = new Progress(name, "events")
  const began = performance.now()
  try {
    const built = await rebuildProjection(session.sql, projection, {
      decode: session.decode,
      onProgress: ({ events, position, upTo }) => progress.show(position, upTo, events),
      ...(count > 1 ? { workers: session.workers(count) } : {}),
    })
    progress.end()
    return tell(output, name, built, (performance.now() - began) / 1000)
  } finally {
    progress.end()
  }
}

/** Reads the log once for all projections. Those that cannot be rebuilt do not stop the others. */
const rebuildInOnePass = async (session: Session, output: Output, projections: ReadonlyArray<Projection>) => {
  const progress = new Progress(`${projections.length} projections`, "events")
  const began = performance.now()
  const outcomes = await rebuildTogether(session.sql, projections, {
    decode: session.decode,
    onProgress: ({ events, position, upTo }) => progress.show(position, upTo, events),
  }).finally(() => progress.end())
  const seconds = (performance.now() - began) / 1000
  const built = outcomes.flatMap((outcome) =>
    "rebuilt" in outcome ? [tell(output, outcome.projection.name, outcome.rebuilt, seconds)] : [],
  )
  const failed = outcomes.flatMap(({ projection: { name }, ...outcome }) =>
    "error" in outcome ? [`${name} (${sentenceOf(outcome.error) ?? String(outcome.error)})`] : [],
  )
  if (failed.length > 0) throw new Refused(`Not rebuilt: ${failed.join("; ")}`)
  return built
}

const tell = (output: Output, name: string, built: Rebuilt, seconds: number) => {
  const parked = built.faults === 0 ? "" : `, ${built.faults} parked`
  output.say(
    `${name}: build ${built.build} holds ${built.events} events up to position ${built.upTo}${parked} ` +
      `(${seconds.toFixed(1)} s). Next: projections verify ${name}, then switch.`,
  )
  return { name, ...built, seconds }
}

const projection = Argument.String("projection")
const build = Argument.Int("build")

/** Drops an unused build; never the live one. */
export const drop = Command.make("drop", { projection, build, yes, json }, (flags) =>
  inSession(flags, async ({ sql }, output) => {
    const { name } = findProjection(flags.projection)
    const found = (await listBuilds(sql, name)).find((each) => each.build === flags.build)
    if (found === undefined) throw new Refused(`There is no build ${flags.build} of ${name}.`)
    if ((await findLive(sql, name))?.build === flags.build) {
      throw new Refused(`Build ${flags.build} of ${name} is the live build. Switch to another one first.`)
    }
    const steps = [`remove build ${flags.build} of ${name} (${found.status}) with its tables`]
    await runPlan({ yes: flags.yes, output, steps }, async () => {
      await dropBuild(sql, name, flags.build)
      output.say(`${name}: build ${flags.build} is gone`)
      return { name, build: flags.build }
    })
  }),
).pipe(Command.withDescription("Remove a build and its tables"))
