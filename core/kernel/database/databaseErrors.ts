import type postgres from "postgres"
import { LedgerRejected, StreamConflict } from "../store/refusals.ts"

/** The database is away, restarting or out of room for a connection, or it undid one of two entangled transactions. */
export class Unavailable {
  readonly cause: unknown

  constructor(cause: unknown) {
    this.cause = cause
  }
}

/** SQLSTATE that es.advance raises where the expected version is not the actual one. */
const VERSION_CONFLICT = "ES001"
/** SQLSTATE that a module's books raise (see Append.ledgerCall). */
const LEDGER_REJECTED = "BK001"
const UNIQUE_VIOLATION = "23505"

/** Serialisation failure, deadlock, too many connections, and a server that stops, crashed or starts. */
const PASSING_STATES = new Set(["40001", "40P01", "53300", "57P01", "57P02", "57P03"])
/** What the driver and the system call a connection that broke or was not to be had. */
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
/** Two transactions got in each other's way: no sign that the database is away. */
const ENTANGLED_STATES = new Set(["40001", "40P01"])
/** Errors that wrap each other; more are a loop. */
const CAUSES_MAX = 8

/** Why nothing can be saved for some time: the disk is full, or the database cannot be reached. */
export type WriteOutage = "full" | "away"

/** Why nothing can be saved, where an error or one of its causes says so; null for any other error. */
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

const isPassing = (code: string): boolean =>
  PASSING_CODES.has(code) || PASSING_STATES.has(code) || code.startsWith("08")

/**
 * Sorts what went wrong in a statement: the refusal that a writer may meet, a state that passes by itself and in which
 * the same statement may be sent again, or anything else, which is a defect.
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

/** Whether a failed append may have failed because its command was carried out before: then there is a receipt. */
export const mayBeRepeat = (error: unknown): boolean => {
  const code = codeOf(error)
  return (
    code === VERSION_CONFLICT ||
    code === LEDGER_REJECTED ||
    (code === UNIQUE_VIOLATION && (error as postgres.PostgresError).constraint_name === "command_pkey")
  )
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined
