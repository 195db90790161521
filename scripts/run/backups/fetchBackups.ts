import { createWriteStream, existsSync, mkdirSync, renameSync, utimesSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGunzip } from "node:zlib"
import type { Storage } from "#core/media"
import { type BackupFile, readIndex } from "./bucket.ts"
import { COPIES, OPEN_SUFFIX, WAL } from "./places.ts"
import { nameInBucket } from "./uploadBackups.ts"

/** The log since shortly before a copy began: the clocks of files and of the database may differ. */
const MARGIN_MS = 10 * 60_000
const OWNER_ONLY = 0o600

export type Fetched = { readonly copy: string; readonly files: number; readonly bytes: number }

/**
 * Fetches from a bucket into BACKUP_DIR what a restore to a time needs: the newest copy that was complete then, the log
 * since it began, and the records beside them. Files that are there already stay.
 * @param until null for the newest state
 * @returns null if the bucket has no such copy
 */
export const fetchBackups = async (bucket: Storage, directory: string, until: Date | null): Promise<Fetched | null> => {
  const files = (await readIndex(bucket))?.files ?? []
  const copy = await findCopy(bucket, files, until)
  if (copy === null) return null
  const isNeeded = ({ name, mtimeMs }: BackupFile) => {
    if (name.startsWith(`${COPIES}/`)) return dirname(name) === copy.directory
    if (!name.startsWith(`${WAL}/`) || name.includes(".history")) return true
    return mtimeMs >= copy.beganAtMs - MARGIN_MS
  }
  const missing = files.filter((file) => isNeeded(file) && !existsSync(join(directory, file.name)))
  for (const file of missing) await receive(bucket, directory, file)
  const bytes = missing.reduce((sum, { size }) => sum + size, 0)
  return { copy: basename(copy.directory), files: missing.length, bytes }
}

const NOTE = "copy.json"

const findCopy = async (bucket: Storage, files: ReadonlyArray<BackupFile>, until: Date | null) => {
  const notes = files.map(({ name }) => name).filter((name) => name.startsWith(`${COPIES}/`) && basename(name) === NOTE)
  for (const name of notes.toSorted().reverse()) {
    const bytes = await bucket.read(name)
    if (bytes === null) continue
    const { beganAt, endedAt } = JSON.parse(new TextDecoder().decode(bytes)) as Record<"beganAt" | "endedAt", string>
    if (until === null || new Date(endedAt) <= until)
      return { directory: dirname(name), beganAtMs: Date.parse(beganAt) }
  }
  return null
}

/** A file gets its name when it is whole, and the time that it had, by which old ones are deleted. */
const receive = async (bucket: Storage, directory: string, { name, mtimeMs }: BackupFile): Promise<void> => {
  const stored = nameInBucket(name)
  const size = (await bucket.size(stored)) ?? missing(name)
  const body = size === 0 ? Readable.from([]) : await bucket.readRange(stored, { first: 0, last: size - 1 })
  if (body === null) return missing(name)
  const file = join(directory, name)
  const partial = join(dirname(file), `.${basename(file)}.partial`)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const into = createWriteStream(partial, { mode: OWNER_ONLY, flush: true })
  if (name.endsWith(OPEN_SUFFIX)) await pipeline(body, createGunzip(), into)
  else await pipeline(body, into)
  utimesSync(partial, new Date(mtimeMs), new Date(mtimeMs))
  renameSync(partial, file)
}

const missing = (name: string): never => {
  throw new Error(`the bucket does not have ${name}, which its index names`)
}
