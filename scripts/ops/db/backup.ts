import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { Redacted } from "effect"
import { Argument, Command } from "effect/cli"
import { commandSettings } from "../../lib/settings.ts"
import { carriedOut } from "../lib/command.ts"
import { Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { outputOf } from "../lib/output.ts"
import { planned } from "../lib/plan.ts"
import { pack, runProgram, stoppedCluster } from "./coldCopy.ts"

/** Backs the database up into one file: a dump of a configured server, a cold copy of the embedded one. */
export const backup = Command.make("backup", { file: Argument.String("file"), yes, json }, (flags) =>
  carriedOut(async () => {
    const settings = commandSettings()
    const file = resolve(flags.file)
    if (existsSync(file)) throw new Refused(`${file} exists already. Choose another name.`)
    const output = outputOf(flags.json)
    const url = settings.databaseUrl && Redacted.value(settings.databaseUrl)
    const cluster = url === undefined ? stoppedCluster(settings.dataDirectory) : null
    if (cluster !== null && !existsSync(cluster.data)) throw new Refused(`There is no embedded database in ${settings.dataDirectory}.`)
    const step = cluster === null ? `dump the configured database into ${file} (pg_dump, custom format)` : `copy ${cluster.data} into ${file}`
    await planned({ yes: flags.yes, output, steps: [step] }, async () => {
      await (cluster === null ? runProgram("pg_dump", ["--format=custom", `--file=${file}`, `--dbname=${url}`]) : pack(cluster.home, file))
      output.say(`Backed up into ${file}. Keep the master key (${settings.dataDirectory}/master.key) apart from it: together they open sealed data.`)
      return { file }
    })
  }),
).pipe(
  Command.withDescription("Back up into one file: pg_dump of a configured server, a cold copy of the embedded one"),
  Command.withExamples([{ command: "db backup quire.tar.gz --yes", description: "With Quire stopped" }]),
)
