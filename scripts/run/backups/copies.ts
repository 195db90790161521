import { type ChildProcess, spawn } from "node:child_process"
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import postgres from "postgres"
import { BACKUP_DAYS_MAX } from "#contract/accounts"
import { copiesDirectory, walDirectory } from "./places.ts"

const OWNER_ONLY = 0o600
const DAY_MS = 86_400_000
/** tar ends with it if a file changed or went while it was read; the log contains what those need. */
const TAR_CHANGED = 1

/** A copy of the data of a running PostgreSQL. With the log since its beginning, it restores any later time. */
export type Copy = {
  readonly directory: string
  readonly beganAt: Date
  /** Restores begin after this. */
  readonly endedAt: Date
  readonly bytes: number
}

/** Complete copies, the oldest first. */
export const listCopies = (directory: string): ReadonlyArray<Copy> => {
  const place = copiesDirectory(directory)
  if (!existsSync(place)) return []
  return readdirSync(place)
    .filter((name) => !name.endsWith(".partial"))
    .sort()
    .map((name) => {
      const copy = join(place, name)
      const { beganAt, endedAt } = JSON.parse(readFileSync(join(copy, "copy.json"), "utf8")) as Record<string, string>
      const bytes = statSync(join(copy, "data.tar.gz")).size
      return { directory: copy, beganAt: new Date(String(beganAt)), endedAt: new Date(String(endedAt)), bytes }
    })
}

/**
 * Copies the data of a running server. Waits until the log that the copy needs is archived. An interrupted copy is
 * removed by the next one.
 * @param home the directory that contains `data` and `password`
 */
export const makeCopy = async (
  url: string,
  home: string,
  directory: string,
  onChild: (child: ChildProcess) => void = () => undefined,
): Promise<Copy> => {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    const [began] = await sql<Array<{ at: Date }>>`
      select now() as at from pg_backup_start('quire', true)`
    const beganAt = began?.at ?? new Date()
    const name = beganAt.toISOString().replaceAll(":", "-")
    const partial = join(copiesDirectory(directory), `${name}.partial`)
    rmSync(partial, { recursive: true, force: true })
    mkdirSync(partial, { recursive: true, mode: 0o700 })
    await pack(home, join(partial, "data.tar.gz"), onChild)
    const [ended] = await sql<Array<{ labelfile: string; at: Date }>>`
      select labelfile, clock_timestamp() as at from pg_backup_stop(true)`
    const endedAt = ended?.at ?? new Date()
    writeFileSync(join(partial, "backup_label"), ended?.labelfile ?? "", { mode: OWNER_ONLY })
    writeFileSync(join(partial, "copy.json"), JSON.stringify({ beganAt, endedAt }), { mode: OWNER_ONLY, flush: true })
    const copy = join(copiesDirectory(directory), name)
    renameSync(partial, copy)
    return { directory: copy, beganAt, endedAt, bytes: statSync(join(copy, "data.tar.gz")).size }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

const pack = async (home: string, file: string, onChild: (child: ChildProcess) => void): Promise<void> => {
  const left = ["data/postmaster.pid", "data/postmaster.opts", "data/pg_wal/*", "data/pg_replslot/*"]
  const parameters = ["-cf", "-", "-C", home, ...left.map((each) => `--exclude=${each}`), "data", "password"]
  const child = spawn("tar", parameters, { stdio: ["ignore", "pipe", "pipe"] })
  onChild(child)
  let errors = ""
  child.stderr.on("data", (chunk) => {
    errors = (errors + chunk).slice(-1_000)
  })
  const done = new Promise<void>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) =>
      code === 0 || code === TAR_CHANGED ? resolve() : reject(new Error(`tar failed: ${errors.trim()}`)),
    )
  })
  const into = createWriteStream(file, { mode: OWNER_ONLY, flush: true })
  await Promise.all([pipeline(child.stdout, createGzip({ level: 1 }), into), done])
}

/** Deletes copies after `BACKUP_DAYS_MAX`, with the log that only they need, and what an interrupted copy left. */
export const deleteOld = (directory: string, nowMs: number): void => {
  const dueMs = nowMs - BACKUP_DAYS_MAX * DAY_MS
  for (const { directory: copy, beganAt } of listCopies(directory))
    if (beganAt.getTime() < dueMs) rmSync(copy, { recursive: true })
  for (const name of readdirSync(copiesDirectory(directory)))
    if (name.endsWith(".partial") && statSync(join(copiesDirectory(directory), name)).mtimeMs < nowMs - DAY_MS)
      rmSync(join(copiesDirectory(directory), name), { recursive: true })
  const neededMs = Math.max(dueMs, listCopies(directory)[0]?.beganAt.getTime() ?? dueMs)
  for (const name of readdirSync(walDirectory(directory))) {
    const file = join(walDirectory(directory), name)
    // Histories are small, and each later timeline needs them.
    if (!name.includes(".history") && statSync(file).mtimeMs < neededMs) rmSync(file)
  }
}
