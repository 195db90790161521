import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { changeOwner, postgresAccount } from "../../run/postgres.ts"
import { Refused } from "../lib/exit.ts"
import { run } from "./programs.ts"
import type { Cluster } from "./stopped.ts"

/** Data files only work with the PostgreSQL major version that wrote them. */
const POSTGRES_VERSION = "18"
const OWNER_ONLY = 0o700

/**
 * Replaces the current cluster with a packed one. Unpacks and validates it first, and keeps the previous files beside
 * it. Returns their path, or null if there were none.
 */
export const unpack = async ({ home, data, isThere }: Cluster, file: string, nowMs: number): Promise<string | null> => {
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
