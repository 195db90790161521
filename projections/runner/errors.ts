/** Longest error text that is kept. */
const MESSAGE_CHARS_MAX = 2_000

/** What went wrong, in one line that the book-keeping can hold. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replaceAll("\0", "")
    .toWellFormed()
    .slice(0, MESSAGE_CHARS_MAX)

const codeOf = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null

/** The database, the network or the machine failed, so the event is not to blame: tried again, never parked. */
export const isInfrastructure = (error: unknown): boolean =>
  error instanceof Error && (error.name === "PostgresError" || /^(CONNECT|E[A-Z]+$)/.test(codeOf(error) ?? ""))

/**
 * The database refuses what an event wrote: classes 22 (data), 23 (constraint), 54 (a limit, as of an index entry) and
 * 21000 (one row twice).
 */
export const isRefusedData = (error: unknown): boolean => /^(2[23]|54)...$|^21000$/.test(codeOf(error) ?? "")

/** A lock was not to be had in time, or two waited for each other: the same may succeed a moment later. */
export const isLockTrouble = (error: unknown): boolean => ["55P03", "40P01"].includes(codeOf(error) ?? "")
