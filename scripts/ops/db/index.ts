import { Command } from "effect/cli"
import { backup } from "./backup.ts"
import { backups } from "./backups.ts"
import { eras } from "./eras.ts"
import { fetchBackups } from "./fetchBackups.ts"
import { restore } from "./restore.ts"

export const db = Command.make("db").pipe(
  Command.withDescription("Back up and restore the database"),
  Command.withSubcommands([backup, backups, fetchBackups, restore, eras]),
)
