import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { readCounts, summary } from "./counts.ts"

it("reports passed, failed and skipped tests", () => {
  expect(summary({ passed: 12, failed: 0, skipped: 0, flaky: [] })).toBe("12 passed, 0 failed")
  expect(summary({ passed: 1, failed: 2, skipped: 3, flaky: [] })).toBe("1 passed, 2 failed, 3 skipped")
})

it("names each flaky test before the counts", () => {
  expect(summary({ passed: 12, failed: 0, skipped: 0, flaky: ["e2e/chat.e2e.test.ts > sends a message"] })).toBe(
    "flaky: e2e/chat.e2e.test.ts > sends a message\n12 passed, 0 failed, 1 flaky",
  )
})

it("counts a run without a report as failed", () => {
  const directory = mkdtempSync(join(tmpdir(), "quire-counts-"))
  const file = join(directory, "counts.json")
  expect(readCounts(file)).toEqual({ passed: 0, failed: 1, skipped: 0, flaky: [] })
  writeFileSync(file, JSON.stringify({ passed: 3, failed: 0, skipped: 1, flaky: [] }))
  expect(readCounts(file)).toEqual({ passed: 3, failed: 0, skipped: 1, flaky: [] })
  rmSync(directory, { recursive: true })
})
