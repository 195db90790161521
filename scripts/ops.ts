import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import pkg from "../package.json" with { type: "json" }
import { endOnSignals, isEnding } from "./ops/lib/ending.ts"
import { EXIT } from "./ops/lib/exit.ts"
import { outputOf } from "./ops/lib/output.ts"

/** Groups of commands, in the order of the help. A command loads its own alone: together they are most of the product. */
const GROUPS = {
  projections: async () => (await import("./ops/projections/index.ts")).projections,
  events: async () => (await import("./ops/events/index.ts")).events,
  subjects: async () => (await import("./ops/subjects/index.ts")).subjects,
  accounts: async () => (await import("./ops/accounts/index.ts")).accounts,
  feeds: async () => (await import("./ops/feeds/index.ts")).feeds,
  search: async () => (await import("./ops/search/index.ts")).search,
  mail: async () => (await import("./ops/mail/index.ts")).mail,
  notices: async () => (await import("./ops/notices/index.ts")).notices,
  chat: async () => (await import("./ops/chat/index.ts")).chat,
  wallet: async () => (await import("./ops/wallet/index.ts")).wallet,
  db: async () => (await import("./ops/db/index.ts")).db,
}

const given = process.argv.slice(2)
const parameters = given.length === 0 || given[0] === "help" ? [...given.slice(1), "--help"] : given
const isAsking = parameters.some((each) => /^(?:-h|-v|--help|--version|--wizard|--completions)(?:=|$)/.test(each))

const [first = ""] = parameters
const groups = Object.entries(GROUPS)
const needed = Object.hasOwn(GROUPS, first) ? groups.filter(([name]) => name === first) : groups

/** `npm run ops -- ...`: what operators do to a running or a stopped product. */
const ops = Command.make("npm run ops --").pipe(
  Command.withDescription(
    "Operate Quire. Commands that change something print their plan first and act with --yes. " +
      "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 nothing was changed (plan only, or a comparison found differences).",
  ),
  Command.withSubcommands(await Promise.all(needed.map(([, load]) => load()))),
)

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
