import { afterAll, beforeAll, expect, it } from "vitest"
import { type OnOwnDatabase, onOwnDatabase } from "../../ledger/testing/onOwnDatabase.ts"
import { closeWallet } from "../closing/closeWallet.ts"
import { DepositAddresses } from "../deposits/DepositAddresses.ts"
import { openWithdrawals, type WithdrawalKit } from "./testing/withdrawalKit.ts"
import { AMOUNT, withdrawalStories } from "./testing/withdrawalStories.ts"

let kit: OnOwnDatabase<WithdrawalKit>
let story: ReturnType<typeof withdrawalStories>

beforeAll(async () => {
  kit = await onOwnDatabase(openWithdrawals)
  story = withdrawalStories(kit)
})
afterAll(() => kit.close())

it("a withdrawal to an account that is deleted before it is sent is cancelled, and no new one can be requested", async () => {
  const [personId, otherId] = [await kit.rich(5_000_000n), kit.newId()]
  const { script } = await kit.run(DepositAddresses.use((addresses) => addresses.give(otherId, 1, false)))
  const request = kit.wish(personId, await kit.keep(personId, script))
  const { withdrawalId } = await kit.request(request)
  expect(await kit.run(closeWallet(otherId))).toEqual([])
  await kit.step()
  expect(await kit.phase(withdrawalId)).toBe("cancelled")
  expect(await story.factsOf(withdrawalId, "Cancelled")).toMatchObject([
    { by: "chain", reason: "its receiver has left" },
  ])
  expect([await kit.stands(personId), await kit.stands(otherId)]).toEqual([
    [5_000_000n, 0n],
    [0n, 0n],
  ])
  expect(await kit.refusal(request)).toBe("AddressLeft")
  await story.audit()
})

it("an erasure reports the remaining balance of a wallet", async () => {
  const { personId } = await story.requested()
  expect(await kit.run(closeWallet(personId))).toEqual([
    { account: `available:1:${personId}`, posted: "5000000", held: String(AMOUNT + 10_000n) },
  ])
})
