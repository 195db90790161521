import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Account, changeOwner, isReachable } from "../postgres/account.ts"

/** Where continuous backups are. */
export type BackupSettings = { readonly directory: string }

/** Of the copy of a segment that PostgreSQL has not archived yet. */
export const OPEN_SUFFIX = ".open"

/** Directories below BACKUP_DIR. */
export const WAL = "wal"
export const COPIES = "copies"

/** Segments of the log of PostgreSQL, compressed, its timeline histories, and copies of segments that are not archived. */
export const walDirectory = (directory: string) => join(directory, WAL)
/** One directory per copy of the data. */
export const copiesDirectory = (directory: string) => join(directory, COPIES)

/** Notes the backups of a data directory, so that every command that starts its PostgreSQL archives the log too. */
export const noteBackups = (dataDirectory: string, settings: BackupSettings | null): void => {
  const file = noteOf(dataDirectory)
  mkdirSync(dataDirectory, { recursive: true })
  if (settings === null) rmSync(file, { force: true })
  else writeFileSync(file, JSON.stringify(settings))
}

export const notedBackups = (dataDirectory: string): BackupSettings | null => {
  const file = noteOf(dataDirectory)
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as BackupSettings) : null
}

const noteOf = (dataDirectory: string) => join(dataDirectory, "backups.json")

const OWNER_ONLY = 0o700

/** Creates the directories for the account that runs PostgreSQL. @throws Error if it cannot reach them */
export const prepareDirectories = (directory: string, account: Account): void => {
  mkdirSync(directory, { recursive: true, mode: 0o711 })
  for (const place of [walDirectory(directory), copiesDirectory(directory)]) {
    mkdirSync(place, { recursive: true, mode: OWNER_ONLY })
    changeOwner(place, account)
  }
  if (!isReachable(walDirectory(directory), account))
    throw new Error(`BACKUP_DIR: ${account.name}, who runs PostgreSQL, cannot reach ${directory}.`)
}

/** Segments that are not full are copied by the supervisor. This is for commands that start PostgreSQL without it. */
const ARCHIVE_TIMEOUT = "1h"

/**
 * Settings of a server whose log is archived. A segment that is there already must be the same: after a crash, PostgreSQL
 * archives its last one again. A file gets its name when it is on disk.
 */
export const archiveParameters = ({ directory }: BackupSettings): Readonly<Record<string, string>> => {
  const file = `${walDirectory(directory)}/%f.gz`
  const partial = `${walDirectory(directory)}/.%f.partial`
  const write = `gzip -1 < "%p" > ${partial} && sync ${partial} && mv ${partial} ${file}`
  return {
    archive_mode: "on",
    archive_command: `if test -f ${file}; then gzip -dc ${file} | cmp -s - "%p"; else ${write}; fi`,
    archive_timeout: ARCHIVE_TIMEOUT,
  }
}
