import { Effect } from "effect"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { testDatabase } from "#testing"
import { findLitecoind } from "../../../scripts/run/litecoin.ts"
import { type LitecoinOutside, litecoinOutside } from "../../chains/testing/Outside.ts"
import { readBooks } from "../../ledger/BooksFromLog.ts"
import { flushHotEntries } from "../../ledger/flushHotEntries.ts"
import { type OnOwnDatabase, onOwnDatabase } from "../../ledger/testing/onOwnDatabase.ts"
import { compareChain } from "../reconcile/compareChain.ts"
import { DELAY_MS } from "./noteDelayed.ts"
import { BTC, openWithdrawals, type WithdrawalKit } from "./testing/withdrawalKit.ts"
import { AMOUNT, withdrawalStories } from "./testing/withdrawalStories.ts"
import { Withdrawals } from "./Withdrawals.ts"

let kit: OnOwnDatabase<WithdrawalKit>
let story: ReturnType<typeof withdrawalStories>

beforeAll(async () => {
  kit = await onOwnDatabase(openWithdrawals)
  story = withdrawalStories(kit)
})
afterAll(() => kit.close())

/** The fees that the platform earned, minus those it paid for others. */
const earned = async () => {
  for (; (await flushHotEntries(kit.sql)) > 0; );
  const found = (await readBooks(kit.sql)).find(({ account }) => account === "fees:1:")
  return BigInt(found?.posted ?? 0)
}
const asks = async (personId: string, more: { readonly amount: bigint; readonly fee?: bigint }) => {
  const script = await kit.payee()
  const { withdrawalId } = await kit.request(kit.wish(personId, await kit.keep(personId, script), more))
  return { withdrawalId, script }
}
const setMost = (maximum: bigint) =>
  kit.run(Withdrawals.use((withdrawals) => withdrawals.setRules({ fees: { maximum } }, "test")))
const difference = async () => (await kit.run(compareChain(kit.sql, kit.chain))).difference

describe("a withdrawal that needs more inputs than its fee covers", () => {
  const COIN = 1_000_000n
  const [AMOUNT_OF_MANY, AGREED] = [20_500_000n, 4_000n]

  it("is paid; its person pays the agreed fee, and the platform the rest", async () => {
    const personId = await kit.rich(...Array.from({ length: 24 }, () => COIN))
    const { withdrawalId, script } = await asks(personId, { amount: AMOUNT_OF_MANY, fee: AGREED })
    expect(await story.untilDone(withdrawalId)).toBe("confirmed")
    const fee = await story.feeOf(withdrawalId)
    expect(fee).toBeGreaterThan(AGREED)
    expect((await story.factsOf(withdrawalId, "Confirmed"))[0]?.subsidy).toBe(String(fee - AGREED))
    expect(await kit.paid(script)).toEqual([AMOUNT_OF_MANY])
    expect(await kit.stands(personId)).toEqual([24n * COIN - AMOUNT_OF_MANY - AGREED, 0n])
    expect(await earned()).toBe(AGREED - fee)
    expect(await difference()).toBe(0n)
    await story.audit()

    // Its blocks are undone, and its coins are lost permanently: both are refunded.
    const [built] = await story.factsOf(withdrawalId, "Built")
    await kit.run(kit.world.doubleSpend(built?.inputs[0]?.txid ?? ""))
    await kit.step()
    await kit.mine(BTC.confirmations.large)
    await kit.step()
    expect(await kit.phase(withdrawalId)).toBe("failed")
    expect(await kit.stands(personId)).toEqual([24n * COIN, 0n])
    expect(await earned()).toBe(0n)
    await kit.scanDeposits()
    await story.audit()
  })

  it("waits above the maximum fee, is recorded as delayed, blocks no others, and proceeds once fees fall", async () => {
    await setMost(5_000n)
    // No other coins are larger, so its own small ones must be used.
    const many = await kit.rich(...Array.from({ length: 60 }, () => COIN))
    const all = await kit.hot()
    const waiting = await asks(many, {
      amount: (all * 9n) / 10n < 50_000_000n ? (all * 9n) / 10n : 48_000_000n,
      fee: AGREED,
    })
    await kit.step()
    await kit.step()
    expect(await kit.phase(waiting.withdrawalId)).toBe("approved")
    expect(await story.factsOf(waiting.withdrawalId, "Delayed")).toHaveLength(0)
    await kit.step(undefined, DELAY_MS)
    await kit.step(undefined, DELAY_MS)
    expect(await story.factsOf(waiting.withdrawalId, "Delayed")).toMatchObject([{ waitsFor: "fee" }])

    const { withdrawalId, script } = await asks(many, { amount: AMOUNT, fee: AGREED })
    expect(await story.untilDone(withdrawalId)).toBe("confirmed")
    expect(await kit.paid(script)).toEqual([AMOUNT])
    expect(await kit.phase(waiting.withdrawalId)).toBe("approved")

    await setMost(4_000_000n)
    expect(await story.untilDone(waiting.withdrawalId)).toBe("confirmed")
    expect(await difference()).toBe(0n)
    await story.audit()
  })
})

/** Signs and stores the first transaction of a withdrawal, and broadcasts nothing. */
const signs = (on: WithdrawalKit) =>
  on.step((done) => (done === "noted sign" ? Effect.interrupt : Effect.void)).catch(() => null)

describe("a transaction that every node rejects for its low fee", () => {
  const { min } = BTC.feeRate
  /** From now on the network rejects lower fees. */
  const takeNothingUnder = (feeRate: bigint) => Object.assign(BTC.feeRate, { min: feeRate })
  afterEach(() => takeNothingUnder(min))
  const BLOCK_MS = BTC.blockSeconds * 1_000

  it("is replaced by one with a higher fee, above the agreed one too, and others proceed", async () => {
    const before = await earned()
    const { personId, script, withdrawalId } = await story.requested({ fee: 4_000n })
    await signs(kit)
    const behind = await story.requested({ fee: 10_000n })
    takeNothingUnder(60_000n)
    await kit.step()
    expect(await kit.phase(withdrawalId)).toBe("signed")
    await kit.step(undefined, BLOCK_MS)
    expect(await kit.phase(withdrawalId)).toBe("seen")
    await kit.mine(BTC.confirmations.usual)
    for (const each of [withdrawalId, behind.withdrawalId]) expect(await story.untilDone(each)).toBe("confirmed")
    const [first, second] = (await story.factsOf(withdrawalId, "Signed")).map(({ fee }) => BigInt(fee))
    expect(second).toBeGreaterThan(4_000n)
    expect(second).toBeGreaterThan(first ?? 0n)
    expect(await kit.paid(script)).toEqual([AMOUNT])
    expect(await kit.stands(personId)).toEqual([5_000_000n - AMOUNT - 4_000n, 0n])
    expect(await earned()).toBe(before - ((second ?? 0n) - 4_000n))
    expect(await difference()).toBe(0n)
    await story.audit()
  })

  it("is replaced after the mempool dropped it too, and the first one may still confirm", async () => {
    const { personId, script, withdrawalId } = await story.requested()
    await kit.step()
    expect(await kit.phase(withdrawalId)).toBe("seen")
    const [first] = await story.factsOf(withdrawalId, "Signed")
    await kit.run(kit.world.evict(first?.txid ?? ""))
    takeNothingUnder(40_000n)
    expect(await difference()).toBe(0n)
    await kit.step()
    expect(await story.factsOf(withdrawalId, "Signed")).toHaveLength(1)
    await kit.step(undefined, BLOCK_MS)
    expect(await story.factsOf(withdrawalId, "Signed")).toHaveLength(2)
    takeNothingUnder(min)
    await kit.run(kit.world.mine(1, { include: [first?.raw ?? ""] }))
    expect(await story.untilDone(withdrawalId)).toBe("confirmed")
    expect(await kit.paid(script)).toEqual([AMOUNT])
    expect(await kit.stands(personId)).toEqual([5_000_000n - AMOUNT - BigInt(first?.fee ?? 0), 0n])
    await story.audit()
  })

  it("waits above the maximum fee until it is accepted, appends no more events, and blocks no others", async () => {
    await setMost(5_000n)
    const { script, withdrawalId } = await story.requested({ fee: 4_000n })
    await signs(kit)
    takeNothingUnder(100_000n)
    for (let steps = 0; steps < 3; steps += 1) await kit.step(undefined, BLOCK_MS * (steps + 1))
    expect(await story.factsOf(withdrawalId, "HeldBack")).toHaveLength(1)
    takeNothingUnder(min)
    await setMost(4_000_000n)
    expect(await story.untilDone(withdrawalId)).toBe("confirmed")
    expect(await kit.paid(script)).toEqual([AMOUNT])
    await story.audit()
  })
})

const litecoind = findLitecoind()

describe.skipIf(litecoind === undefined)("a transaction that a real litecoind rejects for its fee", () => {
  type OnNode = WithdrawalKit & { readonly outside: LitecoinOutside }
  const onNode = async (work: (own: OnNode) => Promise<void>) => {
    if (litecoind === undefined) return
    const [db, outside] = await Promise.all([testDatabase(), litecoinOutside(litecoind)])
    const own = await openWithdrawals(db.url, outside)
    try {
      await work({ ...own, outside })
    } finally {
      await own.close()
      await outside.close()
      await db.drop()
    }
  }
  const asksOn = async (own: OnNode) => {
    const [personId, script] = [await own.rich(5_000_000n), await own.payee()]
    const request = own.wish(personId, await own.keep(personId, script), { amount: 2_000_000n, fee: 100_000n })
    return { personId, script, ...(await own.request(request)) }
  }
  /** After one block time a replacement with a higher fee exists and confirms. */
  const isRaisedAndPaid = async (own: OnNode, { withdrawalId, script }: Awaited<ReturnType<typeof asksOn>>) => {
    const { outside } = own
    const { factsOf } = withdrawalStories(own)
    await own.step(undefined, outside.network.blockSeconds * 1_000)
    const [first, second] = await factsOf(withdrawalId, "Signed")
    expect(BigInt(second?.fee ?? 0)).toBeGreaterThan(BigInt(first?.fee ?? 0))
    expect(await outside.waiting()).toContain(second?.txid)
    expect(await outside.waiting()).not.toContain(first?.txid)
    await outside.mine(outside.network.confirmations.usual)
    await own.step()
    expect(await own.phase(withdrawalId)).toBe("confirmed")
    expect(await outside.paid(script)).toEqual([2_000_000n])
  }

  it("is replaced by one with a higher fee, though litecoin has no replace-by-fee", () =>
    onNode(async (own) => {
      const requested = await asksOn(own)
      await signs(own)
      const [first] = await withdrawalStories(own).factsOf(requested.withdrawalId, "Signed")
      await own.outside.refuse(first?.txid ?? "")
      await own.step()
      expect(await own.phase(requested.withdrawalId)).toBe("signed")
      await isRaisedAndPaid(own, requested)
      await withdrawalStories(own).audit()
    }))

  it("is replaced after its mempool accepted and dropped it too, while the books match the chain", () =>
    onNode(async (own) => {
      const { chain, outside, sql } = own
      const requests = await asksOn(own)
      const differs = async () => (await own.run(compareChain(sql, chain))).difference
      await own.step()
      expect([await own.phase(requests.withdrawalId), await differs()]).toEqual(["seen", 0n])
      const [first] = await withdrawalStories(own).factsOf(requests.withdrawalId, "Signed")
      await outside.refuse(first?.txid ?? "")
      await outside.evict(first?.txid ?? "")
      expect(await differs()).toBe(0n)
      // Its coins stay reserved: another withdrawal that needs them waits for coins.
      const other = await own.request(
        own.wish(requests.personId, await own.keep(requests.personId, await own.payee()), {
          amount: 1_000_000n,
          fee: 100_000n,
        }),
      )
      await own.step()
      expect(await own.phase(other.withdrawalId)).toBe("approved")
      expect([await differs(), await outside.waiting()]).toMatchObject([
        0n,
        [expect.not.stringMatching(first?.txid ?? "")],
      ])
      await isRaisedAndPaid(own, requests)
      expect(await differs()).toBe(0n)
      await own.step()
      await outside.mine(outside.network.confirmations.usual)
      await own.step()
      expect(await own.phase(other.withdrawalId)).toBe("confirmed")
      await withdrawalStories(own).audit()
    }))
})
