import { Argument, Command } from "effect/cli"
import { commandSettings } from "../../run/settings.ts"
import { NotRestarted, type Restarted, requestRestart } from "../../run/supervisor/control.ts"
import { runCommand } from "../lib/command.ts"
import { Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { runPlan } from "../lib/plan.ts"
import { terminal } from "../lib/terminal.ts"

/** What people notice of the restart of each process. */
const EFFECTS = {
  web: "start a new web process, and let the present one finish its requests; no connection is refused or cut",
  console: "start a new console, and let the present one finish its requests; no connection is refused or cut",
  chat: "stop the chat process and start it again; clients connect again and get what they missed",
  worker: "stop the worker after its batch and start it again",
  keeper: "stop the keeper and start it again; documents cannot be opened meanwhile",
} as const
const PROCESSES = Object.keys(EFFECTS) as ReadonlyArray<keyof typeof EFFECTS>

const names = Argument.Literals("process", PROCESSES).pipe(
  Argument.withDescription(`One or more of ${PROCESSES.join(", ")}`),
  Argument.variadic({ min: 1 }),
)

/** Restarts processes of this machine, one after the other. */
export const restart = Command.make("restart", { names, yes, json }, (flags) =>
  runCommand(flags, async (output) => {
    const { dataDirectory } = commandSettings(terminal().env)
    const chosen = [...new Set(flags.names)]
    await runPlan({ yes: flags.yes, output, steps: chosen.map((name) => EFFECTS[name]) }, async () => {
      const restarted: Array<Restarted> = []
      for (const name of chosen) {
        const one = await requestRestart(dataDirectory, name).catch((error: unknown) => {
          throw error instanceof NotRestarted ? new Refused(`${name}: ${error.message}`) : error
        })
        output.say(`${name}: process ${one.after} runs in place of ${one.before ?? "one that had ended"}.`)
        restarted.push(one)
      }
      return restarted
    })
  }),
).pipe(
  Command.withDescription("Restart processes of the Quire that runs on this machine"),
  Command.withExamples([{ command: "restart web --yes", description: "Without a refused request" }]),
)
