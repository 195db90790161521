import { NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { Command } from "effect/cli"
import pkg from "../package.json" with { type: "json" }
import { db } from "./ops/db/index.ts"
import { events } from "./ops/events/index.ts"
import { feeds } from "./ops/feeds/index.ts"
import { EXIT } from "./ops/lib/exit.ts"
import { projections } from "./ops/projections/index.ts"
import { subjects } from "./ops/subjects.ts"

/** `npm run ops -- ...`: what operators do to a running or a stopped product. */
const ops = Command.make("npm run ops --").pipe(
  Command.withDescription(
    "Operate Quire. Commands that change something print their plan first and act with --yes. " +
      "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 nothing was changed (plan only, or a comparison found differences).",
  ),
  Command.withSubcommands([projections, events, subjects, feeds, db]),
)

const given = process.argv.slice(2)
const parameters = given.length === 0 || given[0] === "help" ? [...given.slice(1), "--help"] : given

await Effect.runPromise(
  Command.runWith(ops, { version: pkg.version })(parameters).pipe(
    Effect.catchTag("ShowHelp", ({ errors }) =>
      Effect.sync(() => {
        process.exitCode = errors.length === 0 ? EXIT.done : EXIT.usage
      }),
    ),
    Effect.catch(() =>
      Effect.sync(() => {
        process.exitCode = EXIT.usage
      }),
    ),
    Effect.provide(NodeServices.layer),
  ),
).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exitCode = EXIT.failed
})
// What a command leaves open (idle connections) must not keep its terminal.
process.exit()
