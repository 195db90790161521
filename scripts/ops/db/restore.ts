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
import { runProgram, stoppedCluster, unpack } from "./coldCopy.ts"

/** Brings a backup back. The next start goes on from it with no further step: checkpoints came along with the log. */
export const restore = Command.make("restore", { file: Argument.String("file"), yes, json }, (flags) =>
  carriedOut(async () => {
    const settings = commandSettings()
    const file = resolve(flags.file)
    if (!existsSync(file)) throw new Refused(`There is no file ${file}.`)
    const output = outputOf(flags.json)
    const url = settings.databaseUrl && Redacted.value(settings.databaseUrl)
    const cluster = url === undefined ? stoppedCluster(settings.dataDirectory) : null
    const steps =
      cluster === null
        ? [`replace what the configured database holds by ${file} (pg_restore --clean)`]
        : [
            ...(existsSync(cluster.data) ? [`set ${cluster.data} aside, under a name that says when`] : []),
            `put the cluster of ${file} in its place`,
          ]
    await planned({ yes: flags.yes, output, steps }, async () => {
      if (cluster === null) {
        await runProgram("pg_restore", ["--clean", "--if-exists", "--exit-on-error", "--single-transaction", `--dbname=${url}`, file])
        output.say("Restored. Start Quire.")
        return { file }
      }
      const kept = await unpack(cluster.home, file, Date.now())
      output.say(`Restored.${kept === null ? "" : ` What was there before is in ${kept}.`} Start Quire.`)
      return { file, kept }
    })
  }),
).pipe(Command.withDescription("Bring a backup back; the next start goes on from it"))
