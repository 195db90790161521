import { Effect, Result } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { deriveAddress } from "../../chains/addresses/deriveAddress.ts"
import { readKeyAccount } from "../../chains/addresses/KeyAccount.ts"
import { type OnOwnDatabase, onOwnDatabase } from "../../ledger/testing/onOwnDatabase.ts"
import { findGivenIndexes, openChain } from "../deposits/chainBook.ts"
import { DepositAddresses } from "../deposits/DepositAddresses.ts"
import { changeAddress } from "../withdrawals/ownScripts.ts"
import { BTC, openWithdrawals, type WithdrawalKit } from "../withdrawals/testing/withdrawalKit.ts"
import { AMOUNT, PATIENCE_MS, withdrawalStories } from "../withdrawals/testing/withdrawalStories.ts"
import { Withdrawals } from "../withdrawals/Withdrawals.ts"
import { compareChain } from "./compareChain.ts"
import { Reconciliation } from "./Reconciliation.ts"
import type { Settlement } from "./settleSuspense.ts"

let kit: OnOwnDatabase<WithdrawalKit>

beforeAll(async () => {
  kit = await onOwnDatabase(openWithdrawals)
})
afterAll(() => kit.close())

const compare = () => kit.run(compareChain(kit.sql, kit.chain))

it("the books match the chain at every step of deposits and withdrawals", async () => {
  expect(await compare()).toMatchObject({ onChain: 0n, custody: 0n, difference: 0n })
  const personId = await kit.rich(5_000_000n)
  expect(await compare()).toMatchObject({ onChain: 5_000_000n, custody: 5_000_000n, uncredited: 0n, difference: 0n })

  const { script } = await kit.run(
    DepositAddresses.use((depositAddresses) => depositAddresses.give(personId, 1, false)),
  )
  await kit.run(kit.world.faucet({ script, amount: 700_000n }))
  await kit.scanDeposits()
  expect(await compare()).toMatchObject({ custody: 5_000_000n, uncredited: 700_000n, difference: 0n })

  const payee = await kit.payee()
  const request = kit.wish(personId, await kit.keep(personId, payee), { amount: 1_000_000n })
  const { withdrawalId } = await kit.request(request)
  const phases = new Set<string>()
  for (let steps = 0; steps < 12 && !phases.has("confirmed"); steps += 1) {
    expect([await kit.phase(withdrawalId), (await compare()).difference]).toEqual([expect.any(String), 0n])
    await kit.step()
    expect([await kit.phase(withdrawalId), (await compare()).difference]).toEqual([expect.any(String), 0n])
    phases.add((await kit.phase(withdrawalId)) ?? "")
    await kit.mine(1)
    await kit.scanDeposits()
  }
  expect(phases).toContain("confirmed")
  expect(await compare()).toMatchObject({ uncredited: 0n, unsent: 0n, difference: 0n })
})

it("the books match the chain whichever of two attempts confirms, and when both are undone", async () => {
  const story = withdrawalStories(kit)
  const { withdrawalId } = await story.requested()
  await kit.step()
  // The replacement is signed but not broadcast; a miner has the first attempt.
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
  // The books now have the fee of the first attempt, though the second was signed later.
  await kit.run(kit.world.reorg(2, true))
  expect(await compare()).toMatchObject({ unsent: AMOUNT + BigInt(first?.fee ?? 0), difference: 0n })
  await kit.step()
  expect(await compare()).toMatchObject({ unsent: 0n, difference: 0n })
})

it("the books match the chain while a withdrawal that lost its coins to a reorganisation waits to fail", async () => {
  const story = withdrawalStories(kit)
  const personId = await kit.rich(900_000_000n)
  const { withdrawalId } = await kit.request(kit.wish(personId, await kit.keep(personId, await kit.payee())))
  await story.untilDone(withdrawalId)
  const [built] = await story.factsOf(withdrawalId, "Built")
  await kit.run(kit.world.doubleSpend(built?.inputs[0]?.txid ?? ""))
  await kit.scanDeposits()
  expect(await compare()).toMatchObject({ unsent: AMOUNT + (await story.feeOf(withdrawalId)), difference: 0n })
  await kit.mine(BTC.confirmations.large)
  await kit.step()
  expect(await kit.phase(withdrawalId)).toBe("failed")
  expect(await compare()).toMatchObject({ unsent: 0n, difference: 0n })
})

const reconciliation = <A, E>(request: (reconciliation: (typeof Reconciliation)["Service"]) => Effect.Effect<A, E>) =>
  kit.run(Effect.provide(Reconciliation.use(request), Reconciliation.layer))
const stops = async () => [...(await kit.run(Withdrawals.use(({ rules }) => rules))).stopped]
const allow = () => kit.run(Withdrawals.use((withdrawals) => withdrawals.resume(1)))
/** Pays to our change address, which is public on the chain. */
const giveToChange = async (amount: bigint) => {
  const change = await changeAddress(kit.sql, BTC)
  return kit.run(kit.world.faucet({ script: change?.script ?? "", amount }))
}

it("dust from strangers to our change address stops nothing and is booked once it is deep", async () => {
  const [{ suspense, sum }, before] = [await kit.books(), await stops()]
  const txid = await giveToChange(12_345n)
  // Unconfirmed it can be replaced; in shallow blocks it can be undone.
  expect(await compare()).toMatchObject({ unsolicited: 12_345n, bookable: [], difference: 0n })
  await kit.mine(BTC.confirmations.large - 1)
  expect(await compare()).toMatchObject({ unsolicited: 12_345n, bookable: [], difference: 0n })
  await kit.mine(1)
  const found = await compare()
  expect(found).toMatchObject({
    unsolicited: 12_345n,
    bookable: [{ outpoint: { txid }, amount: 12_345n }],
    difference: 0n,
  })
  // The worker and an operator may find it at once, and each may be killed afterwards.
  const book = () => reconciliation(({ bookUnsolicited }) => bookUnsolicited(found))
  await Promise.all([book(), book()])
  await book()
  expect(await compare()).toMatchObject({ unsolicited: 0n, bookable: [], difference: 0n })
  const booked = await kit.books()
  expect([booked.suspense, booked.sum]).toEqual([suspense + 12_345n, sum])
  expect(await stops()).toEqual(before)
})

it("dust that our own payment spends before it is booked stops nothing either", async () => {
  const story = withdrawalStories(kit)
  const { suspense } = await kit.books()
  await allow()
  // As large as all other coins together, so that coin selection needs it.
  const amount = (await compare()).onChain + AMOUNT
  const personId = await kit.rich(amount)
  const txid = await giveToChange(amount)
  await kit.mine(BTC.confirmations.usual)
  await kit.scanDeposits()
  const request = { amount: amount - 1_000_000n, fee: 40_000n }
  const { withdrawalId } = await kit.request(kit.wish(personId, await kit.keep(personId, await kit.payee()), request))
  for (const operator of ["operator:mara", "operator:omar"])
    await kit.run(Withdrawals.use((withdrawals) => withdrawals.approve(withdrawalId, operator)))
  await kit.step(undefined, 3_600_000)
  const inputs = (await story.factsOf(withdrawalId, "Built")).flatMap((built) => built.inputs)
  expect(inputs).toContainEqual(expect.objectContaining({ txid }))
  expect(await compare()).toMatchObject({ unsolicited: amount, bookable: [], difference: 0n })
  await kit.mine(BTC.confirmations.large)
  await kit.scanDeposits()
  await kit.step()
  const found = await compare()
  expect(found).toMatchObject({ unsolicited: amount, bookable: [{ amount }], difference: 0n })
  await reconciliation(({ bookUnsolicited }) => bookUnsolicited(found))
  expect(await compare()).toMatchObject({ unsolicited: 0n, difference: 0n })
  expect((await kit.books()).suspense).toBe(suspense + amount)
})

it("any other difference goes to suspense, and withdrawals stop until an operator resumes them", async () => {
  await kit.rich(400_000n)
  const { suspense } = await kit.books()
  const ours = await kit.run(kit.chain.unspent)
  // Coins that are missing on the chain, as if the keys were stolen.
  const missing = {
    ...kit.chain,
    unspent: Effect.succeed({ ...ours, coins: ours.coins.filter((coin) => coin.amount !== 400_000n) }),
  }
  const found = await kit.run(compareChain(kit.sql, missing))
  expect(found.difference).toBe(-400_000n)
  await reconciliation(({ suspend }) => suspend(found))
  expect((await kit.run(compareChain(kit.sql, missing))).difference).toBe(0n)
  expect((await kit.books()).suspense).toBe(suspense - 400_000n)
  expect(await stops()).toEqual([[1, expect.stringContaining("-400000")]])
  // They were there all the time, so the surplus stops withdrawals too. Resuming all assets lifts no stop of one asset.
  await kit.run(Withdrawals.use((withdrawals) => withdrawals.resume(null)))
  expect(await stops()).toHaveLength(1)
  await allow()
  await reconciliation(({ suspend }) => Effect.flatMap(Effect.promise(compare), suspend))
  expect([(await compare()).difference, (await kit.books()).suspense]).toEqual([0n, suspense])
  expect(await stops()).toHaveLength(1)
  await allow()
})

it("an amount in suspense is settled once per command, with a reason, and never exceeds what is there", async () => {
  const personId = kit.newId()
  const settle = (settlement: Partial<Settlement>, commandId: string | null = null) =>
    kit.run(
      Reconciliation.use((reconciliation) =>
        reconciliation.settle({ assetTypeId: 1, amount: 1_000n, to: "fees", reason: "dust", ...settlement }),
      ).pipe(
        Effect.match({ onSuccess: ({ position }) => position, onFailure: (refused) => refused }),
        Effect.provide(Reconciliation.layer),
      ),
      commandId,
    )
  const { suspense: left } = await kit.books()
  if (left !== 0n) expect(await settle({ amount: left < 0n ? -left : left })).toEqual(expect.any(Number))
  await giveToChange(50_000n)
  await kit.mine(BTC.confirmations.large)
  await reconciliation(({ bookUnsolicited }) => Effect.flatMap(Effect.promise(compare), bookUnsolicited))
  const { suspense } = await kit.books()
  expect(suspense).toBe(50_000n)
  expect(await settle({ amount: 50_001n })).toMatchObject({ problem: "amount" })
  expect(await settle({ amount: 0n })).toMatchObject({ problem: "amount" })
  expect(await settle({ reason: " " })).toMatchObject({ problem: "reason" })
  const id = kit.newId()
  const position = await settle({}, id)
  expect(position).toEqual(expect.any(Number))
  expect(await settle({}, id)).toBe(position)
  expect(await settle({ amount: 1_001n }, id)).toMatchObject({ _tag: "CommandReused" })
  // Two operators at once: together they would take more than there is.
  const both = await Promise.all([1, 2].map(() => settle({ amount: 49_000n, to: { personId } })))
  const none = expect.objectContaining({ problem: "amount" })
  expect(new Set(both.map((each) => (typeof each === "number" ? "settled" : each)))).toEqual(new Set(["settled", none]))
  expect((await kit.books()).suspense).toBe(0n)
  expect(await kit.stands(personId)).toEqual([49_000n, 0n])
  const facts = await kit.sql`
    select actor, data->>'amount' as amount, data->>'account' as account, data->>'reason' as reason from es.event
    where type = 'wallet.SuspenseSettled.v1' order by position desc limit 2`
  expect([...facts]).toEqual([
    { actor: "test", amount: "49000", account: `available:1:${personId}`, reason: "dust" },
    { actor: "test", amount: "1000", account: "fees:1:", reason: "dust" },
  ])
})

it("a scan by keys alone finds addresses that are not given or watched, and later comparisons include them", async () => {
  const provide = Effect.provide(Reconciliation.layer)
  const scan = () => kit.run(provide(Reconciliation.use((each) => each.scan("BTC"))))
  expect(await scan()).toMatchObject({ difference: 0n, unseen: [] })
  const { keyAccount } = await openChain(kit.sql, BTC)
  const account = Result.getOrThrow(readKeyAccount(BTC, keyAccount ?? ""))
  const [given] = await findGivenIndexes(kit.sql, BTC)
  // One within the gap limit, one within the next gap, and one beyond any gap, which is not found.
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
  await kit.run(provide(Reconciliation.use(({ suspend }) => suspend(found))))
  expect(await scan()).toMatchObject({ difference: 0n, unseen: [] })
  expect((await compare()).difference).toBe(0n)
  // An address that was paid before is never given to a person.
  expect((await findGivenIndexes(kit.sql, BTC))[0]).toBe(given + 31)
})
