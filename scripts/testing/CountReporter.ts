import { writeFileSync } from "node:fs"
import type { Reporter, TestModule } from "vitest/node"
import type { TestCounts } from "./counts.ts"

/** What is quoted of the error of a flaky test. */
const REASON_LINES_MAX = 4
const REASON_LENGTH_MAX = 300

/** Writes the counts of passed, failed and skipped tests and the flaky tests with their first error to the file in QUIRE_TEST_COUNTS. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<unknown>): void {
    const counts = { passed: 0, failed: unhandled.length, skipped: 0, flaky: [] as Array<string> }
    for (const module of modules) {
      // A file that failed to load, or a failed hook, has errors but possibly no failed test.
      if (module.errors().length > 0) counts.failed += 1
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result()
        counts[state === "pending" ? "skipped" : state] += 1
        if (test.diagnostic()?.flaky !== true) continue
        const frame = errors[0]?.stacks?.find(({ file }) => file.endsWith(".test.ts"))
        const reason = errors[0]?.message.split("\n").slice(0, REASON_LINES_MAX).join(" ").slice(0, REASON_LENGTH_MAX)
        counts.flaky.push(
          [
            `${module.relativeModuleId}${frame === undefined ? "" : `:${frame.line}`}`,
            `${test.fullName}${reason === undefined ? "" : ` (first: ${reason})`}`,
          ].join(" > "),
        )
      }
    }
    const file = process.env["QUIRE_TEST_COUNTS"]
    if (file) writeFileSync(file, JSON.stringify(counts satisfies TestCounts))
  }
}
