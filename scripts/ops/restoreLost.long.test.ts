import { chownSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { TEST_MASTER_KEY } from "../../core/accounts/testing/people.ts"
import { startS3Server } from "../../core/media/testing/s3Server.ts"
import { runRestore } from "../bench/restore/runRestore.ts"
import { walDirectory } from "../run/backups/places.ts"

/** Of nobody, as the files of another machine are. */
const OTHER_USER = 54_321
const EVENTS = 5_000
/** Copied every second, sent every five seconds, and the time that both take on a busy machine. */
const UPLOADED_MS_MAX = 15_000

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

it("restores from the bucket what the loss of a whole machine has left, including the directory of the backups", {
  timeout: 600_000,
}, async () => {
  const server = await startS3Server({
    bucket: "backups",
    accessKey: "access",
    secretKey: "secret",
    region: "us-east-1",
  })
  let fetched = ""
  try {
    const { lostMs, lost, doubled, acknowledged, events } = await runRestore({
      events: EVENTS,
      writeMs: 15_000,
      log: () => undefined,
      settings: { BACKUP_S3_URL: server.url, BACKUP_S3_KEY: "access:secret" },
      onLost: async (directory, restore) => {
        for (const name of readdirSync(directory)) rmSync(join(directory, name), { recursive: true })
        fetched = (await restore(TEST_MASTER_KEY, ["db", "fetch-backups"])).out
      },
    })
    expect(fetched).toMatch(/Fetched \d+ files/)
    expect(doubled).toBe(0)
    expect(lostMs).toBeLessThan(UPLOADED_MS_MAX)
    expect(acknowledged).toBeGreaterThan(100)
    expect(events).toBeGreaterThanOrEqual(EVENTS + acknowledged - lost)
  } finally {
    await server.close()
  }
})
