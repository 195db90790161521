import { afterAll, beforeAll, expect, it } from "vitest"
import { type LedgerKit, openLedger } from "../testing/ledgerKit.ts"
import { type OnOwnDatabase, onOwnDatabase } from "../testing/onOwnDatabase.ts"
import { proveLog } from "./proveLog.ts"
import { readProof, verifyLog } from "./verifyLog.ts"

let kit: OnOwnDatabase<LedgerKit>

beforeAll(async () => {
  kit = await onOwnDatabase(openLedger)
})
afterAll(() => kit.close())

const EVENTS = 7
const fact = async (place: number) => {
  const [row] = await kit.sql<Array<{ position: number }>>`
    select position from es.event where type like 'ledger.%' order by position limit 1 offset ${place}`
  return row?.position ?? 0
}

it("shows that no fact about money was changed, left out, or added between others", async () => {
  expect([await proveLog(kit.sql), await verifyLog(kit.sql)]).toMatchObject([0, { proofs: 0, last: null }])
  for (let made = 0; made < EVENTS; made += 1) await kit.deposit(kit.newId(), 5n)
  expect(await verifyLog(kit.sql)).toMatchObject({ unproved: EVENTS })
  // Two processes at once: anyone who comes second leaves it to the first.
  const made = await Promise.all([proveLog(kit.sql, 3), proveLog(kit.sql, 3)])
  expect(made[0] + made[1] + (await proveLog(kit.sql, 3))).toBe(EVENTS)
  const right = await verifyLog(kit.sql)
  expect(right).toMatchObject({ proofs: 3, events: EVENTS, unproved: 0, broken: [], lost: [] })
  expect(await proveLog(kit.sql)).toBe(0)

  const [first, fifth] = [await fact(0), await fact(4)]
  const amount = async (from: string, to: string) => {
    await kit.sql`
      update es.event set data = replace(data::text, ${`"${from}"`}, ${`"${to}"`})::jsonb where position = ${fifth}`
  }
  await amount("5", "6")
  expect((await verifyLog(kit.sql)).broken).toEqual([{ number: 2, after: await fact(2), until: await fact(5) }])
  await amount("6", "5")
  await kit.sql`update es.event set recorded_at = recorded_at + interval '1 microsecond' where position = ${first}`
  expect((await verifyLog(kit.sql)).broken).toMatchObject([{ number: 1, after: 0 }])
  await kit.sql`update es.event set recorded_at = recorded_at - interval '1 microsecond' where position = ${first}`
  await kit.sql`update es.event set type = 'other.Fact.v1' where position = ${fifth}`
  expect((await verifyLog(kit.sql)).broken).toMatchObject([{ number: 2 }])
  await kit.sql`update es.event set type = 'ledger.Transferred.v1' where position = ${fifth}`
  expect(await verifyLog(kit.sql)).toEqual(right)
})

it("shows by a proof that was kept elsewhere that log and proofs were made again", async () => {
  const { last } = await verifyLog(kit.sql)
  const kept = readProof(last ?? "")
  expect(kept).toMatchObject({ number: 3 })
  if (kept === null) return
  await kit.deposit(kit.newId(), 5n)
  await proveLog(kit.sql)
  expect(await verifyLog(kit.sql, [kept])).toMatchObject({ proofs: 4, broken: [], lost: [] })
  await kit.sql`update es.event set actor = 'nobody' where position = ${await fact(6)}`
  await kit.sql`truncate wallet.proof`
  await kit.sql`update wallet.proved set position = 0`
  await proveLog(kit.sql, 3)
  expect(await verifyLog(kit.sql, [kept])).toMatchObject({ proofs: 3, broken: [], lost: [kept] })
  expect(readProof("3:abc")).toBeNull()
})
