import { Redacted } from "effect"
import { MigrationRefused } from "../src/process/migrations.ts"
import { openDatabase } from "./run/database.ts"
import { migrate } from "./run/migrate.ts"
import { commandSettings } from "./run/settings.ts"

/** Migrates the configured or the embedded database to the newest schema and prints what it applied. */
const { databaseUrl, dataDirectory } = commandSettings()
const database = await openDatabase({ databaseUrl: databaseUrl && Redacted.value(databaseUrl), dataDirectory })
try {
  const applied = await migrate(database.url, { say: console.log })
  if (applied.length === 0) console.log("Nothing to migrate: the schema is the newest.")
} catch (error) {
  if (!(error instanceof MigrationRefused)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await database.close()
}
