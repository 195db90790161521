// On globalThis, because pages are bundled separately from the process that serves them.
const held = globalThis as { quireInvalidQueries?: number }

/**
 * How many statements of this process did not fit the database: an unknown table, column or function, or a wrong type
 * (SQLSTATE class 42). The code and the read models of one release fit each other, so there are none.
 */
export const invalidQueries = (): number => held.quireInvalidQueries ?? 0

/** Counts an error of a statement if it is of that kind. */
export const countInvalid = (error: unknown): void => {
  const code = (error as { readonly code?: unknown } | null)?.code
  if (typeof code === "string" && /^42[0-9A-Z]{3}$/.test(code)) held.quireInvalidQueries = invalidQueries() + 1
}
