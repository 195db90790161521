import type { SqlClient } from "#core/kernel"
import type { Decode } from "./applyBatch.ts"
import type { LogTail } from "./LogTail.ts"

/** Maximum positions per checkpoint, so that windows without relevant events stay cheap. */
export const WINDOW_POSITIONS_MAX = 100_000
/** Interval of renewing the lease and reading the decisions of operators. */
export const RECHECK_MS = 1_000

/** What all followers of a runner share. */
export type FollowContext = {
  readonly sql: SqlClient
  readonly owner: string
  readonly tail: LogTail
  readonly decode: Decode
  readonly log: (level: "info" | "warn" | "error", message: string, details: object) => void
}

/** Whether anything moved, and the maximum delay before the next step in milliseconds. */
export type FollowResult = { readonly moved: boolean; readonly againMs: number }
