import type postgres from "postgres"
import { LedgerRejected, StreamConflict } from "../store/refusals.ts"

/** A transient failure: the database is unreachable, restarting or out of connections, or it aborted a deadlocked transaction. */
export class Unavailable {
  readonly cause: unknown

  constructor(cause: unknown) {
    this.cause = cause
  }
}

/** SQLSTATE that es.advance raises if the expected version is not the actual one. */
const VERSION_CONFLICT = "ES001"
/** SQLSTATE that a ledger call raises (see Append.ledgerCall). */
const LEDGER_REJECTED = "BK001"
const UNIQUE_VIOLATION = "23505"

/**
 * Serialisation failure, deadlock, too many connections, a server that shuts down, crashed or starts, and a standby that
 * a proxy still takes for the primary.
 */
const PASSING_STATES = new Set(["40001", "40P01", "53300", "57P01", "57P02", "57P03", "25006"])
/** Codes of the driver and the system for a lost or failed connection. */
const PASSING_CODES = new Set([
  "CONNECTION_CLOSED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
])

/** The disk of the database or of this process is full. */
const FULL_CODES = new Set(["53100", "ENOSPC"])
/** Conflicts between transactions, which do not mean that the database is unreachable. */
const ENTANGLED_STATES = new Set(["40001", "40P01"])
/** Maximum depth of nested causes, against cycles. */
const CAUSES_MAX = 8

/** Why writes fail: the disk is full, or the database is unreachable. */
export type WriteOutage = "full" | "away"

/** The outage that an error or one of its causes reports; null for any other error. */
export const writeOutageOf = (error: unknown): WriteOutage | null => {
  let each = error
  for (let depth = 0; depth < CAUSES_MAX && each instanceof Error; depth += 1) {
    const code = codeOf(each) ?? ""
    if (FULL_CODES.has(code)) return "full"
    if (isPassing(code) && !ENTANGLED_STATES.has(code)) return "away"
    each = each.cause
  }
  return null
}

/**
 * Not possible on a standby: writing, unlogged tables; and a table or column of a read model that was created or dropped
 * a moment ago.
 */
const PRIMARY_ONLY_STATES = new Set(["25006", "0A000", "42P01", "42703", "3F000"])
const QUERY_CANCELED = "57014"

/** Whether a statement failed on a replica for a reason that the primary may not have. */
export const isReplicaFault = (error: unknown): boolean => {
  const code = codeOf(error) ?? ""
  if (code === QUERY_CANCELED) return isRecoveryConflict(error)
  return isPassing(code) || PRIMARY_ONLY_STATES.has(code)
}

/** Whether replaying the log canceled a statement of a standby. */
export const isRecoveryConflict = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("conflict with recovery")

const isPassing = (code: string): boolean =>
  PASSING_CODES.has(code) || PASSING_STATES.has(code) || code.startsWith("08")

/**
 * Classifies the error of a statement: a refusal for the caller, a transient failure that may be retried, or a defect.
 */
export const classify = (error: unknown): StreamConflict | Unavailable | Error => {
  const code = codeOf(error)
  if (code === VERSION_CONFLICT) return new StreamConflict(JSON.parse((error as postgres.PostgresError).detail ?? ""))
  if (code !== undefined && isPassing(code)) return new Unavailable(error)
  if (code === LEDGER_REJECTED) {
    const { message, detail } = error as postgres.PostgresError
    return new LedgerRejected(message, JSON.parse(detail ?? "null"))
  }
  return error instanceof Error ? error : new Error(String(error))
}

/** Whether an append may have failed because its command already ran; then a receipt exists. */
export const mayHaveCommitted = (error: unknown): boolean => {
  const code = codeOf(error)
  return (
    code === VERSION_CONFLICT ||
    code === LEDGER_REJECTED ||
    (code === UNIQUE_VIOLATION && (error as postgres.PostgresError).constraint_name === "command_pkey")
  )
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined
