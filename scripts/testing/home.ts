import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { clearLeftover } from "../run/postgres.ts"
import { birthMark, isAlive } from "../run/processes.ts"

const PREFIX = "quire-test-"

/** A directory for temporary files that a later run clears away when this process is killed before it can. */
export function makeTestHome(): string {
  const home = mkdtempSync(join(tmpdir(), PREFIX))
  writeFileSync(ownerFile(home), `${process.pid} ${birthMark(process.pid)}`)
  // PostgreSQL runs as another user and has to pass through.
  chmodSync(home, 0o711)
  return home
}

/** What runs that were killed left behind: their servers are ended, their files are deleted. */
export async function removeOrphans(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const home = join(tmpdir(), name)
    if (isOwned(home)) continue
    await clearLeftover(join(home, "postgres", "data"))
    rmSync(home, { recursive: true, force: true })
  }
}

function isOwned(home: string): boolean {
  try {
    const [pid, mark] = readFileSync(ownerFile(home), "utf8").split(" ")
    return isAlive(Number(pid)) && birthMark(Number(pid)) === mark
  } catch {
    // Just made and not yet marked, or not ours to read: both belong to somebody else.
    return true
  }
}

const ownerFile = (home: string) => join(home, "owner")
