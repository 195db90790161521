import { createWriteStream, existsSync, renameSync, rmSync } from "node:fs"
import { resolve } from "node:path"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import { Redacted } from "effect"
import { Argument, Command } from "effect/cli"
import { commandSettings } from "../../run/settings.ts"
import { runCommand } from "../lib/command.ts"
import { beforeEnd } from "../lib/ending.ts"
import { Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import type { Output } from "../lib/output.ts"
import { runPlan } from "../lib/plan.ts"
import { terminal } from "../lib/terminal.ts"
import { dump } from "./dump.ts"
import { start } from "./programs.ts"
import { type Cluster, whileStopped } from "./stopped.ts"

/** Readable by its owner only: a backup contains all data of the database. */
const OWNER_ONLY = 0o600
/**
 * Compression level. Low, because most of a small cluster is empty pages, which compress equally well at every level.
 */
const LEVEL = 1

/** Packs a cluster and the password of its role into one file. An incomplete file is never left behind. */
const pack = async ({ home }: Cluster, file: string): Promise<void> => {
  if (existsSync(file)) throw new Refused(`${file} exists already. Choose another name.`)
  const partial = `${file}.partial`
  const forget = beforeEnd(() => rmSync(partial, { force: true }))
  rmSync(partial, { force: true })
  const { child, done } = start("tar", ["-cf", "-", "-C", home, "--exclude=data/postmaster.pid", "data", "password"])
  try {
    if (child.stdout === null) throw new Error("tar has no output")
    const into = createWriteStream(partial, { mode: OWNER_ONLY, flags: "wx", flush: true })
    await Promise.all([pipeline(child.stdout, createGzip({ level: LEVEL }), into), done])
    renameSync(partial, file)
  } catch (error) {
    child.kill()
    rmSync(partial, { force: true })
    const { code, syscall } = error as NodeJS.ErrnoException
    throw syscall === undefined ? error : new Refused(`${file} cannot be written: ${code}.`)
  } finally {
    forget()
  }
}

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
