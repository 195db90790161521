import { Argument, Command, Flag } from "effect/cli"
import { rebuild as rebuildProjection } from "#projections/runner"
import { chosen } from "../lib/chosen.ts"
import { carriedOut } from "../lib/command.ts"
import { all, json, yes } from "../lib/flags.ts"
import { outputOf } from "../lib/output.ts"
import { planned } from "../lib/plan.ts"
import { Progress } from "../lib/progress.ts"
import { withSession } from "../lib/session.ts"

const WORKERS_MAX = 16
const names = Argument.variadic(Argument.String("projection"))
const workers = Flag.Int("workers").pipe(
  Flag.withDescription("Threads to split the log over, where the projection allows it"),
  Flag.withDefault(1),
)

/** Builds projections anew beside the ones that serve; nothing that queries see changes until `switch`. */
export const rebuild = Command.make("rebuild", { names, all, workers, yes, json }, (flags) =>
  carriedOut(() =>
    withSession(async (session) => {
      const output = outputOf(flags.json)
      const projections = chosen(flags.names, flags.all)
      const [head] = await session.sql<Array<{ settled: number }>>`select es.settled() as settled`
      const count = Math.min(Math.max(flags.workers, 1), WORKERS_MAX)
      await planned(
        {
          yes: flags.yes,
          output,
          steps: projections.map(({ name, byStream }) => `fill a new build of ${name} from the log up to position ${head?.settled ?? 0}${count > 1 && byStream ? ` with ${count} threads` : ""}, beside the one that serves`),
        },
        async () => {
          const done = []
          for (const projection of projections) {
            const progress = new Progress(projection.name)
            const began = performance.now()
            const built = await rebuildProjection(session.sql, projection, {
              decode: session.decode,
              onProgress: ({ events, position, upTo }) => progress.show(position, upTo, events),
              ...(count > 1 ? { workers: session.workers(count) } : {}),
            })
            progress.end()
            const seconds = (performance.now() - began) / 1000
            output.say(`${projection.name}: build ${built.build} holds ${built.events} events up to position ${built.upTo}, ${built.faults} parked (${seconds.toFixed(1)} s). Next: projections verify ${projection.name}, then switch.`)
            done.push({ name: projection.name, ...built, seconds })
          }
          return done
        },
      )
    }),
  ),
).pipe(
  Command.withDescription("Build projections anew beside the ones that serve"),
  Command.withExamples([
    { command: "projections rebuild --all --yes", description: "All of them" },
    { command: "projections rebuild items --workers 2 --yes", description: "One, with two threads" },
  ]),
)
