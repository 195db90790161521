import type { SqlClient } from "#core/kernel"
import type { Decode } from "./applyBatch.ts"
import type { LogTail } from "./LogTail.ts"

/** Positions that one checkpoint may pass over at most, so that windows without heard events stay cheap. */
export const WINDOW_POSITIONS_MAX = 100_000
/** How often a runner looks whether an operator changed anything, and renews its lease. */
export const RECHECK_MS = 1_000

/** What all that follows the log shares within one runner. */
export type FollowContext = {
  readonly sql: SqlClient
  readonly owner: string
  readonly tail: LogTail
  readonly decode: Decode
  readonly log: (level: "info" | "warn" | "error", message: string, details: object) => void
}

/** Whether anything moved, and after how many milliseconds another step is wished for at the latest. */
export type FollowResult = { readonly moved: boolean; readonly againMs: number }
