import { spawn } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, renameSync } from "node:fs"
import { join } from "node:path"
import { embeddedHome } from "../../lib/database.ts"
import { handOver, postgresAccount, runningUrl } from "../../lib/postgres.ts"
import { Refused } from "../lib/exit.ts"

const OWNER_ONLY = 0o700
const ERROR_LENGTH_MAX = 4_000

/** The files of the embedded cluster. Refuses while it runs: a cold copy needs a cluster that nobody writes to. */
export const stoppedCluster = (dataDirectory: string): { readonly home: string; readonly data: string } => {
  const home = embeddedHome(dataDirectory)
  if (runningUrl(home, "quire")) {
    throw new Refused("The embedded PostgreSQL is running. Stop Quire (Ctrl-C in its terminal), then say this again.")
  }
  return { home, data: join(home, "data") }
}

/** Packs the whole cluster. */
export const pack = (home: string, file: string): Promise<void> => runProgram("tar", ["-czf", file, "-C", home, "data"])

/** Puts a packed cluster in the place of the present one, which is kept beside it. Answers where, or null. */
export const unpack = async (home: string, file: string, nowMs: number): Promise<string | null> => {
  const data = join(home, "data")
  const account = postgresAccount(existsSync(data) ? data : undefined)
  const kept = existsSync(data) ? `${data}.before-${new Date(nowMs).toISOString().replaceAll(":", "-")}` : null
  mkdirSync(home, { recursive: true })
  handOver(home, account)
  if (kept !== null) renameSync(data, kept)
  const owner = account.uid === undefined ? [] : [`--owner=${account.uid}`, `--group=${account.gid}`, "--numeric-owner"]
  try {
    await runProgram("tar", ["-xzpf", file, "-C", home, ...owner])
    if (account.uid !== undefined) await runProgram("chown", ["-R", `${account.uid}:${account.gid}`, data])
    chmodSync(data, OWNER_ONLY)
  } catch (error) {
    if (kept !== null) {
      await runProgram("rm", ["-rf", data])
      renameSync(kept, data)
    }
    throw error
  }
  return kept
}

/** Runs a program to its end; its error output is the message of a failure. */
export const runProgram = (program: string, parameters: ReadonlyArray<string>): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { stdio: ["ignore", "inherit", "pipe"] })
    let errors = ""
    child.stderr.on("data", (chunk) => {
      errors = (errors + chunk).slice(-ERROR_LENGTH_MAX)
    })
    child.once("error", () => reject(new Refused(`${program} is not on PATH; it is needed for this.`)))
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Refused(`${program} failed: ${errors.trim()}`))))
  })
