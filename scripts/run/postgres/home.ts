import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Account, isReachable } from "./account.ts"
import { SYSTEM_HOME } from "./binaries.ts"

/**
 * Returns the home of a data directory's embedded PostgreSQL: inside it, or below `systemHome` if the account that runs
 * PostgreSQL cannot access it. In the second case a note in the data directory records the path: a moved checkout finds
 * its data again, and a copied checkout gets its own PostgreSQL.
 */
export function postgresHome(dataDirectory: string, account: Account, systemHome = SYSTEM_HOME): string {
  const inside = join(dataDirectory, "postgres")
  const noted = readNote(dataDirectory)
  if (noted && existsSync(noted) && isOurs(noted, dataDirectory)) {
    writeFileSync(ownerNote(noted), dataDirectory)
    return noted
  }
  if (isReachable(dataDirectory, account)) return inside

  const outside = join(systemHome, createHash("sha256").update(dataDirectory).digest("hex").slice(0, 12), "postgres")
  mkdirSync(dirname(outside), { recursive: true, mode: 0o755 })
  if (existsSync(inside) && !existsSync(outside)) {
    // The checkout was accessible once and no longer is: the data moves with its owner and permissions.
    execFileSync("mv", [inside, outside])
  }
  mkdirSync(dataDirectory, { recursive: true })
  writeFileSync(note(dataDirectory), outside)
  writeFileSync(ownerNote(outside), dataDirectory)
  return outside
}

/** The home is ours if it was created for this directory, or for one that no longer exists. */
function isOurs(home: string, dataDirectory: string): boolean {
  const owner = existsSync(ownerNote(home)) ? readFileSync(ownerNote(home), "utf8") : dataDirectory
  return owner === dataDirectory || readNote(owner) !== home
}

function readNote(dataDirectory: string): string | undefined {
  const file = note(dataDirectory)
  return existsSync(file) ? readFileSync(file, "utf8") : undefined
}

const note = (dataDirectory: string) => join(dataDirectory, "postgres-home")
const ownerNote = (home: string) => join(dirname(home), "belongs-to")
