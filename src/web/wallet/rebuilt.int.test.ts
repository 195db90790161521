import { Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Hints, PostgresEventStore, Sealing, Sql, uuidv7 } from "#core/kernel"
import { Ledger, personAccount, platformAccount } from "#core/ledger"
import { Assets, compareBooks } from "#core/wallet"
import { type Decode, decodeEvent, ProjectionRunner, prepareProjections, rebuild, verify } from "#projections/runner"
import { assetTypes, balances, listAssetTypes, readModelBalances, wallet } from "#projections/wallet"
import { type TestDatabase, testDatabase } from "#testing"
import { withClockLater } from "../../api/testing/accountCalls.ts"
import { expireHolds } from "../../worker/wallet/expireHolds.ts"

const DAY_MS = 86_400_000
const PROJECTIONS = [balances, wallet, assetTypes]

let db: TestDatabase
let books: Awaited<ReturnType<typeof open>>

const open = async (url: string) => {
  const runtime = ManagedRuntime.make(
    ProjectionRunner.layer({ projections: PROJECTIONS, loop: false, log: () => undefined }).pipe(
      Layer.provideMerge(Layer.mergeAll(Ledger.layer, Assets.layer)),
      Layer.provideMerge(PostgresEventStore),
      Layer.provideMerge(Layer.mergeAll(Hints.layerSilent, Sealing.layer(new Uint8Array(32).fill(7)))),
      Layer.provideMerge(Sql.layer(url, { connectionsMax: 4 })),
    ),
  )
  const [sealing, { client: sql }] = [await runtime.runPromise(Sealing), await runtime.runPromise(Sql)]
  const decode: Decode = (projection, event) => decodeEvent(projection, sealing, event)
  await prepareProjections(sql, PROJECTIONS, { decode })
  const { round } = await runtime.runPromise(ProjectionRunner)
  return {
    sql,
    decode,
    run: runtime.runPromise,
    settle: async () => {
      while (await runtime.runPromise(round));
    },
    round: () => runtime.runPromise(round),
    close: () => runtime.dispose(),
  }
}

beforeAll(async () => {
  db = await testDatabase()
  books = await open(db.url)
})
afterAll(async () => {
  await books.close()
  await db.drop()
})

const newId = () => uuidv7(Date.now())
const [anna, bert] = [newId(), newId()]
const own = (personId: string) => personAccount("available", 1, personId)

it("expired holds are released by any worker, and no other hold is", async () => {
  const hold = { purpose: "subscription", account: own(anna) } as const
  const [due, open, used, later1] = [newId(), newId(), newId(), newId()]
  await books.run(
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const custody = platformAccount("custody", 1)
      const entries = [
        { account: own(anna), amount: 1_000n },
        { account: custody, amount: -1_000n },
      ]
      yield* ledger.transfer({ purpose: "deposit", entries })
      const soon = Date.now() + DAY_MS
      yield* ledger.placeHold({ ...hold, holdId: due, amount: 100n, expiresAtMs: soon })
      yield* ledger.placeHold({ ...hold, holdId: open, amount: 10n })
      yield* ledger.placeHold({ ...hold, holdId: used, amount: 7n, expiresAtMs: soon })
      yield* ledger.placeHold({ ...hold, holdId: later1, amount: 1n, expiresAtMs: soon + DAY_MS })
    }),
  )
  await books.settle()
  // Posted after the read model was queried: the ledger decides.
  await books.run(Ledger.use((ledger) => ledger.postHold(used, [{ account: own(bert), amount: 5n }])))
  await books.run(expireHolds)
  const held = async () => (await books.sql`select held::text from wallet.account where account = ${own(anna)}`)[0]
  expect(await held()).toEqual({ held: "111" })
  await books.run(
    Effect.all([withClockLater(DAY_MS, expireHolds), withClockLater(DAY_MS, expireHolds)], { concurrency: 2 }),
  )
  expect(await held()).toEqual({ held: "11" })
  await books.settle()
  const stored = await books.sql<Array<{ id: string }>>`select hold_id as id from read.wallet_hold`
  expect(stored.map(({ id }) => id).sort()).toEqual([open, later1].sort())
})

it("rebuilt read models of money equal the live ones byte for byte", async () => {
  await books.run(
    Assets.use((assets) =>
      Effect.andThen(assets.add({ name: "XMR", digits: 12 }), assets.change(3, { isOffered: false, place: 0 })),
    ),
  )
  await books.settle()
  expect((await books.run(listAssetTypes)).map(({ name }) => name)).toEqual(["LTC", "BTC", "BCH", "USD", "EUR", "XMR"])
  for (const projection of PROJECTIONS) {
    const { build } = await rebuild(books.sql, projection, { decode: books.decode })
    const verified = verify(books.sql, projection, [1, build])
    await books.settle()
    expect(await verified).toMatchObject({ equal: true, parkedKeys: [0, 0] })
  }
  const compared = await compareBooks(books.sql, readModelBalances)
  expect(compared).toMatchObject({ books: [], readModel: [], unbalanced: [] })
  expect(compared.accounts).toBe(3)
})
