import { afterAll, beforeAll, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../core/accounts/testing/people.ts"
import { type LedgerKit, openLedger } from "../../core/ledger/testing/ledgerKit.ts"
import { beginWithdrawal } from "../../core/wallet/withdrawals/testing/beginWithdrawal.ts"
import { type ApiKit, makeApiKit } from "./testing/apiKit.ts"
import { walletCalls } from "./testing/walletCalls.ts"

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

const leave = (person: TestPerson, more: object = {}) =>
  walletCalls(kit).call("User/DeleteAccount", { password: person.password, ...more }, person)
const give = (from: TestPerson, { userCode }: TestPerson, amount: string) =>
  walletCalls(kit).call("Donation/donate", { userCode, assetTypeId: 1, amount }, from)
const known = (person: TestPerson, balance: string) =>
  expect.poll(() => walletCalls(kit).balanceOf(person)).toBe(balance)

it("an account with coins or holds cannot be deleted; a remainder is given up only as it was shown", async () => {
  const anna = await kit.people.make()
  await ledger.deposit(anna.personId, 14_000n)
  const refused = async (more?: object) => {
    const { status, body } = await leave(anna, more)
    return [status, body.message]
  }
  const all = { givesUp: [{ assetTypeId: 1, amount: "0.00014" }] }
  expect(await refused(all)).toEqual([409, expect.stringContaining("You still have coins in your wallet")])
  await beginWithdrawal(ledger, anna.personId)
  expect(await refused(all)).toEqual([409, expect.stringContaining("on hold")])

  const bert = await kit.people.make()
  await ledger.deposit(bert.personId, 1_230n)
  expect((await leave(bert)).body.message).toContain("a small amount below the minimum")
  expect((await leave(bert, { givesUp: [{ assetTypeId: 1, amount: "0.00001231" }] })).status).toBe(409)
  expect((await leave(bert, { givesUp: [{ assetTypeId: 1, amount: "0.0000123" }] })).status).toBe(200)
  await ledger.use(({ flushHotEntries }) => flushHotEntries)
  expect(await ledger.stands(`available:1:${bert.personId}`)).toMatchObject({ posted: "0", held: "0" })
  expect(await ledger.stands("renounced:1:")).toMatchObject({ posted: "1230" })
})

it("of a concurrent donation and deletion one is refused: a deleted account receives nothing", async () => {
  const giver = await kit.people.make()
  await ledger.deposit(giver.personId, 100_000_000n)
  await known(giver, "1")
  const leavers = await Promise.all([1, 2, 3, 4].map(() => kit.people.make()))
  for (const leaver of leavers) {
    const [given, left] = await Promise.all([give(giver, leaver, "0.0001"), leave(leaver)])
    expect([given.status, left.status].sort()).not.toEqual([200, 200])
    const { posted } = await ledger.stands(`available:1:${leaver.personId}`)
    expect(posted).toBe(given.status === 200 ? "10000" : "0")
  }
})
