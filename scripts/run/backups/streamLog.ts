import { existsSync, readdirSync } from "node:fs"
import { type FileHandle, open, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import postgres from "postgres"
import { changeOwner, postgresAccount } from "../postgres/account.ts"
import { OPEN_SUFFIX, walDirectory } from "./places.ts"
import { recordLogFailure } from "./recordBackup.ts"

/** The size of segments that initdb sets. */
const SEGMENT_BYTES = 16 * 1024 * 1024
/** Segments of one timeline that have the same first sixteen digits in their names. */
const SEGMENTS_PER_NAME = 256
const BLOCK_BYTES = 1024 * 1024

type Server = {
  readonly url: () => string
  readonly home: string
  readonly directory: string
  /** Interval of copying. */
  readonly seconds: number
}
type Flushed = { readonly timeline: string; readonly position: number }

/**
 * Copies what PostgreSQL has flushed of its log into BACKUP_DIR every few seconds, also from the segment that is not
 * full and therefore not archived. Commits that were acknowledged before the last copy survive the loss of the disk.
 * Returns a function that stops this.
 */
export const streamLog = (server: Server, warn: (line: string) => void): (() => Promise<void>) => {
  const { url, home, directory, seconds } = server
  const sql = postgres(url(), { max: 1, onnotice: () => undefined })
  const segments = copySegments(join(home, "data"), walDirectory(directory))
  let [isStopped, isFailing] = [false, false]
  let running: Promise<void> | undefined
  const look = async () => {
    try {
      await segments.copy(await findFlushed(sql))
      if (isFailing) await recordLogFailure(url(), null)
      isFailing = false
    } catch (error) {
      if (isStopped || isFailing) return
      isFailing = true
      warn(`The log of PostgreSQL is not copied to ${directory}; it is tried again every ${seconds} s: ${error}`)
      // Without a database there is nowhere to record it, and the failure ends with its restart.
      await recordLogFailure(url(), String(error)).catch(() => undefined)
    }
  }
  const timer = setInterval(() => {
    running ??= look().finally(() => {
      running = undefined
    })
  }, seconds * 1_000)
  return async () => {
    isStopped = true
    clearInterval(timer)
    await running
    await sql.end({ timeout: 1 })
    await segments.close()
  }
}

const findFlushed = async (sql: postgres.Sql): Promise<Flushed> => {
  const [row] = await sql<Array<{ timeline: string; position: string }>>`
    select substr(pg_walfile_name(lsn), 1, 8) as timeline, (lsn - '0/0')::text as position
    from pg_current_wal_flush_lsn() lsn`
  return { timeline: row?.timeline ?? "", position: Number(row?.position) }
}

/** The name of a segment, as PostgreSQL forms it. */
export const segmentName = (timeline: string, segment: number): string => {
  const digits = (value: number) => value.toString(16).toUpperCase().padStart(8, "0")
  return `${timeline}${digits(Math.floor(segment / SEGMENTS_PER_NAME))}${digits(segment % SEGMENTS_PER_NAME)}`
}

/** Copies segments that are not archived yet. What is flushed does not change any more, so it is copied once. */
const copySegments = (data: string, directory: string) => {
  let copied: Flushed | null = null
  let into: { readonly name: string; readonly file: FileHandle; readonly isNew: boolean } | null = null
  const close = async () => {
    await into?.file.close()
    into = null
  }

  /** Of full size from the beginning, as PostgreSQL expects segments; the rest of the file takes no space. */
  const begin = async (name: string) => {
    await close()
    await removeArchived(directory)
    const partial = join(directory, `.${name}${OPEN_SUFFIX}`)
    const file = await open(partial, "w", 0o600)
    await file.truncate(SEGMENT_BYTES)
    // A restore reads it as the account that runs PostgreSQL.
    changeOwner(partial, postgresAccount(data))
    return { name, file, isNew: true }
  }

  const append = async (name: string, from: number, to: number) => {
    const target = into?.name === name ? into : await begin(name)
    into = target
    const source = await open(join(data, "pg_wal", name), "r")
    try {
      await copyBytes(source, target.file, from, to)
    } finally {
      await source.close()
    }
    await target.file.datasync()
    // The copy of an earlier supervisor stays until this one has the same.
    if (target.isNew) await rename(join(directory, `.${name}${OPEN_SUFFIX}`), join(directory, `${name}${OPEN_SUFFIX}`))
    into = { ...target, isNew: false }
  }

  const copy = async ({ timeline, position }: Flushed) => {
    if (copied?.timeline !== timeline || position < copied.position) {
      await close()
      copied = { timeline, position: position - (position % SEGMENT_BYTES) }
    }
    while (copied.position < position) {
      const segment = Math.floor(copied.position / SEGMENT_BYTES)
      const end = Math.min(position, (segment + 1) * SEGMENT_BYTES)
      const name = segmentName(timeline, segment)
      if (!existsSync(join(directory, `${name}.gz`)))
        await append(name, copied.position % SEGMENT_BYTES, end - segment * SEGMENT_BYTES)
      copied = { timeline, position: end }
    }
  }
  return { copy, close }
}

const copyBytes = async (source: FileHandle, target: FileHandle, from: number, to: number): Promise<void> => {
  const block = Buffer.allocUnsafe(BLOCK_BYTES)
  for (let at = from; at < to; ) {
    const { bytesRead } = await source.read(block, 0, Math.min(BLOCK_BYTES, to - at), at)
    if (bytesRead === 0) throw new Error(`a segment of the log ends at ${at}`)
    await target.write(block, 0, bytesRead, at)
    at += bytesRead
  }
}

const removeArchived = async (directory: string): Promise<void> => {
  const names = new Set(readdirSync(directory))
  for (const name of names)
    if (name.endsWith(OPEN_SUFFIX) && names.has(`${name.slice(0, -OPEN_SUFFIX.length)}.gz`))
      await rm(join(directory, name), { force: true })
}
