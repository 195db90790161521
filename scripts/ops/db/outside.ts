import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs"
import type { SqlClient } from "#core/kernel"
import { readProof, verifyLog } from "#core/ledger"
import { proofFilesOf } from "#src/worker/proofs/recordProof.ts"
import { type OutsideRecord, outsideFileOf } from "#src/worker/reactors/recordOutside.ts"

/** The newest part of a file that is read: at least 60,000 lines. */
const READ_BYTES_MAX = 16_000_000
/** Clocks of the machines that recorded events may differ by this much. */
const CLOCKS_MS_MAX = 60_000

/** What the outside has seen after the restored time, and whether the newest recorded proof holds. */
export type Outside = {
  /** Oldest first. */
  readonly unknown: ReadonlyArray<OutsideRecord>
  /** Mails in the queue; those that were sent after the restored time will be sent again. */
  readonly mails: number
  /** The newest recorded proof that the restored log reaches; null if none is recorded. */
  readonly proof: string | null
  readonly proofHolds: boolean
}

/** Compares a restored database with what its worker recorded beside the backups. */
export const compareOutside = async (sql: SqlClient, backupDirectory: string): Promise<Outside> => {
  const [head] = await sql<Array<{ endsMs: number; proofs: number; mails: number }>>`
    select coalesce((select extract(epoch from recorded_at) * 1000 from es.event order by position desc limit 1), 0)::float8
        as "endsMs",
      (select coalesce(max(number), 0) from wallet.proof) as proofs,
      (select count(*)::integer from mail.message where state = 'waiting') as mails`
  const { endsMs, proofs, mails } = head ?? { endsMs: 0, proofs: 0, mails: 0 }
  const later = new Map(
    readLines<OutsideRecord>(outsideFileOf(backupDirectory))
      .filter(({ recordedAt }) => Date.parse(recordedAt) >= endsMs - CLOCKS_MS_MAX)
      .map((record) => [record.eventId, record]),
  )
  const known = await sql<Array<{ eventId: string }>>`
    select event_id as "eventId" from es.event
    where stream = any(${[...later.values()].map(({ stream }) => stream)}::text[])
      and event_id = any(${[...later.keys()]}::uuid[])`
  for (const { eventId } of known) later.delete(eventId)
  // From the end: after an earlier restore, numbers of the lost part were used again.
  const proof = proofFilesOf(backupDirectory)
    .flatMap((file) => readLines<{ readonly proof: string }>(file))
    .flatMap((line) => readProof(line.proof) ?? [])
    .findLast(({ number }) => number <= proofs)
  const verified = await verifyLog(sql, proof === undefined ? [] : [proof])
  return {
    unknown: [...later.values()],
    mails,
    proof: proof === undefined ? null : `${proof.number}:${proof.digest}`,
    proofHolds: verified.broken.length === 0 && verified.lost.length === 0,
  }
}

/** The documents at the end of a file; a line that a crash has cut is none. */
const readLines = <A>(file: string): ReadonlyArray<A> => {
  if (!existsSync(file)) return []
  return readEnd(file)
    .split("\n")
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as A]
      } catch {
        return []
      }
    })
}

const readEnd = (file: string): string => {
  const descriptor = openSync(file, "r")
  try {
    const { size } = fstatSync(descriptor)
    const bytes = Buffer.alloc(Math.min(size, READ_BYTES_MAX))
    readSync(descriptor, bytes, 0, bytes.length, size - bytes.length)
    return bytes.toString("utf8")
  } finally {
    closeSync(descriptor)
  }
}
