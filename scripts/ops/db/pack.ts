import { createWriteStream, existsSync, renameSync, rmSync } from "node:fs"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import { beforeEnd } from "../lib/ending.ts"
import { Refused } from "../lib/exit.ts"
import { start } from "./programs.ts"
import type { Cluster } from "./stopped.ts"

/** Readable by its owner only: a backup contains all data of the database. */
const OWNER_ONLY = 0o600
/**
 * Compression level. Low, because most of a small cluster is empty pages, which compress equally well at every level.
 */
const LEVEL = 1

/** Packs a cluster and the password of its role into one file. An incomplete file is never left behind. */
export const pack = async ({ home }: Cluster, file: string): Promise<void> => {
  if (existsSync(file)) throw new Refused(`${file} exists already. Choose another name.`)
  const partial = `${file}.partial`
  const forget = beforeEnd(() => rmSync(partial, { force: true }))
  rmSync(partial, { force: true })
  const { child, done } = start("tar", ["-cf", "-", "-C", home, "--exclude=data/postmaster.pid", "data", "password"])
  try {
    if (child.stdout === null) throw new Error("tar has no output")
    const into = createWriteStream(partial, { mode: OWNER_ONLY, flags: "wx", flush: true })
    await Promise.all([pipeline(child.stdout, createGzip({ level: LEVEL }), into), done])
    renameSync(partial, file)
  } catch (error) {
    child.kill()
    rmSync(partial, { force: true })
    const { code, syscall } = error as NodeJS.ErrnoException
    throw syscall === undefined ? error : new Refused(`${file} cannot be written: ${code}.`)
  } finally {
    forget()
  }
}
