import { writeFileSync } from "node:fs"
import type { Reporter, TestModule } from "vitest/node"
import type { TestCounts } from "./counts.ts"

/** Writes the counts of passed, failed and skipped tests and the flaky tests to the file in QUIRE_TEST_COUNTS. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<unknown>): void {
    const counts = { passed: 0, failed: unhandled.length, skipped: 0, flaky: [] as Array<string> }
    for (const module of modules) {
      // A file that failed to load, or a failed hook, has errors but possibly no failed test.
      if (module.errors().length > 0) counts.failed += 1
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        counts[state === "pending" ? "skipped" : state] += 1
        if (test.diagnostic()?.flaky === true) counts.flaky.push(`${module.relativeModuleId} > ${test.fullName}`)
      }
    }
    const file = process.env["QUIRE_TEST_COUNTS"]
    if (file) writeFileSync(file, JSON.stringify(counts satisfies TestCounts))
  }
}
