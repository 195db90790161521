/** Longest error text that is stored. */
const MESSAGE_CHARS_MAX = 2_000

/** The error message, shortened and safe to store in PostgreSQL. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replaceAll("\0", "")
    .toWellFormed()
    .slice(0, MESSAGE_CHARS_MAX)

const codeOf = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null

/** Whether the database, the network or the machine failed. Such events are retried, never parked. */
export const isInfrastructure = (error: unknown): boolean =>
  error instanceof Error && (error.name === "PostgresError" || /^(CONNECT|E[A-Z]+$)/.test(codeOf(error) ?? ""))

/**
 * Whether the database rejects the data of an event: classes 22 (data), 23 (constraint), 54 (a limit, such as the size
 * of an index entry) and 21000 (the same row twice).
 */
export const isRefusedData = (error: unknown): boolean => /^(2[23]|54)...$|^21000$/.test(codeOf(error) ?? "")

/** Whether a lock timed out or a deadlock was resolved, so that a retry may succeed. */
export const isLockTrouble = (error: unknown): boolean => ["55P03", "40P01"].includes(codeOf(error) ?? "")
