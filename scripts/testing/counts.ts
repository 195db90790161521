import { existsSync, readFileSync } from "node:fs"

/** How a test run ended. */
export interface TestCounts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** What the reporter noted; a run that ended before it could note anything has failed. */
export function readCounts(file: string): TestCounts {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  return JSON.parse(readFileSync(file, "utf8")) as TestCounts
}

/** The last line of a test run. */
export const summary = ({ passed, failed, skipped }: TestCounts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`
