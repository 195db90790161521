import { Command, Flag } from "effect/cli"
import { backupBucket } from "../../run/backups/bucket.ts"
import { fetchBackups as fetchFrom } from "../../run/backups/fetchBackups.ts"
import { commandSettings } from "../../run/settings.ts"
import { runCommand } from "../lib/command.ts"
import { Refused } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import { terminal } from "../lib/terminal.ts"
import { parseTime } from "./restoreTo.ts"

const to = Flag.String("to").pipe(Flag.withDescription("The time to restore, or latest"), Flag.withDefault("latest"))

/** Fetches from BACKUP_S3_URL what a restore needs, on a machine that lost BACKUP_DIR too. */
export const fetchBackups = Command.make("fetch-backups", { to, json }, (flags) =>
  runCommand(flags, async (output) => {
    const settings = commandSettings(terminal().env)
    const { backupDir } = settings
    const bucket = backupBucket(settings)
    if (backupDir === undefined || bucket === null)
      throw new Refused("BACKUP_DIR and BACKUP_S3_URL are needed: where the backups go, and where they are.")
    const fetched = await fetchFrom(bucket, backupDir, parseTime(flags.to))
    if (fetched === null) throw new Refused(`The bucket has no copy of the data from before ${flags.to}.`)
    output.say(`Fetched ${fetched.files} files (${Math.ceil(fetched.bytes / 1e6)} MB) into ${backupDir}.`)
    output.say(`Go on with: db restore --to ${flags.to}`)
    output.document({ directory: backupDir, ...fetched })
  }),
).pipe(Command.withDescription("Fetch from BACKUP_S3_URL into BACKUP_DIR what a restore to a time needs"))
