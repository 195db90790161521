import { Effect } from "effect"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { Sql } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { rss } from "../../core/feeds/testing/feedsKit.ts"
import { type FaultServer, startFaultServer } from "../../core/fetch/testing/faultServer.ts"
import { type ApiKit, makeApiKit } from "../api/testing/apiKit.ts"
import { SAVING_RETRY_SECONDS } from "../api/tooManyRequestsAnswer.ts"
import { readiness } from "./readiness.ts"
import { run } from "./runtime.ts"

let server: FaultServer
let db: TestDatabase
let kit: ApiKit

beforeAll(async () => {
  server = await startFaultServer()
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url, allowPrivate: [server.host] })
})
afterEach(() => kit.sql`drop trigger if exists full_disk on es.stream`)
afterAll(async () => {
  await kit.close()
  await db.drop()
  await server.close()
})

/** From now on PostgreSQL raises the error of a table that cannot grow. */
const fillDisk = async () => {
  await kit.sql`
    create or replace function es.full_disk() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file "base/1/2": No space left on device' using errcode = 'disk_full';
    end $$`
  await kit.sql`create trigger full_disk before insert or update on es.stream execute function es.full_disk()`
}
const emptyDisk = () => kit.sql`drop trigger full_disk on es.stream`
const add = (name: string, locale: "en" | "de" = "en") => {
  server.serve(`/${name}.xml`, rss(name, [{ guid: "one" }]))
  return kit.post("/api/Feed/CreateLocalFeed", { url: `${server.origin}/${name}.xml` }, { locale })
}

it("answers 503 with Retry-After while the disk is full, and saves again afterwards", async () => {
  expect((await add("before")).status).toBe(200)
  await fillDisk()
  const refused = await add("during")
  expect(refused).toMatchObject({
    status: 503,
    body: { status: false, data: null, message: "We can’t save anything right now. Please try again in a moment." },
  })
  expect(refused.headers.get("retry-after")).toBe(String(SAVING_RETRY_SECONDS))
  expect((await add("during", "de")).body.message).toContain("nichts speichern")
  // The library can still be read.
  expect((await kit.get("/api/Feed/MostPopularFeeds")).status).toBe(200)
  await emptyDisk()
  expect((await add("during")).status).toBe(200)
})

it("is not ready while the disk is full, and ready again after the next successful write", async () => {
  expect(await run(readiness)).toEqual({ status: "ready" })
  await fillDisk()
  await add("unready")
  expect(await run(readiness)).toEqual({ status: "notSaving", why: "full" })
  await emptyDisk()
  await add("unready")
  expect(await run(readiness)).toEqual({ status: "ready" })
})

it("is ready while all connections of the pool are in use, as in a process that is merely busy", async () => {
  const held = Promise.withResolvers<void>()
  const busy = run(
    Effect.flatMap(Sql, ({ client }) =>
      Effect.promise(() =>
        Promise.all(
          Array.from({ length: client.options.max }, async () => {
            const connection = await client.reserve()
            await held.promise
            connection.release()
          }),
        ),
      ),
    ),
  )
  try {
    expect(await run(readiness)).toEqual({ status: "ready" })
  } finally {
    held.resolve()
    await busy
  }
})
