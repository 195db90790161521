import { afterAll, beforeAll, expect, it } from "vitest"
import { type Receipt, verifyReceipt } from "#contract/subscriptions"
import { lastProof, proveLog, verifyLog } from "#core/ledger"
import { PaydayProofs } from "#core/subscriptions"
import { listPaydayProofs, listPaydays } from "#projections/subscriptions"
import { run } from "#src/process/runtime.ts"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { provePaydays, runPayday } from "../../worker/subscriptions/runSubscriptions.ts"
import { at, DAY, openSubscriptionKit, type SubscriptionKit, TEN } from "../channel/testing/subscriptionKit.ts"

let kit: SubscriptionKit
let payers: ReadonlyArray<TestPerson>

beforeAll(async () => {
  kit = await openSubscriptionKit(["Harbour Notes", "Quiet Fields"])
  await kit.call("Channel/UpdateOffer", { pmsf: "5", currencyId: 4, cap: 10 }, kit.creator(0))
  payers = [await kit.payer(), await kit.payer(), await kit.payer()]
  for (const [index, person] of payers.entries()) {
    await kit.call("Donation/AddCreatorToSubscribeRule", { channelCode: kit.codeOf(1) }, person)
    await kit.subscribe(person, index === 0 ? { levelId: 3 } : {})
  }
})
afterAll(() => kit.close())

const receiptOf = async (person: TestPerson, cycle = 1) =>
  (await kit.data<{ readonly receipt: Receipt | null }>("Donation/LoadReceipt", { ruleId: 1, cycle }, person)).receipt
const incomeOf = async (creator: TestPerson) => {
  const { paydays } = await run(listPaydays(creator.personId, 1))
  const receipts: Array<Receipt> = []
  for (const { paydayId } of paydays) {
    const found = await kit.data<{ readonly receipts: ReadonlyArray<Receipt> }>(
      "Donation/LoadIncomeReceipts",
      { paydayId },
      creator,
    )
    receipts.push(...found.receipts)
  }
  return receipts
}
const unitsOf = (receipt: Receipt | null, kind: string) =>
  (receipt?.entries ?? []).filter((entry) => entry.kind === kind).reduce((sum, { units }) => sum + BigInt(units), 0n)
const verifyAll = () => run(PaydayProofs.use((proofs) => proofs.verifyAll))

it("gives payers and creators receipts that verify against one published proof, without showing anybody else", async () => {
  const [first, second] = payers as [TestPerson, TestPerson]
  expect(await receiptOf(first)).toBeNull()
  await at(Date.now() + 40 * DAY, runPayday)
  expect(await receiptOf(first)).toBeNull()
  // Two processes prove at the same time.
  await Promise.all([run(provePaydays), run(provePaydays)])
  const published = await expect
    .poll(() => run(listPaydayProofs()))
    .toHaveLength(1)
    .then(() => run(listPaydayProofs()))
  expect(published).toMatchObject([{ number: 1, cycles: 3, previous: "" }])

  const receipts = await Promise.all(payers.map((person) => receiptOf(person)))
  for (const receipt of receipts) {
    expect(receipt === null ? null : await verifyReceipt(receipt)).toEqual([])
    expect(receipt?.proof).toMatchObject({ root: published[0]?.root, digest: published[0]?.digest })
  }
  const [own, other] = receipts
  expect([unitsOf(own ?? null, "paid"), unitsOf(other ?? null, "paid")]).toEqual([TEN + TEN / 2n, TEN])
  expect(unitsOf(own ?? null, "premium")).toBe(((TEN / 2n) * 95n) / 100n)
  for (const receipt of [own, other]) expect(receipt?.entries.map(({ kind }) => kind).at(-1)).toBe("returned")
  expect(JSON.stringify(own)).not.toContain(second.personId)

  for (const creator of [kit.creator(0), kit.creator(1)]) {
    const income = await incomeOf(creator)
    const sum = income.reduce((all, receipt) => all + unitsOf(receipt, "share") + unitsOf(receipt, "premium"), 0n)
    expect(sum).toBe(await kit.balance("available", creator))
    for (const receipt of income) expect(await verifyReceipt(receipt)).toEqual([])
    const shown = JSON.stringify(income)
    for (const { personId } of payers) expect(shown).not.toContain(personId)
    for (const { personId } of [kit.creator(0), kit.creator(1)])
      expect(shown.includes(personId)).toBe(personId === creator.personId)
  }
})

it("shows nobody the receipt of somebody else, and nothing for what does not exist", async () => {
  const [, second] = payers as [TestPerson, TestPerson]
  expect((await receiptOf(second))?.cycle?.personId).toBe(second.personId)
  expect(await receiptOf(kit.creator(0))).toBeNull()
  expect(await receiptOf(second, 7)).toBeNull()
  const { paydays } = await run(listPaydays(kit.creator(0).personId, 1))
  const paydayId = paydays[0]?.paydayId ?? ""
  expect((await kit.call("Donation/LoadIncomeReceipts", { paydayId }, second)).body.data).toEqual({ receipts: [] })
})

it("chains the proofs to each other and to those of the wallet, both ways", async () => {
  await proveLog(kit.ledger.sql)
  const stored = await lastProof(kit.ledger.sql)
  await kit.subscribe(await kit.payer())
  await at(Date.now() + 40 * DAY, runPayday)
  await run(provePaydays)
  await run(provePaydays)
  const proofs = await expect
    .poll(() => run(listPaydayProofs()))
    .toHaveLength(2)
    .then(() => run(listPaydayProofs()))
  expect(proofs[0]).toMatchObject({ number: 2, cycles: 1, previous: proofs[1]?.digest, walletProof: stored })
  const { unproved } = await verifyLog(kit.ledger.sql)
  expect(unproved).toBeGreaterThan(0)
  await proveLog(kit.ledger.sql)
  await kit.ledger
    .sql`update es.event set actor = 'nobody' where type = 'subscriptions.PaydayProved.v1' and version = 2`
  expect((await verifyLog(kit.ledger.sql)).broken).toHaveLength(1)
  await kit.ledger
    .sql`update es.event set actor = 'anonymous' where type = 'subscriptions.PaydayProved.v1' and version = 2`
})

it("finds a payout that was changed later", async () => {
  expect(await verifyAll()).toEqual({ proofs: 2, broken: [] })
  const [row] = await kit.ledger.sql<Array<{ position: number; cut: string }>>`
    select position, data->>'cut' as cut from es.event where type = 'subscriptions.CycleClosed.v1' order by position limit 1`
  const set = (cut: string) => kit.ledger.sql`
    update es.event set data = jsonb_set(data, '{cut}', to_jsonb(${cut}::text)) where position = ${row?.position ?? 0}`
  await set("1")
  expect(await verifyAll()).toEqual({ proofs: 2, broken: [1] })
  await set(row?.cut ?? "")
  expect(await verifyAll()).toEqual({ proofs: 2, broken: [] })
})
