import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { connect, Sealing, Sql, type SqlClient } from "#core/kernel"
import { type Decode, decodeEvent, prepareProjections } from "#projections/runner"
import { type Product, startProduct, type TestDatabase, testDatabase } from "#testing"
import { TEST_MASTER_KEY } from "../core/accounts/testing/people.ts"
import { projections } from "../projections/registry.ts"
import { restoreUpgradeFixture, UPGRADE_SETTINGS } from "../scripts/testing/upgradeFixture.ts"
import { paths } from "../src/lib/paths.ts"

let db: TestDatabase
let sql: SqlClient
let product: Product
beforeAll(async () => {
  db = await testDatabase({ migrated: false })
  await restoreUpgradeFixture(db.url)
  sql = connect(db.url, { connectionsMax: 4 })
})
afterAll(async () => {
  await sql?.end()
  await db?.drop()
})

describe("a database of the release before", { timeout: 180_000 }, () => {
  it("starts with this release, whose read models contain its events", async () => {
    const [before] = await sql<Array<{ head: number }>>`select es.head() as head`
    expect(before?.head).toBeGreaterThan(500)
    product = await startProduct({ databaseUrl: db.url, env: UPGRADE_SETTINGS })
    const items = await sql<Array<{ feedId: string; title: string }>>`
      select feed_id as "feedId", title from read.item where title ~ '^[[:alpha:] ]+$' order by sort_at desc limit 5`
    expect(items.length).toBe(5)
    for (const { feedId, title } of items)
      expect(await (await fetch(product.origin + paths.feed(feedId))).text()).toContain(title)
    const live = await sql<Array<{ name: string; codeHash: string }>>`
      select name, code_hash as "codeHash" from es.live join es.projection using (name, build) order by name`
    await product.stop()
    const expected = projections.map(({ name, codeHash }) => ({ name, codeHash }))
    expect(live).toEqual(expect.arrayContaining(expected))
  })

  it("has the rows that the folds of this release make of its events", async () => {
    // Another hash has every read model built again and compared, as if each had a new version without declared changes.
    const again = projections.map((each) => ({ ...each, codeHash: `${each.codeHash}again`, changes: {} }))
    const preparing = Effect.gen(function* () {
      const [{ client }, sealing] = [yield* Sql, yield* Sealing]
      const decode: Decode = (projection, event) => decodeEvent(projection, sealing, event)
      return yield* Effect.promise(() => prepareProjections(client, again, { decode }))
    })
    const services = Sealing.layer(Buffer.from(TEST_MASTER_KEY, "hex")).pipe(
      Layer.provideMerge(Sql.layer(db.url, { connectionsMax: 4 })),
    )
    const prepared = await Effect.runPromise(preparing.pipe(Effect.provide(services)))
    expect(prepared.length).toBe(projections.length)
  })
})
