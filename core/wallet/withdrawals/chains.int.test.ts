import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Ledger } from "../../ledger/Ledger.ts"
import { type OnOwnDatabase, onOwnDatabase } from "../../ledger/testing/onOwnDatabase.ts"
import { compareChain } from "../reconcile/compareChain.ts"
import { BTC, openWithdrawals, type WithdrawalKit } from "./testing/withdrawalKit.ts"
import { AMOUNT, PATIENCE_MS, withdrawalStories } from "./testing/withdrawalStories.ts"
import { Withdrawals } from "./Withdrawals.ts"

let kit: OnOwnDatabase<WithdrawalKit>
let story: ReturnType<typeof withdrawalStories>

beforeAll(async () => {
  kit = await onOwnDatabase(openWithdrawals)
  story = withdrawalStories(kit)
})
afterAll(() => kit.close())

describe("a chain", () => {
  it("with one undone block changes nothing in the end", async () => {
    const { script, withdrawalId } = await story.requested()
    await kit.step()
    await kit.mine(1)
    await kit.step()
    await kit.run(kit.world.reorg(1, true))
    expect(await story.untilDone(withdrawalId)).toBe("confirmed")
    expect(await kit.paid(script)).toEqual([AMOUNT])
    await story.audit()
  })

  it("that undoes a confirmed withdrawal gets it broadcast again, with the same inputs", async () => {
    const { script, withdrawalId } = await story.requested()
    expect(await story.untilDone(withdrawalId)).toBe("confirmed")
    await kit.run(kit.world.reorg(3, true))
    expect(await kit.paid(script)).toEqual([])
    await kit.step()
    expect(await kit.paid(script)).toEqual([AMOUNT])
    await kit.mine(BTC.windowBlocks)
    await kit.step()
    const left = await kit.sql`select from wallet.withdrawal_input where withdrawal_id = ${withdrawalId}`
    expect(left).toHaveLength(0)
    await story.audit()
  })

  it("that undoes the deposit behind a withdrawal makes it fail, and its person is refunded", async () => {
    const personId = await kit.rich(900_000_000n)
    const script = await kit.payee()
    const { withdrawalId } = await kit.request(kit.wish(personId, await kit.keep(personId, script)))
    expect(await story.untilDone(withdrawalId)).toBe("confirmed")
    const fee = await story.feeOf(withdrawalId)
    const [built] = await story.factsOf(withdrawalId, "Built")
    await kit.run(kit.world.doubleSpend(built?.inputs[0]?.txid ?? ""))
    await kit.step()
    expect(await kit.stands(personId)).toEqual([900_000_000n - AMOUNT - fee, 0n])
    await kit.mine(BTC.confirmations.large)
    await kit.step()
    expect(await kit.phase(withdrawalId)).toBe("failed")
    expect(await kit.stands(personId)).toEqual([900_000_000n, 0n])
    await kit.scanDeposits()
    expect(await kit.stands(personId)).toEqual([0n, 0n])
    expect(await kit.paid(script)).toEqual([])
    await story.audit()
  })

  it("with rising fees gets a replacement with a higher fee, and one of the two confirms", async () => {
    const { personId, script, withdrawalId } = await story.requested()
    await kit.step()
    await kit.step(undefined, PATIENCE_MS)
    expect(await story.factsOf(withdrawalId, "Signed")).toHaveLength(2)
    expect(await story.untilDone(withdrawalId)).toBe("confirmed")
    const [first, second] = (await story.factsOf(withdrawalId, "Signed")).map(({ fee }) => BigInt(fee))
    expect(await story.feeOf(withdrawalId)).toBe(second)
    expect((second ?? 0n) > (first ?? 0n)).toBe(true)
    expect(await kit.paid(script)).toEqual([AMOUNT])
    expect(await kit.stands(personId)).toEqual([5_000_000n - AMOUNT - (second ?? 0n), 0n])
    await story.audit()
  })

  it("is watched while withdrawals are stopped, without replacements and broadcasts", async () => {
    const { script, withdrawalId } = await story.requested()
    await kit.step()
    await kit.run(Withdrawals.use((withdrawals) => withdrawals.stop(1, "test")))
    await kit.step(undefined, PATIENCE_MS)
    expect(await story.factsOf(withdrawalId, "Built")).toHaveLength(1)
    await kit.mine(1)
    await kit.run(kit.world.reorg(1, true))
    await kit.step()
    expect(await kit.paid(script)).toEqual([])
    await kit.run(Withdrawals.use((withdrawals) => withdrawals.resume(1)))
    expect(await story.untilDone(withdrawalId)).toBe("confirmed")
    expect(await kit.paid(script)).toEqual([AMOUNT])
    await story.audit()
  })

  it("that confirms the first of two attempts costs the fee of the first", async () => {
    const { personId, script, withdrawalId } = await story.requested()
    await kit.step()
    const [{ raw } = { raw: "" }] = await story.factsOf(withdrawalId, "Signed")
    // Signed and stored again, and a miner has the first one.
    const kill = (done: string) => (done === "noted sign" ? Effect.interrupt : Effect.void)
    await kit.step(kill, PATIENCE_MS).catch(() => null)
    expect(await kit.phase(withdrawalId)).toBe("signed")
    await kit.run(kit.world.mine(1, { include: [raw] }))
    expect(await story.untilDone(withdrawalId)).toBe("confirmed")
    const [first] = (await story.factsOf(withdrawalId, "Signed")).map(({ fee }) => BigInt(fee))
    expect(await kit.paid(script)).toEqual([AMOUNT])
    expect(await kit.stands(personId)).toEqual([5_000_000n - AMOUNT - (first ?? 0n), 0n])
    await story.audit()
  })

  describe("that confirms another attempt than the one recorded", () => {
    /** Confirmed with the more expensive of two attempts. */
    const twice = async () => {
      const requested = await story.requested()
      await kit.step()
      await kit.step(undefined, PATIENCE_MS)
      expect(await story.untilDone(requested.withdrawalId)).toBe("confirmed")
      const [cheap, dear] = await story.factsOf(requested.withdrawalId, "Signed")
      if (cheap === undefined || dear === undefined) throw new Error("no higher fee")
      expect(await story.feeOf(requested.withdrawalId)).toBe(BigInt(dear.fee))
      return { ...requested, cheap, dear, more: BigInt(dear.fee) - BigInt(cheap.fee) }
    }
    /** Undoes more blocks than a confirmation needs; a miner has the other attempt. */
    const undone = async ({ raw }: { readonly raw: string }) => {
      await kit.run(kit.world.reorg(BTC.confirmations.usual + 1, true))
      await kit.run(kit.world.mine(1, { include: [raw] }))
      await kit.step()
    }
    const difference = async () => (await kit.run(compareChain(kit.sql, kit.chain))).difference

    it("charges the fee of that attempt, no more and no less", async () => {
      const { personId, script, withdrawalId, cheap, dear } = await twice()
      const free = () => kit.stands(personId).then(([posted]) => posted)
      for (const now of [cheap, dear]) {
        const before = await story.feeOf(withdrawalId)
        await undone(now)
        expect([await difference(), await story.feeOf(withdrawalId)]).toEqual([0n, before])
        await kit.mine(1)
        await kit.step()
        expect(await story.feeOf(withdrawalId)).toBe(BigInt(now.fee))
        expect(await free()).toBe(5_000_000n - AMOUNT - BigInt(now.fee))
        expect([await kit.paid(script), await difference()]).toEqual([[AMOUNT], 0n])
        await story.audit()
      }
      await kit.mine(BTC.windowBlocks)
      await kit.step()
      expect(await story.factsOf(withdrawalId, "Confirmed")).toHaveLength(3)
    })

    it("charges a higher fee up to the remaining balance; the shortage returns to suspense if it fails", async () => {
      const { personId, withdrawalId, cheap, dear, more } = await twice()
      const suspense = async () => (await kit.books()).suspense
      const before = await suspense()
      await undone(cheap)
      await kit.mine(1)
      await kit.step()
      const [free = 0n] = await kit.stands(personId)
      const left = more / 3n
      await kit.run(
        Ledger.use(({ transfer }) =>
          transfer({
            purpose: "correction",
            reference: "spent meanwhile",
            entries: [
              { account: `available:1:${personId}`, amount: left - free },
              { account: `available:1:${kit.newId()}`, amount: free - left },
            ],
          }),
        ),
      )
      await undone(dear)
      await kit.mine(1)
      await kit.step()
      expect((await story.factsOf(withdrawalId, "Confirmed")).at(-1)).toMatchObject({ missing: String(more - left) })
      expect([await kit.stands(personId), await suspense()]).toEqual([[0n, 0n], before - (more - left)])
      expect(await difference()).toBe(0n)

      const [built] = await story.factsOf(withdrawalId, "Built")
      await kit.run(kit.world.doubleSpend(built?.inputs[0]?.txid ?? ""))
      await kit.mine(BTC.confirmations.large)
      await kit.step()
      expect(await kit.phase(withdrawalId)).toBe("failed")
      const paid = AMOUNT + BigInt(cheap.fee) + left
      expect([await kit.stands(personId), await suspense()]).toEqual([[paid, 0n], before])

      // The deposit is undone as well, and its owner has spent of it: nothing is sent before an operator has checked.
      await kit.scanDeposits()
      const { stopped } = await kit.run(Withdrawals.use((withdrawals) => withdrawals.rules))
      expect([...stopped.keys()]).toEqual([1])
      await kit.run(Withdrawals.use((withdrawals) => withdrawals.resume(1)))
    })
  })

  it("with a foreign transaction that spends an input fails the withdrawal once that is deep, and returns its coins", async () => {
    const { personId, script, withdrawalId } = await story.requested()
    await kit.step((done) => (done === "noted sign" ? Effect.interrupt : Effect.void)).catch(() => null)
    expect(await kit.phase(withdrawalId)).toBe("signed")
    // The same coins go to our own change address, as anyone with the keys could send them.
    const inputs = (await story.factsOf(withdrawalId, "Built"))[0]?.inputs ?? []
    const { coins } = await kit.run(kit.chain.unspent)
    const own = coins[0]?.script ?? ""
    const [change] = await kit.sql<Array<{ script: string }>>`
      select script from sim.watch where wallet = 'hot' and path like '%/1/0'`
    const outputs = [{ script: own, amount: 100_000n }]
    const built = await kit.run(
      kit.chain.build({
        outputs,
        changeScript: change?.script ?? "",
        feeRate: BTC.feeRate.fallback,
        feeMax: 100_000n,
        confirmationsMin: 1,
        mustSpend: inputs,
      }),
    )
    const rival = await kit.run(kit.signer.sign({ network: BTC, psbt: built.psbt, outputs, feeMax: 100_000n }))
    await kit.run(kit.chain.broadcast(rival.raw))
    await kit.mine(1)
    await kit.step()
    expect(await kit.phase(withdrawalId)).toBe("signed")
    expect(await kit.stands(personId)).toEqual([5_000_000n, AMOUNT + 10_000n])
    await kit.mine(BTC.confirmations.large)
    await kit.step()
    expect(await kit.phase(withdrawalId)).toBe("failed")
    expect(await kit.stands(personId)).toEqual([5_000_000n, 0n])
    expect(await kit.paid(script)).toEqual([])
    // The fee of the foreign transaction belongs to no withdrawal, and is the only difference.
    const { custody, ...rest } = await kit.books()
    expect(rest).toMatchObject({ sum: 0n, out: 0n, network: 0n })
    expect(custody).toBe(-(await kit.hot()) - rival.fee)
  })
})
