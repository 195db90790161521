import { Effect, Layer, Metric } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type ChainName, Chains } from "#core/chains"
import { Ledger } from "#core/ledger"
import { Reconciliation, Withdrawals } from "#core/wallet"
import { type OnOwnDatabase, onOwnDatabase } from "../../../core/ledger/testing/onOwnDatabase.ts"
import { changeAddress } from "../../../core/wallet/withdrawals/ownScripts.ts"
import { BTC, openWithdrawals, type WithdrawalKit } from "../../../core/wallet/withdrawals/testing/withdrawalKit.ts"
import { bookUnsolicitedOutputs, CONFIRMING_SCANS_MIN, chainFindings, reconcileChains } from "./reconcileChains.ts"

let kit: OnOwnDatabase<WithdrawalKit>

beforeAll(async () => {
  kit = await onOwnDatabase(openWithdrawals)
})
afterAll(() => kit.close())

const looks = async (count = CONFIRMING_SCANS_MIN + 1) => {
  await kit.scanDeposits()
  for (let check = 0; check < count; check += 1) await kit.run(Effect.provide(reconcileChains, Reconciliation.layer))
}
/** Runs a comparison, with an action each time between reading the coins of the chain and reading the books. */
const looksWhile = async (happens: () => Promise<unknown>, count = CONFIRMING_SCANS_MIN * 2) => {
  let isFirstRead = true
  const chain = {
    ...kit.chain,
    unspent: Effect.tap(kit.chain.unspent, () => {
      if (!isFirstRead) return Effect.void
      isFirstRead = false
      return Effect.promise(happens)
    }),
  }
  const chains = await kit.run(Chains)
  const others = { ...chains, of: (name: ChainName) => (name === "BTC" ? chain : chains.of(name)) }
  const layer = Layer.provide(Reconciliation.layer, Layer.succeed(Chains, others))
  for (let check = 0; check < count; check += 1) {
    isFirstRead = true
    await kit.run(Effect.provide(reconcileChains, layer))
  }
}
const stops = async () => [...(await kit.run(Withdrawals.use(({ rules }) => rules))).stopped.keys()]
const found = async (words: string) => (await kit.run(Metric.value(chainFindings))).occurrences.get(words)

it("books coins that arrived at a change address before any payout to suspense, and reports no difference", async () => {
  const change = await changeAddress(kit.sql, BTC)
  await kit.run(kit.world.faucet({ script: change?.script ?? "", amount: 999n }))
  await kit.mine(BTC.confirmations.large)
  const scan = Reconciliation.use((reconciliation) => reconciliation.scan("BTC"))
  const take = Effect.provide(
    Effect.flatMap(scan, (seen) => bookUnsolicitedOutputs("BTC", seen)),
    Reconciliation.layer,
  )
  for (const _ of [1, 2]) await kit.run(take)
  await looks()
  expect([await stops(), (await kit.books()).suspense, await found("BTC unsolicited")]).toEqual([[], 999n, 1])
})

it("books dust that a stranger sends to a change address to suspense once it is confirmed, and payouts continue", async () => {
  const personId = await kit.rich(5_000_000n)
  const { withdrawalId } = await kit.request(kit.wish(personId, await kit.keep(personId, await kit.payee())))
  await kit.step()
  const change = await changeAddress(kit.sql, BTC)
  for (const _ of [1, 2]) await kit.run(kit.world.faucet({ script: change?.script ?? "", amount: 546n }))
  await looks()
  await kit.mine(BTC.confirmations.large - 1)
  await looks()
  expect([await stops(), (await kit.books()).suspense, await found("BTC unsolicited")]).toEqual([[], 999n, 1])
  await kit.mine(1)
  await looks()
  expect([await stops(), (await kit.books()).suspense, await found("BTC unsolicited")]).toEqual([[], 2_091n, 3])
  await kit.step()
  expect(await kit.phase(withdrawalId)).toBe("confirmed")
  await looks()
  expect([await stops(), (await kit.books()).suspense, await found("BTC difference")]).toEqual([[], 2_091n, 0])
})

it("alerts operators once when the hot wallet exceeds its maximum, and again after it was below", async () => {
  const set = (hotWalletMax: bigint) =>
    kit.run(
      Withdrawals.use((withdrawals) => withdrawals.setRules({ assetTypeId: 1, rules: { hotWalletMax } }, "a test")),
    )
  for (const hotWalletMax of [1_000n, 500n, 10n ** 12n, 1_000n]) {
    await set(hotWalletMax)
    await looks()
  }
  expect([await stops(), await found("BTC full")]).toEqual([[], 2])
})

it("stops nothing when a deposit arrives and is credited between reading the chain and reading the books", async () => {
  const before = await kit.books()
  await looksWhile(() => kit.rich(1_000_000n))
  await looks()
  expect([await stops(), (await kit.books()).suspense, await found("BTC difference")]).toEqual([[], before.suspense, 0])
})

it("stops nothing while new blocks are not scanned for deposits yet", async () => {
  await kit.rich(3_000_000n)
  await kit.run(kit.world.reorg(BTC.confirmations.usual, true))
  for (let check = 0; check < CONFIRMING_SCANS_MIN * 2; check += 1)
    await kit.run(Effect.provide(reconcileChains, Reconciliation.layer))
  await looks()
  await kit.mine(BTC.confirmations.large)
  await looks()
  expect([await stops(), await found("BTC difference")]).toEqual([[], 0])
})

it("stops nothing when the worker is killed at any step of a withdrawal", { tags: ["long"] }, async () => {
  const seams = ["noted markApproved", "built", "noted build", "signed", "noted sign", "broadcast", "noted broadcast"]
  for (const seam of seams) {
    const personId = await kit.rich(2_000_000n)
    const { withdrawalId } = await kit.request(kit.wish(personId, await kit.keep(personId, await kit.payee())))
    await kit.step((done) => (done === seam ? Effect.interrupt : Effect.void)).catch(() => null)
    await looks()
    await kit.step()
    await looks()
    await kit.mine(BTC.confirmations.large)
    await looks()
    await kit.step()
    expect([seam, await kit.phase(withdrawalId)]).toEqual([seam, "confirmed"])
    await looks()
    expect([seam, await stops(), await found("BTC difference")]).toEqual([seam, [], 0])
  }
})

it("stops withdrawals of a coin after three comparisons in a row found coins missing on its chain", async () => {
  const entries = [
    { account: "custody:1:", amount: -70_000n },
    { account: "fees:1:", amount: 70_000n },
  ] as const
  const { suspense } = await kit.books()
  await kit.run(Ledger.use((ledger) => ledger.transfer({ purpose: "correction", entries })))
  await looks(CONFIRMING_SCANS_MIN - 1)
  expect(await stops()).toEqual([])
  await looks(1)
  expect([await stops(), (await kit.books()).suspense, await found("BTC difference")]).toEqual([
    [1],
    suspense - 70_000n,
    1,
  ])
})
