import { existsSync, readFileSync } from "node:fs"

/** The result of a test run. */
export interface TestCounts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Tests that failed first and passed on a retry, with the first error. */
  readonly flaky: ReadonlyArray<string>
}

/** Reads the reporter's file. A run that ended before writing it has failed. */
export function readCounts(file: string): TestCounts {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0, flaky: [] }
  return JSON.parse(readFileSync(file, "utf8")) as TestCounts
}

/** Formats the last lines of a test run: each flaky test, then the counts. */
export const summary = ({ passed, failed, skipped, flaky }: TestCounts): string => {
  const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`
  if (flaky.length === 0) return counts
  return [...flaky.map((name) => `flaky: ${name}`), `${counts}, ${flaky.length} flaky`].join("\n")
}
