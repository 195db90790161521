import fc from "fast-check"
import { afterAll, beforeAll, expect, it } from "vitest"
import { PREFERENCE_BASE_CURRENCY } from "#contract/accounts"
import { Sql } from "#core/kernel"
import { Rates } from "#core/wallet"
import { statementTotals, walletMarks } from "#projections/wallet"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import { type LedgerKit, openLedger } from "../../../core/ledger/testing/ledgerKit.ts"
import { type ApiKit, makeApiKit } from "../../api/testing/apiKit.ts"
import { movementPages, parseMovementFilter } from "../../web/statement/movements.ts"
import { readWallet } from "./readWallet.ts"

let db: TestDatabase
let kit: ApiKit
let ledger: LedgerKit

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url })
  ledger = await openLedger(db.url)
})
afterAll(async () => {
  await ledger.close()
  await kit.close()
  await db.drop()
})

it("shows balances, and their value and history once there are rates and a base currency", async () => {
  const { personId } = await kit.people.make()
  const inDollars = { personId, preferences: { [PREFERENCE_BASE_CURRENCY]: "4" } }
  expect(await run(readWallet(inDollars, new Date()))).toMatchObject({ total: 0n, rates: null, line: [] })
  expect(await run(walletMarks([personId]))).toEqual(new Map())

  await ledger.deposit(personId, 150_000_000n)
  const markOf = async () => (await run(walletMarks([personId]))).get(personId)
  await expect.poll(async () => (await markOf()) ?? "").toMatch(/^[0-9a-f]{32}\.\.[1-9]\d*$/)
  const mark = await markOf()
  // Without a rate there is no value, not a value of zero.
  expect(await run(readWallet(inDollars, new Date()))).toMatchObject({ total: null })

  await run(Rates.use(({ takeNow }) => takeNow))
  const now = () => new Date(Date.now() + 60_000)
  await expect.poll(async () => (await run(readWallet(inDollars, now()))).rates?.kind).toBeDefined()
  const { holdings, total, base, line } = await run(readWallet(inDollars, now()))
  expect(holdings.map(({ name, available }) => [name, available])).toEqual([
    ["BTC", 150_000_000n],
    ["BCH", 0n],
    ["LTC", 0n],
  ])
  expect(base?.name).toBe("USD")
  expect(total).toBe(holdings[0]?.worth)
  expect(line?.at(-1)?.worth).toBe(total)
  expect(line?.length).toBeGreaterThan(1)
  expect(await run(readWallet({ personId, preferences: {} }, now()))).toMatchObject({ base: null, line: null })

  await ledger.deposit(personId, 1n)
  await expect.poll(markOf).not.toBe(mark)
})

it("returns every filtered movement once, page by page", async () => {
  const { personId } = await kit.people.make()
  for (let units = 1n; units <= 205n; units += 1n) await ledger.deposit(personId, units, units % 2n === 0n ? 1 : 3)
  const all = async (query: string) => {
    const sizes: Array<number> = []
    const found: Array<bigint> = []
    for await (const page of movementPages(
      personId,
      parseMovementFilter(new URLSearchParams(query), new Date(), "UTC"),
    )) {
      sizes.push(page.length)
      found.push(...page.map(({ amount }) => amount))
    }
    return { sizes, found }
  }
  await expect.poll(async () => (await all("")).sizes).toEqual([100, 100, 5])
  expect((await all("")).found).toEqual(Array.from({ length: 205 }, (_, place) => BigInt(205 - place)))
  expect((await all("asset=1")).found.every((units) => units % 2n === 0n)).toBe(true)
  expect((await all("asset=9&kind=nonsense&time=today")).sizes).toEqual([100, 100, 5])
  for (const query of ["kind=donation", "asset=2", "start=2001-01-01&end=2001-02-01"])
    expect((await all(query)).sizes).toEqual([])
})

it("a statement opens with what earlier ones close with, and opening and movements add up to closing", async () => {
  const { personId } = await kit.people.make()
  const HOURS = 200
  const at = (hour: number) => new Date(Date.UTC(2026, 5, 1) + hour * 3_600_000)
  const movement = fc.record({
    hour: fc.integer({ min: 0, max: HOURS - 1 }),
    amount: fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }).filter((amount) => amount !== 0n),
    asset: fc.constantFrom(1, 2),
    kind: fc.constantFrom("available", "earned"),
    purpose: fc.constantFrom("deposit", "donation", "withdrawal"),
  })
  const rows = fc.sample(movement, { numRuns: 120, seed: 7 })
  const { client: sql } = await run(Sql)
  // Written directly: the times of two movements may be in another order than their positions.
  for (const [position, { hour, amount, asset, kind, purpose }] of rows.entries())
    await sql`insert into read.movement (account, position, owner_id, asset_type_id, purpose, amount, balance, at)
      values (${`${kind}:${asset}:${personId}`}, ${position + 1}, ${personId}, ${asset}, ${purpose},
        ${String(amount)}, 0, ${at(hour)})`
  const totals = async (from: number | null, until: number | null, assetTypeId: number | null = null) => {
    const range = { from: from === null ? null : at(from), until: until === null ? null : at(until) }
    return new Map(
      (await run(statementTotals(personId, { assetTypeId, ...range }))).map((each) => [each.account, each]),
    )
  }
  const moved = (account: string, from: number, until: number) =>
    rows
      .filter(({ kind, asset, hour }) => account === `${kind}:${asset}:${personId}` && hour >= from && hour < until)
      .reduce((sum, { amount }) => sum + amount, 0n)
  const hour = fc.integer({ min: 0, max: HOURS })
  await fc.assert(
    fc.asyncProperty(hour, hour, async (one, other) => {
      const [from, until] = [Math.min(one, other), Math.max(one, other)]
      const [before, within] = [await totals(null, from), await totals(from, until)]
      for (const [account, { opening, changes, closing }] of within) {
        expect(opening).toBe(before.get(account)?.closing ?? 0n)
        expect(opening + moved(account, from, until)).toBe(closing)
        expect(changes.reduce((sum, { amount }) => sum + amount, opening)).toBe(closing)
        expect(changes.every(({ amount, isGain }) => amount > 0n === isGain)).toBe(true)
      }
    }),
    { numRuns: 25 },
  )
  expect([...(await totals(null, null)).keys()].length).toBe(4)
  expect([...(await totals(10, 20, 2)).keys()]).toEqual([`available:2:${personId}`])
})
