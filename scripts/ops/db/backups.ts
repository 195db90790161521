import { Command } from "effect/cli"
import { BACKUP_DAYS_MAX } from "#contract/accounts"
import { listCopies } from "../../run/backups/copies.ts"
import { commandSettings } from "../../run/settings.ts"
import { runCommand } from "../lib/command.ts"
import { Refused } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import { terminal } from "../lib/terminal.ts"

const DAY_MS = 86_400_000

/** Lists the copies in BACKUP_DIR. Every time after the first of them can be restored. */
export const backups = Command.make("backups", { json }, (flags) =>
  runCommand(flags, async (output) => {
    const { backupDir } = commandSettings(terminal().env)
    if (backupDir === undefined) throw new Refused("BACKUP_DIR is not set, so no continuous backups are made.")
    const copies = listCopies(backupDir).map(({ beganAt, endedAt, bytes }) => ({
      ...{ began: beganAt.toISOString(), restorable_from: endedAt.toISOString() },
      ...{ deleted_after: new Date(beganAt.getTime() + BACKUP_DAYS_MAX * DAY_MS).toISOString(), bytes },
    }))
    output.table(copies)
    output.document({ directory: backupDir, copies })
  }),
).pipe(Command.withDescription("List the daily copies in BACKUP_DIR, and since when times can be restored"))
