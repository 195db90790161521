import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import pkg from "../../package.json" with { type: "json" }
import { EXIT } from "./lib/exit.ts"
import { outputOf } from "./lib/output.ts"
import { terminal } from "./lib/terminal.ts"

/**
 * Groups of commands in the order of the help. Each command imports only its own group, because together they are most
 * of the product.
 */
const GROUPS = {
  projections: async () => (await import("./projections/index.ts")).projections,
  events: async () => (await import("./events/index.ts")).events,
  subjects: async () => (await import("./subjects/index.ts")).subjects,
  accounts: async () => (await import("./accounts/index.ts")).accounts,
  feeds: async () => (await import("./feeds/index.ts")).feeds,
  search: async () => (await import("./search/index.ts")).search,
  mail: async () => (await import("./mail/index.ts")).mail,
  notices: async () => (await import("./notices/index.ts")).notices,
  channels: async () => (await import("./channels/index.ts")).channels,
  moderation: async () => (await import("./moderation/index.ts")).moderation,
  tickets: async () => (await import("./tickets/index.ts")).tickets,
  identity: async () => (await import("./identity/index.ts")).identity,
  chat: async () => (await import("./chat/index.ts")).chat,
  wallet: async () => (await import("./wallet/index.ts")).wallet,
  subscriptions: async () => (await import("./subscriptions/index.ts")).subscriptions,
  "sign-in": async () => (await import("./operate/signIn.ts")).signIn,
  "sign-out": async () => (await import("./operate/signIn.ts")).signOut,
  run: async () => (await import("./operate/run.ts")).run,
  operators: async () => (await import("./operators/index.ts")).operators,
  releases: async () => (await import("./releases/index.ts")).releases,
  check: async () => (await import("./check/index.ts")).check,
  restart: async () => (await import("./restart/index.ts")).restart,
  db: async () => (await import("./db/index.ts")).db,
}

/** Runs one command of the operators' CLI in the current terminal. @param given the arguments after `npm run ops --` */
export const runOps = async (given: ReadonlyArray<string>): Promise<void> => {
  const parameters = given.length === 0 || given[0] === "help" ? [...given.slice(1), "--help"] : given
  const isAsking = parameters.some((each) => /^(?:-h|-v|--help|--version|--wizard|--completions)(?:=|$)/.test(each))

  const [first = ""] = parameters
  const groups = Object.entries(GROUPS)
  const needed = Object.hasOwn(GROUPS, first) ? groups.filter(([name]) => name === first) : groups

  // Commands that work on a running or a stopped product.
  const ops = Command.make("npm run ops --").pipe(
    Command.withDescription(
      "Operate Quire. Commands that change something print their plan first and act with --yes. " +
        "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 nothing was changed (plan only, or a comparison found differences).",
    ),
    Command.withSubcommands(await Promise.all(needed.map(([, load]) => load()))),
  )

  // Help printed because of an error goes to standard error, so that standard output stays valid for programs.
  const { stdout, stderr } = terminal()
  const say = (to: typeof stdout) => (text: unknown) => void to.write(`${text}\n`)
  const speaker: Console.Console = Object.assign(Object.create(globalThis.console), {
    log: say(isAsking ? stdout : stderr),
    error: say(stderr),
  })

  const wrongUsage = (messages: ReadonlyArray<string>) =>
    Effect.sync(() => {
      terminal().exitCode = EXIT.usage
      outputOf(parameters.includes("--json")).document({ error: messages.join(" ") || "A command is missing." })
    })

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
    stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    terminal().exitCode = EXIT.failed
  })
}
