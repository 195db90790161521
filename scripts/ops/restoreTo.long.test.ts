import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { connect } from "#core/kernel"
import { makeTestHome, type Product, startProduct } from "#testing"
import { openPeople, TEST_MASTER_KEY } from "../../core/accounts/testing/people.ts"
import { listCopies } from "../run/backups/copies.ts"
import { walDirectory } from "../run/backups/places.ts"
import { embeddedHome, openDatabase } from "../run/database.ts"
import { runningUrl } from "../run/postgres.ts"
import { root } from "../run/root.ts"
import { spawnOps } from "./testing/opsKit.ts"

const [home, backupDir] = [makeTestHome(), makeTestHome()]
const env = { BACKUP_DIR: backupDir, BACKUP_SECONDS: "1", MASTER_KEY: TEST_MASTER_KEY }
let product: Product | undefined
afterAll(async () => {
  await product?.stop()
  for (const each of [home, backupDir]) rmSync(each, { recursive: true, force: true })
})

const ops = (...parameters: ReadonlyArray<string>) => {
  const compiled = join(root, ".quire", "compile-cache")
  const all = { ...env, DATABASE_URL: "", QUIRE_DATA_DIR: home, NODE_COMPILE_CACHE: compiled }
  return spawnOps(all, parameters).ended
}
const start = async () => {
  product = await startProduct({ home, env })
  const url = runningUrl(embeddedHome(home), "quire")
  if (url === undefined) throw new Error("PostgreSQL does not run")
  return url
}
const stop = async () => {
  await product?.stop()
  product = undefined
}
/** Asks the database of the stopped product. */
const ask = async <Row>(text: string): Promise<Row | undefined> => {
  const database = await openDatabase({ databaseUrl: undefined, dataDirectory: home })
  const sql = connect(database.url, { connectionsMax: 1 })
  try {
    return (await sql.unsafe(text))[0] as Row | undefined
  } finally {
    await sql.end()
    await database.close()
  }
}
const make = async (url: string, name: string) => {
  const people = openPeople({ url })
  const made = await people.make({ displayName: name })
  await people.close()
  return made.personId
}
const now = async (url: string) => {
  const sql = connect(url, { connectionsMax: 1 })
  const [row] = await sql<Array<{ at: Date }>>`select clock_timestamp() as at`
  await sql.end()
  return row?.at.toISOString() ?? ""
}
const facts = (ids: ReadonlyArray<string>) =>
  ask<{ there: ReadonlyArray<boolean>; keys: number; stops: number; cause: string }>(`
    select array(select exists (select from es.stream where stream = 'account-' || id)
        from unnest(array['${ids.join("','")}']) with ordinality as p(id, no) order by no) as there,
      (select count(*) from es.subject_key where subject_id::text = '${ids[0]}' and wrapped is not null) as keys,
      (select count(*) from es.event where type = 'wallet.WithdrawalsStopped.v1') as stops,
      (select cause from es.era order by number desc limit 1) as cause`)

it("restores the state of a time: later events are gone, erased people stay erased, withdrawals stop, a new era begins", {
  timeout: 600_000,
}, async () => {
  const url = await start()
  await expect.poll(() => listCopies(backupDir).length, { timeout: 60_000 }).toBe(1)
  const erased = await make(url, "Ada")
  const time = await now(url)
  const later = await make(url, "Ben")
  expect((await ops("subjects", "erase", erased, "--yes")).code).toBe(0)
  const list = join(backupDir, "erasures.ndjson")
  await expect.poll(() => existsSync(list) && readFileSync(list, "utf8"), { timeout: 30_000 }).toContain(erased)
  await stop()

  const listed = await ops("db", "backups", "--json")
  expect(listed.json()).toMatchObject({ directory: backupDir, copies: [{ bytes: expect.any(Number) }] })
  expect((await ops("db", "restore", "--to", "2020-01-01T00:00:00Z", "--yes")).err).toContain("no copy of the data")
  expect((await ops("db", "restore", "--to", "yesterday", "--yes")).code).not.toBe(0)
  // A time behind the end of the log: everything stays as it was.
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  expect((await ops("db", "restore", "--to", tomorrow, "--yes")).err).toContain("Nothing was restored")
  expect(await facts([erased, later])).toMatchObject({ there: [true, true], stops: 0, cause: "first" })

  const restored = await ops("db", "restore", "--to", time, "--yes", "--json")
  expect([restored.code, restored.json()]).toMatchObject([
    0,
    { result: { erased: 1, outside: { unknown: [], proofHolds: true } } },
  ])
  expect(await facts([erased, later])).toEqual({ there: [true, false], keys: 0, stops: 1, cause: "restored" })

  // It goes on, and what follows can be restored too, from the same copy over both timelines, although the disk is lost.
  const after = await make(await start(), "Cem")
  await stop()
  const segments = () => readFileSync(join(home, "postgres", "postgres.log"), "utf8")
  expect(segments()).not.toContain("archive command failed")
  expect(existsSync(walDirectory(backupDir))).toBe(true)
  expect((await ops("db", "restore", "--to", "latest", "--yes")).code).toBe(0)
  expect(await facts([erased, later, after])).toMatchObject({ there: [true, false, true], keys: 0, cause: "restored" })
  await start()
  expect((await fetch(`${product?.origin}/readyz`)).status).toBe(200)
})
