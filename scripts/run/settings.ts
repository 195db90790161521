import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { Redacted, Result } from "effect"
import { readSettings, type Settings } from "#core/kernel"
import { root } from "./root.ts"

/** Settings of a command, with the data directory as an absolute path. */
export type CommandSettings = Settings

/** EX_CONFIG of sysexits. */
const EXIT_CONFIG = 78

/**
 * Reads the settings from the environment and .env. Invalid values end the command with a message that lists them all.
 */
export function commandSettings(env: NodeJS.ProcessEnv = process.env): CommandSettings {
  const settings = readSettings(env)
  if (Result.isFailure(settings)) {
    console.error(settings.failure.message)
    process.exit(EXIT_CONFIG)
  }
  return { ...settings.success, dataDirectory: resolve(root, settings.success.dataDirectory) }
}

/** Environment variables for the product's processes, in addition to those of the command. */
export function appEnvironment(
  settings: CommandSettings,
  databaseUrl: string,
  env: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  return {
    ...env,
    NODE_ENV: "production",
    NODE_COMPILE_CACHE: join(root, ".quire", "compile-cache"),
    DATABASE_URL: databaseUrl,
    MASTER_KEY: masterKey(settings),
    QUIRE_DATA_DIR: settings.dataDirectory,
  }
}

/** Returns the configured master key, otherwise the one created at the first start and kept in the data directory. */
function masterKey({ masterKey: configured, dataDirectory }: CommandSettings): string {
  if (configured) return Buffer.from(Redacted.value(configured)).toString("hex")
  const file = join(dataDirectory, "master.key")
  if (!existsSync(file)) {
    mkdirSync(dataDirectory, { recursive: true })
    writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" })
  }
  return readFileSync(file, "utf8").trim()
}
