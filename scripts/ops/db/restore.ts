import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { Redacted } from "effect"
import { Argument, Command } from "effect/cli"
import { type CommandSettings, commandSettings } from "../../run/settings.ts"
import { runCommand } from "../lib/command.ts"
import { Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import type { Output } from "../lib/output.ts"
import { runPlan } from "../lib/plan.ts"
import { terminal } from "../lib/terminal.ts"
import { whileStopped } from "./stopped.ts"
import { undump } from "./undump.ts"
import { unpack } from "./unpack.ts"

/**
 * Restores a backup. The next start continues from it without further steps, because the backup contains the
 * checkpoints with the log.
 */
export const restore = Command.make("restore", { file: Argument.String("file"), yes, json }, (flags) =>
  runCommand(flags, async (output) => {
    const settings = commandSettings(terminal().env)
    const { databaseUrl } = settings
    const file = resolve(flags.file)
    if (!existsSync(file)) throw new Refused(`There is no file ${file}.`)
    if (databaseUrl !== undefined) {
      const steps = [`replace what the configured database holds of Quire by ${file} (pg_restore)`]
      return runPlan({ yes: flags.yes, output, steps }, async () => {
        await undump(Redacted.value(databaseUrl), file)
        tell(output, settings, null)
        return { file }
      })
    }
    return whileStopped(settings.dataDirectory, (cluster) => {
      const steps = [
        ...(cluster.isThere ? [`set ${cluster.data} aside, under a name that says when`] : []),
        `put the cluster of ${file} in its place`,
      ]
      return runPlan({ yes: flags.yes, output, steps }, async () => {
        const kept = await unpack(cluster, file, Date.now())
        tell(output, settings, kept)
        return { file, kept }
      })
    })
  }),
).pipe(
  Command.withDescription("Restore a backup; the next start continues from it"),
  Command.withExamples([{ command: "db restore quire.tar.gz --yes", description: "With Quire stopped" }]),
)

const tell = (output: Output, { masterKey, dataDirectory }: CommandSettings, kept: string | null): void => {
  output.say(
    kept === null ? "Restored." : `Restored. What was there before is in ${kept}; delete it when it is not needed.`,
  )
  const key = join(dataDirectory, "master.key")
  if (masterKey === undefined && !existsSync(key)) {
    output.say(`Restore ${key} too: it opens the sealed data in the backup.`)
  }
  output.say("Start Quire to continue from there.")
}
