import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { Redacted } from "effect"
import { Argument, Command } from "effect/cli"
import { commandSettings } from "../../run/settings.ts"
import { runCommand } from "../lib/command.ts"
import { Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import type { Output } from "../lib/output.ts"
import { runPlan } from "../lib/plan.ts"
import { terminal } from "../lib/terminal.ts"
import { dump } from "./dump.ts"
import { pack } from "./pack.ts"
import { whileStopped } from "./stopped.ts"

/** Backs up the database to one file: a dump of a configured server, or a cold copy of the embedded one. */
export const backup = Command.make("backup", { file: Argument.String("file"), yes, json }, (flags) =>
  runCommand(flags, async (output) => {
    const { databaseUrl, dataDirectory } = commandSettings(terminal().env)
    const file = resolve(flags.file)
    if (existsSync(file)) throw new Refused(`${file} exists already. Choose another name.`)
    const done = () => tell(output, file, dataDirectory)
    if (databaseUrl !== undefined) {
      const steps = [`dump the configured database into ${file} (pg_dump, custom format)`]
      const act = () => dump(Redacted.value(databaseUrl), file).then(done)
      return runPlan({ yes: flags.yes, output, steps }, act)
    }
    const missing = new Refused(`There is no embedded database in ${dataDirectory}.`)
    if (!existsSync(dataDirectory)) throw missing
    return whileStopped(dataDirectory, (cluster) => {
      if (!cluster.isThere) throw missing
      const steps = [`copy ${cluster.data} into ${file}`]
      return runPlan({ yes: flags.yes, output, steps }, () => pack(cluster, file).then(done))
    })
  }),
).pipe(
  Command.withDescription("Back up to one file: pg_dump of a configured server, a cold copy of the embedded one"),
  Command.withExamples([{ command: "db backup quire.tar.gz --yes", description: "With Quire stopped" }]),
)

const tell = (output: Output, file: string, dataDirectory: string) => {
  output.say(`Backed up to ${file}.`)
  output.say(
    `Keep the master key (MASTER_KEY or ${dataDirectory}/master.key) apart from it: together they open sealed data.`,
  )
  return { file }
}
