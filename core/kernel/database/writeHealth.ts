import type { WriteOutage } from "./databaseErrors.ts"

/** How long a failure counts after which nothing was saved or tried again. */
const FAILURE_MS_MAX = 30_000
/** While the last failure is this young, a statement is not sent again: anyone who waits is told at once. */
const RETRYLESS_MS = 2_000

/**
 * Whether this process could save when it last tried.
 * @param nowMs milliseconds of any clock that does not go back
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
    /** Why nothing can be saved, as far as is known here; null while it can be. */
    current: (): WriteOutage | null => (isYounger(FAILURE_MS_MAX) ? (last?.why ?? null) : null),
    /** Whether it is worth sending a failed statement again. */
    mayRetry: (): boolean => !isYounger(RETRYLESS_MS),
  }
}

/** The state of this process. */
export const writeHealth = makeWriteHealth()
