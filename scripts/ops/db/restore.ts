import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { Option, Redacted } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { startDatabase } from "../../run/database.ts"
import { changeOwner, postgresAccount } from "../../run/postgres.ts"
import { type CommandSettings, commandSettings } from "../../run/settings.ts"
import { runCommand } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import type { Output } from "../lib/output.ts"
import { runPlan } from "../lib/plan.ts"
import { terminal } from "../lib/terminal.ts"
import { beginEra } from "./beginEra.ts"
import { run } from "./programs.ts"
import { restoreTo } from "./restoreTo.ts"
import { type Cluster, whileStopped } from "./stopped.ts"
import { undump } from "./undump.ts"

/** Data files only work with the PostgreSQL major version that wrote them. */
const POSTGRES_VERSION = "18"
const OWNER_ONLY = 0o700

/**
 * Replaces the current cluster with a packed one. Unpacks and validates it first, and keeps the previous files beside
 * it. Returns their path, or null if there were none.
 */
const unpack = async ({ home, data, isThere }: Cluster, file: string, nowMs: number): Promise<string | null> => {
  const account = postgresAccount(isThere ? data : undefined)
  mkdirSync(home, { recursive: true, mode: OWNER_ONLY })
  changeOwner(home, account)
  const aside = join(home, "restoring")
  try {
    rmSync(aside, { recursive: true, force: true })
    mkdirSync(aside, { mode: OWNER_ONLY })
    await run("tar", ["-xzpof", file, "-C", aside, "data", "password"])
    refuseOther(aside, file)
    if (account.uid !== undefined) await run("chown", ["-R", `${account.uid}:${account.gid}`, aside])
    chmodSync(join(aside, "data"), OWNER_ONLY)
    const kept = isThere ? join(home, `before-${new Date(nowMs).toISOString().replaceAll(":", "-")}`) : null
    if (kept !== null) mkdirSync(kept, { mode: OWNER_ONLY })
    for (const name of ["password", "data"]) {
      if (kept !== null && existsSync(join(home, name))) renameSync(join(home, name), join(kept, name))
      renameSync(join(aside, name), join(home, name))
    }
    return kept
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

const refuseOther = (aside: string, file: string): void => {
  const note = join(aside, "data", "PG_VERSION")
  const version = existsSync(note) ? readFileSync(note, "utf8").trim() : null
  if (version === null) throw new Refused(`${file} contains no cluster.`)
  if (version !== POSTGRES_VERSION)
    throw new Refused(`${file} was made by PostgreSQL ${version}; Quire runs ${POSTGRES_VERSION}.`)
}

const file = Argument.String("file").pipe(Argument.optional)
const to = Flag.String("to").pipe(
  Flag.withDescription("A time such as 2026-11-27T14:30:00Z, or latest: restore from BACKUP_DIR"),
  Flag.optional,
)

/**
 * Restores a backup. The next start continues from it without further steps, because the backup contains the
 * checkpoints with the log.
 */
export const restore = Command.make("restore", { file, to, yes, json }, (flags) =>
  runCommand(flags, async (output) => {
    const settings = commandSettings(terminal().env)
    const { databaseUrl } = settings
    if (Option.isSome(flags.to) === Option.isSome(flags.file))
      throw new Refused("Name a file, or a time with --to.", EXIT.usage)
    if (Option.isSome(flags.to)) return restoreTo(settings, flags.to.value, flags.yes, output)
    const file = resolve(Option.getOrElse(flags.file, () => ""))
    if (!existsSync(file)) throw new Refused(`There is no file ${file}.`)
    if (databaseUrl !== undefined) {
      const steps = [`replace what the configured database holds of Quire by ${file} (pg_restore)`]
      return runPlan({ yes: flags.yes, output, steps }, async () => {
        await undump(Redacted.value(databaseUrl), file)
        await beginEra(Redacted.value(databaseUrl))
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
        const { url, close } = await startDatabase(settings.dataDirectory)
        await beginEra(url).finally(close)
        tell(output, settings, kept)
        return { file, kept }
      })
    })
  }),
).pipe(
  Command.withDescription("Restore a backup, or the state at a time; the next start continues from it"),
  Command.withExamples([
    { command: "db restore quire.tar.gz --yes", description: "With Quire stopped" },
    { command: "db restore --to 2026-11-27T14:30:00Z --yes", description: "From BACKUP_DIR, with Quire stopped" },
  ]),
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
