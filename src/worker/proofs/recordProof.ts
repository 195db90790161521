import { rename, stat } from "node:fs/promises"
import { join } from "node:path"
import type { SqlClient } from "#core/kernel"
import { newestProof } from "#core/ledger"
import { appendLine } from "../reactors/appendLine.ts"

/** 50 days with a proof each minute; backups reach back 30 days. The file before it is kept. */
const FILE_BYTES_MAX = 8_000_000

/** The proofs of the log, one JSON document per line, oldest first: the file before the present one, and the present one. */
export const proofFilesOf = (backupDirectory: string): readonly [string, string] => [
  join(backupDirectory, "proofs.1.ndjson"),
  join(backupDirectory, "proofs.ndjson"),
]

/**
 * Returns a step that appends the newest proof of the log to a file beside the backups if it is another one than the last
 * time. Somebody who can write to the database could replace all of its proofs, but not those in the file.
 */
export const proofRecorder = (sql: SqlClient, backupDirectory: string): (() => Promise<void>) => {
  const [previous, file] = proofFilesOf(backupDirectory)
  let recorded: string | null = null
  return async () => {
    const newest = await newestProof(sql)
    if (newest === null || newest.proof === recorded) return
    const { size } = await stat(file).catch(() => ({ size: 0 }))
    if (size > FILE_BYTES_MAX) await rename(file, previous)
    await appendLine(file, { proof: newest.proof, madeAt: newest.madeAt.toISOString() })
    recorded = newest.proof
  }
}
