import { Redacted } from "effect"
import { MigrationRefused } from "../src/process/migrations.ts"
import { requireSchema } from "../src/process/requireSchema.ts"
import { builtRelease } from "./run/build.ts"
import { chooseStarted } from "./run/chooseStarted.ts"
import { ConsoleRoleRefused, grantConsole } from "./run/consoleRole.ts"
import { openDatabase } from "./run/database.ts"
import { migrate } from "./run/migrate.ts"
import { prepare } from "./run/prepare.ts"
import { appEnvironment, commandSettings } from "./run/settings.ts"

/**
 * Migrates the configured or the embedded database to the newest schema and prints what it applied. With `--read-models`
 * it also chooses this release and builds its read models, for machines whose processes have no supervisor.
 */
const settings = commandSettings()
const { databaseUrl, consoleDatabaseUrl, dataDirectory } = settings
const hasReadModels = process.argv.includes("--read-models")
const database = await openDatabase({ databaseUrl: databaseUrl && Redacted.value(databaseUrl), dataDirectory })
try {
  const applied = await migrate(database.url, { log: console.log })
  if (applied.length === 0) console.log("Nothing to migrate: the schema is the newest.")
  // A release that is behind its database would build read models of its own and switch back to them.
  const isBehind = (await requireSchema(database.url)).length > 0
  if (consoleDatabaseUrl && !isBehind) await grantConsole(database.url, Redacted.value(consoleDatabaseUrl))
  if (hasReadModels && !isBehind) {
    const { MASTER_KEY = "" } = appEnvironment(settings, database.url)
    const masterKey = Buffer.from(MASTER_KEY, "hex")
    if (await chooseStarted(database.url, masterKey, builtRelease(), console.log))
      await prepare(database.url, masterKey, console.log)
  }
} catch (error) {
  if (!(error instanceof MigrationRefused || error instanceof ConsoleRoleRefused)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await database.close()
}
