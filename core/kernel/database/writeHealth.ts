import type { WriteOutage } from "./databaseErrors.ts"

/** How long a failure is reported if no later write succeeds or fails. */
const FAILURE_MS_MAX = 30_000
/** After a failure this recent, statements fail at once and are not retried. */
const RETRYLESS_MS = 2_000

/**
 * Tracks whether the last write of this process succeeded.
 * @param nowMs a monotonic clock in milliseconds
 */
export const makeWriteHealth = (nowMs: () => number = () => performance.now()) => {
  let last: { readonly why: WriteOutage; readonly atMs: number } | null = null
  const isYounger = (ms: number) => last !== null && nowMs() - last.atMs < ms
  return {
    noteSaved: (): void => {
      last = null
    },
    noteFailed: (why: WriteOutage): void => {
      last = { why, atMs: nowMs() }
    },
    /** The reason of a recent failure; null if there was none. */
    current: (): WriteOutage | null => (isYounger(FAILURE_MS_MAX) ? (last?.why ?? null) : null),
    /** Whether a failed statement may be retried. */
    mayRetry: (): boolean => !isYounger(RETRYLESS_MS),
  }
}

/** The one instance of this process. */
export const writeHealth = makeWriteHealth()
