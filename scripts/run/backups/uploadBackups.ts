import { createReadStream, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { createGzip } from "node:zlib"
import postgres from "postgres"
import { BACKUP_DAYS_MAX } from "#contract/accounts"
import type { Storage } from "#core/media"
import { type BackupFile, readIndex, writeIndex } from "./bucket.ts"
import { COPIES, OPEN_SUFFIX, WAL } from "./places.ts"
import { recordUploadFailure } from "./recordBackup.ts"

/** Interval of looking for files that changed. A segment that is not full is sent again each time. */
const UPLOAD_MS = 5_000
const DAY_MS = 86_400_000

type Server = { readonly url: () => string; readonly directory: string; readonly bucket: Storage }

/**
 * Copies BACKUP_DIR to a bucket, every few seconds what has changed. The log does not wait for the daily copies, which take
 * long. A failure is reported once and tried again. Returns a function that stops this.
 */
export const uploadBackups = (
  { url, directory, bucket }: Server,
  warn: (line: string) => void,
): (() => Promise<void>) => {
  let [isStopped, isFailing] = [false, false]
  let opening: Promise<Upload> | undefined
  const lanes = [isOfCopies, (name: string) => !isOfCopies(name)]
  const running = lanes.map((): Promise<void> | undefined => undefined)
  const open = () => {
    opening ??= systemOf(url())
      .then((system) => openUpload(bucket, system))
      .catch((error) => {
        opening = undefined
        throw error
      })
    return opening
  }
  const look = async (isOfLane: (name: string) => boolean) => {
    try {
      await uploadChanges(directory, await open(), isOfLane, Date.now())
      if (isFailing) await recordUploadFailure(url(), null)
      isFailing = false
    } catch (error) {
      if (isStopped || isFailing) return
      isFailing = true
      warn(`The backups are not copied to BACKUP_S3_URL; it is tried again every ${UPLOAD_MS / 1_000} s: ${error}`)
      // Without a database there is nowhere to record it.
      await recordUploadFailure(url(), String(error)).catch(() => undefined)
    }
  }
  const timer = setInterval(() => {
    for (const [at, lane] of lanes.entries())
      running[at] ??= look(lane).finally(() => {
        running[at] = undefined
      })
  }, UPLOAD_MS)
  return async () => {
    isStopped = true
    clearInterval(timer)
    await Promise.all(running)
  }
}

const isOfCopies = (name: string): boolean => name.startsWith(`${COPIES}/`)

/** PostgreSQL's number of the cluster, which a restored one keeps. */
const systemOf = async (url: string): Promise<string> => {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    const [row] = await sql<
      Array<{ system: string }>
    >`select system_identifier::text as system from pg_control_system()`
    return row?.system ?? ""
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** What the bucket has, and the last writing of its index: writings follow each other. */
export type Upload = {
  readonly bucket: Storage
  readonly system: string
  readonly known: Map<string, BackupFile>
  written: Promise<void>
}

/** Reads the index of the bucket. @throws Error if it belongs to another cluster, whose log and records it would replace */
export const openUpload = async (bucket: Storage, system: string): Promise<Upload> => {
  const found = await readIndex(bucket)
  if (found !== null && found.system !== system)
    throw new Error("the bucket has the backups of another database. Restore from it first, or name an empty one")
  const known = new Map(found?.files.map((file) => [file.name, file]))
  return { bucket, system, known, written: Promise.resolve() }
}

/**
 * Sends new and changed files, then the index, then removes from the bucket what is too old. What a machine with a new
 * disk does not have stays in the bucket until then.
 */
export const uploadChanges = async (
  directory: string,
  upload: Upload,
  isOfLane: (name: string) => boolean,
  nowMs: number,
): Promise<void> => {
  const { bucket, known } = upload
  const here = listFiles(directory).filter(({ name }) => isOfLane(name))
  const changed = here.filter(({ name, size, mtimeMs }) => {
    const sent = known.get(name)
    return sent === undefined || sent.size !== size || sent.mtimeMs !== mtimeMs
  })
  for (const file of changed) if (await send(directory, bucket, file.name)) known.set(file.name, file)
  const names = new Set(here.map(({ name }) => name))
  const over = [...known.values()].filter(
    ({ name, mtimeMs }) =>
      isOfLane(name) &&
      !names.has(name) &&
      (isArchived(name, known) || (isPruned(name) && mtimeMs < nowMs - BACKUP_DAYS_MAX * DAY_MS)),
  )
  for (const { name } of over) known.delete(name)
  if (changed.length > 0 || over.length > 0) await putIndex(upload)
  for (const { name } of over) await bucket.remove(nameInBucket(name))
}

const putIndex = (upload: Upload): Promise<void> => {
  const write = () => writeIndex(upload.bucket, { system: upload.system, files: [...upload.known.values()] })
  upload.written = upload.written.then(write, write)
  return upload.written
}

/** A copy of a segment that is there as a whole now. */
const isArchived = (name: string, known: ReadonlyMap<string, BackupFile>): boolean =>
  name.endsWith(OPEN_SUFFIX) && known.has(`${name.slice(0, -OPEN_SUFFIX.length)}.gz`)

/** Records of erasures and proofs are kept for good, and histories are needed by each later timeline. */
const isPruned = (name: string): boolean =>
  (name.startsWith(`${WAL}/`) || name.startsWith(`${COPIES}/`)) && !name.includes(".history")

/** Complete files. */
const listFiles = (directory: string): ReadonlyArray<BackupFile> =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .filter((name) => !name.split("/").some((part) => part.startsWith(".") || part.endsWith(".partial")))
    .flatMap((name) => {
      const found = statSync(join(directory, name), { throwIfNoEntry: false })
      return found === undefined ? [] : [{ name, size: found.size, mtimeMs: Math.floor(found.mtimeMs) }]
    })

/** Segments that are not full consist mostly of zeros. */
export const nameInBucket = (name: string): string => (name.endsWith(OPEN_SUFFIX) ? `${name}.gz` : name)

/** Returns false if the file is gone: PostgreSQL has archived the segment meanwhile, or it was too old. */
const send = async (directory: string, bucket: Storage, name: string): Promise<boolean> => {
  const file = createReadStream(join(directory, name))
  const body = name.endsWith(OPEN_SUFFIX) ? file.pipe(createGzip({ level: 1 })) : file
  file.once("error", (error) => body.destroy(error))
  try {
    await bucket.writeStream(nameInBucket(name), body)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false
    throw error
  }
}
