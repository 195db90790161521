import { Effect, Result } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { deriveAddress } from "../addresses/deriveAddress.ts"
import { readKeyAccount } from "../addresses/KeyAccount.ts"
import { givenIndexes, openChain } from "../deposits/chainBook.ts"
import { DepositAddresses } from "../deposits/DepositAddresses.ts"
import { type OnOwnDatabase, onOwnDatabase } from "../ledger/testing/onOwnDatabase.ts"
import { changeAddress } from "../withdrawals/ownScripts.ts"
import { BTC, openWithdrawals, type WithdrawalKit } from "../withdrawals/testing/withdrawalKit.ts"
import { AMOUNT, PATIENCE_MS, withdrawalStories } from "../withdrawals/testing/withdrawalStories.ts"
import { Withdrawals } from "../withdrawals/Withdrawals.ts"
import { compareChain } from "./compareChain.ts"
import { Reconciliation } from "./Reconciliation.ts"

let kit: OnOwnDatabase<WithdrawalKit>

beforeAll(async () => {
  kit = await onOwnDatabase(openWithdrawals)
})
afterAll(() => kit.close())

const compare = () => kit.run(compareChain(kit.sql, kit.chain))

it("the books are what the chain holds at every step of deposits and withdrawals", async () => {
  expect(await compare()).toMatchObject({ onChain: 0n, custody: 0n, difference: 0n })
  const personId = await kit.rich(5_000_000n)
  expect(await compare()).toMatchObject({ onChain: 5_000_000n, custody: 5_000_000n, uncredited: 0n, difference: 0n })

  const { script } = await kit.run(DepositAddresses.use((desk) => desk.give(personId, 1, false)))
  await kit.run(kit.world.faucet({ script, amount: 700_000n }))
  await kit.look()
  expect(await compare()).toMatchObject({ custody: 5_000_000n, uncredited: 700_000n, difference: 0n })

  const payee = await kit.payee()
  const wish = kit.wish(personId, await kit.keep(personId, payee), { amount: 1_000_000n })
  const { withdrawalId } = await kit.request(wish)
  const phases = new Set<string>()
  for (let steps = 0; steps < 12 && !phases.has("confirmed"); steps += 1) {
    expect([await kit.phase(withdrawalId), (await compare()).difference]).toEqual([expect.any(String), 0n])
    await kit.step()
    expect([await kit.phase(withdrawalId), (await compare()).difference]).toEqual([expect.any(String), 0n])
    phases.add((await kit.phase(withdrawalId)) ?? "")
    await kit.mine(1)
    await kit.look()
  }
  expect(phases).toContain("confirmed")
  expect(await compare()).toMatchObject({ uncredited: 0n, unsent: 0n, difference: 0n })
})

it("the books are what the chain holds whichever of two transactions is there, and when both are undone", async () => {
  const story = withdrawalStories(kit)
  const { withdrawalId } = await story.asked()
  await kit.step()
  // A higher fee is signed for and not handed over; a miner has the first one.
  const kill = (done: string) => (done === "noted sign" ? Effect.interrupt : Effect.void)
  await kit.step(kill, PATIENCE_MS).catch(() => null)
  const [first, second] = await story.factsOf(withdrawalId, "Signed")
  const more = BigInt(second?.fee ?? 0) - BigInt(first?.fee ?? 0)
  expect(more > 0n).toBe(true)
  expect(await compare()).toMatchObject({ unsent: more, difference: 0n })
  await kit.run(kit.world.mine(1, { include: [first?.raw ?? ""] }))
  expect(await compare()).toMatchObject({ unsent: more, difference: 0n })
  await kit.mine(1)
  await kit.step()
  expect(await story.feeOf(withdrawalId)).toBe(BigInt(first?.fee ?? 0))
  expect(await compare()).toMatchObject({ unsent: 0n, difference: 0n })
  // The fee that the books hold now is that of the first, though the second was signed after it.
  await kit.run(kit.world.reorg(2, true))
  expect(await compare()).toMatchObject({ unsent: AMOUNT + BigInt(first?.fee ?? 0), difference: 0n })
  await kit.step()
  expect(await compare()).toMatchObject({ unsent: 0n, difference: 0n })
})

it("the books are what the chain holds while a withdrawal waits for its end whose coins were undone", async () => {
  const story = withdrawalStories(kit)
  const personId = await kit.rich(900_000_000n)
  const { withdrawalId } = await kit.request(kit.wish(personId, await kit.keep(personId, await kit.payee())))
  await story.untilDone(withdrawalId)
  const [built] = await story.factsOf(withdrawalId, "Built")
  await kit.run(kit.world.doubleSpend(built?.inputs[0]?.txid ?? ""))
  await kit.look()
  expect(await compare()).toMatchObject({ unsent: AMOUNT + (await story.feeOf(withdrawalId)), difference: 0n })
  await kit.mine(BTC.confirmations.large)
  await kit.step()
  expect(await kit.phase(withdrawalId)).toBe("failed")
  expect(await compare()).toMatchObject({ unsent: 0n, difference: 0n })
})

it("a difference goes to suspense, and nothing leaves any more until an operator lets it", async () => {
  const [change, { suspense }] = [await changeAddress(kit.sql, BTC), await kit.books()]
  // Nobody was given this address, so nobody has these coins.
  await kit.run(kit.world.faucet({ script: change?.script ?? "", amount: 12_345n }))
  await kit.mine(1)
  const found = await compare()
  expect(found.difference).toBe(12_345n)
  const desk = Effect.provide(Reconciliation.layer)
  await kit.run(desk(Reconciliation.use(({ suspend }) => suspend(found))))
  expect((await compare()).difference).toBe(0n)
  expect((await kit.books()).suspense).toBe(suspense + 12_345n)
  const { stopped } = await kit.run(Withdrawals.use(({ rules }) => rules))
  expect([...stopped]).toEqual([[1, expect.stringContaining("12345")]])
})

it("a scan by keys alone finds what nobody was given or watches, and from then on every look sees it", async () => {
  const desk = Effect.provide(Reconciliation.layer)
  const scan = () => kit.run(desk(Reconciliation.use((each) => each.scan("BTC"))))
  expect(await scan()).toMatchObject({ difference: 0n, unseen: [] })
  const { keyAccount } = await openChain(kit.sql, BTC)
  const account = Result.getOrThrow(readKeyAccount(BTC, keyAccount ?? ""))
  const [given] = await givenIndexes(kit.sql, BTC)
  // In the gap, then in the gap behind that one; and one behind any gap, which is nobody's by then.
  const at = (index: number) => deriveAddress(BTC, account, index)
  for (const [index, amount] of [
    [given + 12, 1_000n],
    [given + 30, 20_000n],
    [given + 90, 300_000n],
  ] as const)
    await kit.run(kit.world.faucet({ script: at(index).script, amount }))
  await kit.mine(1)
  expect((await compare()).difference).toBe(0n)
  const found = await scan()
  expect(found).toMatchObject({
    difference: 21_000n,
    unseen: [
      { text: at(given + 12).text, index: given + 12 },
      { text: at(given + 30).text, index: given + 30 },
    ],
  })
  await kit.run(desk(Reconciliation.use(({ suspend }) => suspend(found))))
  expect(await scan()).toMatchObject({ difference: 0n, unseen: [] })
  expect((await compare()).difference).toBe(0n)
  // Nobody is ever given an address that was paid to before.
  expect((await givenIndexes(kit.sql, BTC))[0]).toBe(given + 31)
})
