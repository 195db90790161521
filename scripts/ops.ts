import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import pkg from "../package.json" with { type: "json" }
import { accounts } from "./ops/accounts/index.ts"
import { db } from "./ops/db/index.ts"
import { events } from "./ops/events/index.ts"
import { feeds } from "./ops/feeds/index.ts"
import { endOnSignals, isEnding } from "./ops/lib/ending.ts"
import { EXIT } from "./ops/lib/exit.ts"
import { outputOf } from "./ops/lib/output.ts"
import { mail } from "./ops/mail/index.ts"
import { projections } from "./ops/projections/index.ts"
import { search } from "./ops/search/index.ts"
import { subjects } from "./ops/subjects/index.ts"

/** `npm run ops -- ...`: what operators do to a running or a stopped product. */
const ops = Command.make("npm run ops --").pipe(
  Command.withDescription(
    "Operate Quire. Commands that change something print their plan first and act with --yes. " +
      "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 nothing was changed (plan only, or a comparison found differences).",
  ),
  Command.withSubcommands([projections, events, subjects, accounts, feeds, search, mail, db]),
)

const given = process.argv.slice(2)
const parameters = given.length === 0 || given[0] === "help" ? [...given.slice(1), "--help"] : given
const isAsking = parameters.some((each) => /^(?:-h|-v|--help|--version|--wizard|--completions)(?:=|$)/.test(each))

// Help that nobody asked for belongs to an error: machines that read standard output do not want it.
const speaker: Console.Console = isAsking
  ? globalThis.console
  : Object.assign(Object.create(globalThis.console), { log: globalThis.console.error })

const wrongUsage = (messages: ReadonlyArray<string>) =>
  Effect.sync(() => {
    process.exitCode = EXIT.usage
    outputOf(parameters.includes("--json")).document({ error: messages.join(" ") || "A command is missing." })
  })

endOnSignals()
await Effect.runPromise(
  Command.runWith(ops, { version: pkg.version })(parameters).pipe(
    Effect.catchTag("ShowHelp", ({ errors }) =>
      isAsking && errors.length === 0 ? Effect.void : wrongUsage(errors.map(({ message }) => message)),
    ),
    Effect.catch((error) => wrongUsage([String(error)])),
    Effect.provideService(Console.Console, speaker),
    Effect.provide(NodeServices.layer),
  ),
).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exitCode = EXIT.failed
})
// What a command leaves open (idle connections) must not keep its terminal; what it said must be out first.
if (!isEnding()) process.stdout.write("", () => process.exit())
