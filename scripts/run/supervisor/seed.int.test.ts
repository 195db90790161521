import postgres from "postgres"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { demoFeeds, type Publisher, startPublisher } from "../../demo/index.ts"
import { freePort } from "../ports.ts"
import { beginSeed, runSeed } from "./supervise.ts"

let db: TestDatabase
let sql: postgres.Sql
let port: number
let publisher: Publisher | undefined
const { signal } = new AbortController()

beforeAll(async () => {
  db = await testDatabase()
  sql = postgres(db.url, { max: 1 })
  port = await freePort()
})
afterAll(async () => {
  await publisher?.close()
  await sql?.end()
  await db?.drop()
})

const seed = () =>
  runSeed(
    {
      ...process.env,
      STAGE: "development",
      DEMO: "true",
      DEMO_PORT: String(port),
      DATABASE_URL: db.url,
      MASTER_KEY: "5e".repeat(32),
      LOG_LEVEL: "silent",
    },
    signal,
  )
const progress = async () => {
  const [row] = await sql`
    select feeds_total as total, feeds_done as done, feeds_failed as failed, finished_at is not null as finished
    from meta.seed`
  return row
}
const total = demoFeeds.length

it("stays unfinished if feeds could not be added, and continues at the next start", async () => {
  expect(await beginSeed(db.url)).toBe(true)
  await expect(seed()).rejects.toThrow("the seed ended with code 1")
  expect(await progress()).toEqual({ total, done: total, failed: total, finished: false })

  expect(await beginSeed(db.url)).toBe(true)
  publisher = await startPublisher({ port, now: () => new Date() })
  await seed()
  expect(await progress()).toEqual({ total, done: total, failed: 0, finished: true })
  expect(await beginSeed(db.url)).toBe(false)
}, 120_000)

it("does not change a library created by users", async () => {
  await sql`delete from meta.seed`
  expect(await beginSeed(db.url)).toBe(false)
  expect(await progress()).toBeUndefined()
})
