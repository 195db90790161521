import postgres from "postgres"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { TEST_MASTER_KEY } from "../../../core/accounts/testing/people.ts"
import { type ApiKit, makeApiKit } from "../../../src/api/testing/apiKit.ts"
import { demoFeeds, type Publisher, startPublisher } from "../../demo/index.ts"
import { readCreators } from "../../demo/readCreators.ts"
import { chooseStarted } from "../chooseStarted.ts"
import { freePort } from "../ports.ts"
import { beginSeed, runSeed } from "./supervise.ts"

let db: TestDatabase
let sql: postgres.Sql
let port: number
let publisher: Publisher | undefined
/** Runs the projections that the creators need. */
let kit: ApiKit
const { signal } = new AbortController()

beforeAll(async () => {
  db = await testDatabase()
  sql = postgres(db.url, { max: 1 })
  port = await freePort()
  kit = await makeApiKit({ url: db.url })
})
afterAll(async () => {
  await publisher?.close()
  await kit?.close()
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
      MASTER_KEY: TEST_MASTER_KEY,
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
  // As each start does before.
  const release = { version: "0.7.2", build: "aaaaaaaaaaaa" }
  await chooseStarted(db.url, Buffer.from(TEST_MASTER_KEY, "hex"), release, () => undefined)
  expect(await beginSeed(db.url)).toBe(true)
  await expect(seed()).rejects.toThrow("the seed ended with code 1")
  expect(await progress()).toEqual({ total, done: total, failed: total, finished: false })

  expect(await beginSeed(db.url)).toBe(true)
  publisher = await startPublisher({ port, now: () => new Date() })
  await seed()
  expect(await progress()).toEqual({ total, done: total, failed: 0, finished: true })
  expect(await beginSeed(db.url)).toBe(false)

  // Both runs wanted to make the creators; their posts are there once.
  const levels = await sql`
    select channel.subject, array_agg(post.level_id order by post.level_id) as levels
    from read.channel as channel join read.post as post using (channel_id) group by 1 order by 1`
  const expected = readCreators().map(({ subject, posts }) => ({
    subject,
    levels: posts.map(({ levelId }) => levelId).toSorted(),
  }))
  expect(levels).toEqual(expected.toSorted((a, b) => (a.subject < b.subject ? -1 : 1)))
}, 120_000)

it("does not change a library created by users", async () => {
  await sql`delete from meta.seed`
  expect(await beginSeed(db.url)).toBe(false)
  expect(await progress()).toBeUndefined()
})
