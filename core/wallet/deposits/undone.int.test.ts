import { afterAll, beforeAll, expect, it } from "vitest"
import { Ledger } from "../../ledger/Ledger.ts"
import { type OnOwnDatabase, onOwnDatabase } from "../../ledger/testing/onOwnDatabase.ts"
import { closeWallet } from "../closing/closeWallet.ts"
import { openWithdrawals, type WithdrawalKit } from "../withdrawals/testing/withdrawalKit.ts"
import { AMOUNT, withdrawalStories } from "../withdrawals/testing/withdrawalStories.ts"
import { Withdrawals } from "../withdrawals/Withdrawals.ts"
import { DepositAddresses } from "./DepositAddresses.ts"

let kit: OnOwnDatabase<WithdrawalKit>
let story: ReturnType<typeof withdrawalStories>

beforeAll(async () => {
  kit = await onOwnDatabase(openWithdrawals)
  story = withdrawalStories(kit)
  await kit.mine(5)
})
afterAll(() => kit.close())

const BTC = 1
/** Undoes the last blocks: a deposit is in the first of two. */
const undo = async (blocks: number) => {
  await kit.run(kit.world.reorg(blocks))
  await kit.scanDeposits()
}
const isOff = async (personId: string) => {
  const options = await kit.run(Withdrawals.use((withdrawals) => withdrawals.options(personId)))
  return options.find(({ assetTypeId }) => assetTypeId === BTC)?.isOff
}

it("an undone deposit takes back the hold of an unsigned withdrawal", async () => {
  const { personId, script, withdrawalId } = await story.requested()
  await undo(2)
  expect(await kit.phase(withdrawalId)).toBe("cancelled")
  expect(await story.factsOf(withdrawalId, "Cancelled")).toMatchObject([
    { by: "chain", reason: expect.stringMatching(/^the deposit .* was undone$/) },
  ])
  expect(await kit.stands(personId)).toEqual([0n, 0n])
  expect(await kit.books()).toMatchObject({ sum: 0n, suspense: 0n })
  expect(await isOff(personId)).toBe(false)

  await kit.mine(2)
  await kit.scanDeposits()
  expect(await kit.stands(personId)).toEqual([5_000_000n, 0n])
  await kit.step()
  expect(await kit.paid(script)).toEqual([])
  await story.audit()
})

it("an amount already donated is missing, and nothing is sent before an operator has checked", async () => {
  const [personId, otherId] = [await kit.rich(5_000_000n), kit.newId()]
  const entries = [
    { account: `available:${BTC}:${personId}`, amount: -4_500_000n },
    { account: `available:${BTC}:${otherId}`, amount: 4_500_000n },
  ]
  await kit.run(Ledger.use((ledger) => ledger.transfer({ purpose: "donation", entries })))
  const waiting = await story.requested()
  await undo(4)
  expect(await kit.stands(personId)).toEqual([0n, 0n])
  expect(await kit.books()).toMatchObject({ sum: 0n, suspense: -4_500_000n })
  expect(await isOff(personId)).toBe(true)
  await kit.mine(2)
  await kit.scanDeposits()
  expect(await kit.stands(personId)).toEqual([500_000n, 0n])
  expect(await kit.books()).toMatchObject({ sum: 0n, suspense: 0n })

  expect(await kit.refusal(waiting.wish)).toBe("WithdrawalsOff")
  await kit.run(Withdrawals.use((withdrawals) => withdrawals.resume(BTC)))
  const { withdrawalId } = await kit.request(waiting.wish)
  expect(await story.untilDone(withdrawalId)).toBe("confirmed")
  expect(await kit.paid(waiting.script)).toEqual([AMOUNT])
  await story.audit()
})

it("a deposit after an erasure is taken back from suspense, not from the remainder of the wallet", async () => {
  const personId = await kit.rich(3_000_000n)
  const { suspense } = await kit.books()
  await kit.run(closeWallet(personId))
  const { script } = await kit.run(DepositAddresses.use((addresses) => addresses.give(personId, BTC, false)))
  await kit.pay(script, 2_000_000n)
  await kit.mine(2)
  await kit.scanDeposits()
  expect(await kit.stands(personId)).toEqual([3_000_000n, 0n])
  expect((await kit.books()).suspense).toBe(suspense + 2_000_000n)
  await undo(2)
  expect(await kit.stands(personId)).toEqual([3_000_000n, 0n])
  expect((await kit.books()).suspense).toBe(suspense)
  expect(await isOff(personId)).toBe(false)
  await kit.mine(2)
  await kit.scanDeposits()
  expect((await kit.books()).suspense).toBe(suspense + 2_000_000n)
  await story.audit()
})
