import { chownSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { runRestore } from "../bench/restore/runRestore.ts"
import { walDirectory } from "../run/backups/places.ts"

/** Of nobody, as the files of another machine are. */
const OTHER_USER = 54_321
const EVENTS = 5_000

it("restores everything but the last seconds from the backups alone, on a machine with other users, with the right master key", {
  timeout: 600_000,
}, async () => {
  const refusals: Array<string> = []
  const { lostMs, lost, doubled, acknowledged, events } = await runRestore({
    events: EVENTS,
    writeMs: 8_000,
    log: () => undefined,
    onLost: async (directory, restore) => {
      const wal = walDirectory(directory)
      if (process.getuid?.() === 0)
        for (const name of readdirSync(wal)) chownSync(join(wal, name), OTHER_USER, OTHER_USER)
      refusals.push((await restore("")).err)
      refusals.push((await restore("cd".repeat(32))).err)
    },
  })
  expect(refusals).toEqual([
    expect.stringContaining("There is no master key"),
    expect.stringContaining("does not open the personal data of the backup"),
  ])
  expect(doubled).toBe(0)
  expect(lostMs).toBeLessThan(5_000)
  expect(acknowledged).toBeGreaterThan(100)
  expect(events).toBeGreaterThanOrEqual(EVENTS + acknowledged - lost)
})
