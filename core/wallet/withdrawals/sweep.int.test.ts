import { Effect, Result } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { readBooks } from "../../ledger/BooksFromLog.ts"
import { type OnOwnDatabase, onOwnDatabase } from "../../ledger/testing/onOwnDatabase.ts"
import { DepositAddresses } from "../deposits/DepositAddresses.ts"
import { ColdStorage, type SweepRequest } from "./ColdStorage.ts"
import { changeAddress } from "./ownScripts.ts"
import { BTC, openWithdrawals, type WithdrawalKit } from "./testing/withdrawalKit.ts"
import { withdrawalStories } from "./testing/withdrawalStories.ts"
import { Withdrawals } from "./Withdrawals.ts"

let kit: OnOwnDatabase<WithdrawalKit>
let story: ReturnType<typeof withdrawalStories>

beforeAll(async () => {
  kit = await onOwnDatabase(openWithdrawals)
  story = withdrawalStories(kit)
})
afterAll(() => kit.close())

const HOUR_MS = 3_600_000
const AMOUNT = 30_000_000n

/** An address with keys that no one here has. */
const coldAddress = async () => {
  const script = await kit.payee()
  const { address } = await kit.keep(kit.newId(), script)
  return { script, address }
}
const sweep = (request: Partial<SweepRequest>, commandId: string | null = null) =>
  kit.run(
    ColdStorage.use((storage) =>
      storage.sweep({ assetTypeId: 1, address: "", amount: AMOUNT, speed: "slow", reason: "too much", ...request }),
    ).pipe(Effect.provide(ColdStorage.layer), Effect.result),
    commandId,
  )
const requested = async (request: Partial<SweepRequest>) => Result.getOrThrow(await sweep(request)).withdrawalId
const refusal = async (request: Partial<SweepRequest>) => {
  const done = await sweep(request)
  return Result.isFailure(done) ? done.failure : null
}
const agree = (withdrawalId: string, operator: string) =>
  kit.run(Withdrawals.use((withdrawals) => withdrawals.approve(withdrawalId, operator)))
const cold = async () => {
  await kit.books()
  const books = await readBooks(kit.sql)
  return books.find(({ account }) => account === "cold:1:")?.posted ?? "0"
}

it("sends the approved amount regardless of people's limits, and changes no one's balance", async () => {
  const personId = await kit.rich(90_000_000n)
  const { script, address } = await coldAddress()
  const before = await kit.run(Withdrawals.use((withdrawals) => withdrawals.options(personId)))
  const id = kit.newId()
  const withdrawalId = Result.getOrThrow(await sweep({ address }, id)).withdrawalId
  expect([withdrawalId, Result.getOrThrow(await sweep({ address }, id)).withdrawalId]).toEqual([id, id])
  expect(Result.isFailure(await sweep({ address, amount: 1_000_000n }, id))).toBe(true)
  expect(await kit.run(Withdrawals.use((withdrawals) => withdrawals.options(personId)))).toEqual(before)
  await agree(withdrawalId, "mara")
  await kit.step(undefined, 2 * HOUR_MS)
  expect(await kit.phase(withdrawalId)).toBe("requested")
  await agree(withdrawalId, "noah")
  await kit.step()
  expect(await kit.phase(withdrawalId)).toBe("requested")
  await kit.step(undefined, 2 * HOUR_MS)
  expect(await kit.phase(withdrawalId)).toBe("seen")
  expect(await cold()).toBe("0")
  for (let blocks = 0; blocks < BTC.confirmations.large; blocks += 1) await kit.mine(1)
  await kit.step()
  expect(await kit.phase(withdrawalId)).toBe("confirmed")
  expect(await kit.paid(script)).toEqual([AMOUNT])
  expect([await cold(), await kit.stands(personId)]).toEqual([String(-AMOUNT), [90_000_000n, 0n]])
  await story.audit()
})

it("can be cancelled by an operator until it is signed, without any booking", async () => {
  await kit.rich(50_000_000n)
  const before = [await cold(), await kit.books()]
  const withdrawalId = await requested({ address: (await coldAddress()).address })
  await kit.run(
    Withdrawals.use((withdrawals) => withdrawals.cancel(withdrawalId, { operator: true, reason: "not now" })),
  )
  expect(await kit.phase(withdrawalId)).toBe("cancelled")
  expect([await cold(), await kit.books()]).toEqual(before)
  await story.audit()
})

it("refuses own addresses, unpayable addresses, and a missing reason", async () => {
  const { text } = await kit.run(
    Effect.map(
      DepositAddresses.use((depositAddresses) => depositAddresses.give(kit.newId(), 1, false)),
      ({ address }) => ({ text: address }),
    ),
  )
  const change = await changeAddress(kit.sql, BTC)
  const { address } = await coldAddress()
  expect(await refusal({ address: text })).toMatchObject({ problem: "own" })
  expect(await refusal({ address: change?.text ?? "" })).toMatchObject({ problem: "own" })
  expect(await refusal({ address: `${address}x` })).toMatchObject({ _tag: "AddressRefused" })
  expect(await refusal({ address, amount: 1n })).toMatchObject({ problem: "amount" })
  expect(await refusal({ address, reason: " " })).toMatchObject({ problem: "reason" })
  expect(await refusal({ address, assetTypeId: 4 })).toMatchObject({ problem: "asset" })
  await kit.run(Withdrawals.use((withdrawals) => withdrawals.stop(1, "looking")))
  expect(await refusal({ address })).toMatchObject({ _tag: "WithdrawalsOff" })
  await kit.run(Withdrawals.use((withdrawals) => withdrawals.resume(1)))
})
