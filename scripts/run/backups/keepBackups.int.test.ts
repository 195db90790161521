import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { connect, type SqlClient } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { keepBackups } from "./keepBackups.ts"
import { copiesDirectory, walDirectory } from "./places.ts"
import { forgetBackup, recordBackup } from "./recordBackup.ts"

const directory = mkdtempSync(join(tmpdir(), "quire-backups-"))
let db: TestDatabase
let sql: SqlClient

beforeAll(async () => {
  db = await testDatabase()
  sql = connect(db.url)
  for (const place of [copiesDirectory(directory), walDirectory(directory)]) mkdirSync(place)
})
afterAll(async () => {
  await sql.end()
  await db.drop()
  rmSync(directory, { recursive: true })
})

it("a failed backup is reported and recorded, until one succeeds or none is made any more", async () => {
  const warned = Promise.withResolvers<string>()
  const home = join(directory, "nowhere")
  const stop = keepBackups({ url: () => db.url, home, directory }, { say: () => undefined, warn: warned.resolve })
  expect(await warned.promise).toContain("No backup could be made")
  const recorded = () => sql`select copied_at is not null as "isCopied", failure from cluster.backup`
  await expect.poll(recorded).toMatchObject([{ isCopied: false, failure: expect.stringContaining("tar failed") }])
  await stop()
  await recordBackup(db.url, null)
  expect(await recorded()).toMatchObject([{ isCopied: true, failure: null }])
  await forgetBackup(db.url)
  expect(await recorded()).toEqual([])
})
