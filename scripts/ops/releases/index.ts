import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { findRunningReleases, ReleaseChoice, releaseId } from "#core/releases"
import { inSession } from "../lib/command.ts"
import { json, reason, yes } from "../lib/flags.ts"
import { noWait } from "../operate/run.ts"
import { runOperation } from "../operate/runOperation.ts"

const read = Effect.all({ state: ReleaseChoice.use(({ state }) => state), running: findRunningReleases })

/** The releases that run or were chosen, the latest first. */
const list = Command.make("list", { json }, (flags) =>
  inSession(flags, async (session, output) => {
    const { state, running } = await session.run(read)
    const unknown = running.filter(({ build }) => state.known.every((each) => each.build !== build))
    const releases = [...unknown, ...state.known.toReversed()].map(({ build, version }) => {
      const found = running.find((each) => each.build === build)
      return {
        release: version === null ? build : releaseId({ version, build }),
        choice: choiceOf(state, build),
        processes: found?.processes ?? 0,
        workers: found?.workers ?? 0,
        working: found?.working ?? 0,
      }
    })
    output.table(releases)
    const { returned } = state
    if (returned !== null) output.say(`Returned from ${returned.from}: ${returned.reason}`)
    if (releases.every(({ working }) => working === 0)) output.say("No worker runs jobs.")
    output.document({ releases, chosenAt: state.chosenAt, returned })
  }),
).pipe(Command.withDescription("List releases: which is chosen, and how many processes and workers of each run"))

type Choice = {
  readonly chosen: { readonly build: string } | null
  readonly previous: { readonly build: string } | null
}

const choiceOf = ({ chosen, previous }: Choice, build: string): "chosen" | "previous" | "" =>
  chosen?.build === build ? "chosen" : previous?.build === build ? "previous" : ""

const release = Argument.String("release").pipe(
  Argument.withDescription("Its build, or version and build as list shows them"),
)

/** Lets another release prepare read models and run jobs. */
const choose = Command.make("choose", { release, reason, noWait, yes, json }, (flags) =>
  inSession(flags, (session, output) =>
    runOperation(session, output, {
      name: "releases.choose",
      given: { release: flags.release, reason: flags.reason },
      yes: flags.yes,
      wait: !flags.noWait,
    }),
  ),
).pipe(
  Command.withDescription("Let a release switch to its read models and run jobs; two operators sign it at the console"),
  Command.withExamples([
    { command: 'releases choose 0123456789ab --reason "tried since Monday" --yes', description: "Planned here" },
  ]),
)

/** Returns to the release that was chosen before. */
const rollBack = Command.make("roll-back", { reason, noWait, yes, json }, (flags) =>
  inSession(flags, (session, output) =>
    runOperation(session, output, {
      name: "releases.rollBack",
      given: { reason: flags.reason },
      yes: flags.yes,
      wait: !flags.noWait,
    }),
  ),
).pipe(Command.withDescription("Return to the release before, of which a worker must run; signed at the console"))

export const releases = Command.make("releases").pipe(
  Command.withDescription("The release of the cluster: which one prepares read models and runs jobs"),
  Command.withSubcommands([list, choose, rollBack]),
)
