import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { connect, Sql, type SqlClient } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { findAsset, storeAssets } from "./assets.ts"

let db: TestDatabase
let sql: SqlClient
beforeAll(async () => {
  db = await testDatabase()
  sql = connect(db.url, { connectionsMax: 4 })
})
afterAll(async () => {
  await sql?.end()
  await db?.drop()
})

const find = (name: string) => Effect.runPromise(findAsset(name).pipe(Effect.provide(Sql.layer(db.url))))
const start = (number: number) =>
  storeAssets(sql, `build-${number}`, () => [
    { name: `page.${number}.js`, body: Buffer.from(`script ${number}`) },
    { name: "same.css", body: Buffer.from("style") },
  ])

it("assets of the last releases are found from any process; starts at once store them once", async () => {
  await Promise.all([start(1), start(1), start(1)])
  await start(2)
  expect(String(await find("page.1.js"))).toBe("script 1")
  expect(String(await find("page.2.js"))).toBe("script 2")
  expect(String(await find("same.css"))).toBe("style")
  expect(await find("page.3.js")).toBe(null)
})

it("assets of a release that still starts are kept, those of releases that started longer ago are not", async () => {
  for (const number of [3, 4]) await start(number)
  await start(1)
  await start(5)
  expect(await find("page.2.js")).toBe(null)
  expect(String(await find("page.1.js"))).toBe("script 1")
  expect(String(await find("same.css"))).toBe("style")
})
