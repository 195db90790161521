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

describe("what the chain does", () => {
  it("with a block undone changes nothing in the end", async () => {
    const { script, withdrawalId } = await story.asked()
    await kit.step()
    await kit.mine(1)
    await kit.step()
    await kit.run(kit.world.reorg(1, true))
    expect(await story.untilDone(withdrawalId)).toBe("confirmed")
    expect(await kit.paid(script)).toEqual([AMOUNT])
    await story.audit()
  })

  it("that throws out what had arrived has it sent again, with the same coins", async () => {
    const { script, withdrawalId } = await story.asked()
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

  it("that takes the deposit away which had paid for it ends it after all, and its person has it back", async () => {
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

  it("with fees that rose is answered by the same coins with a higher fee, and one of both is paid", async () => {
    const { personId, script, withdrawalId } = await story.asked()
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

  it("is watched while withdrawals are stopped, and neither answered with a higher fee nor by sending again", async () => {
    const { script, withdrawalId } = await story.asked()
    await kit.step()
    await kit.run(Withdrawals.use((desk) => desk.stop(1, "test")))
    await kit.step(undefined, PATIENCE_MS)
    expect(await story.factsOf(withdrawalId, "Built")).toHaveLength(1)
    await kit.mine(1)
    await kit.run(kit.world.reorg(1, true))
    await kit.step()
    expect(await kit.paid(script)).toEqual([])
    await kit.run(Withdrawals.use((desk) => desk.resume(1)))
    expect(await story.untilDone(withdrawalId)).toBe("confirmed")
    expect(await kit.paid(script)).toEqual([AMOUNT])
    await story.audit()
  })

  it("where the first of both wins costs what the first one did", async () => {
    const { personId, script, withdrawalId } = await story.asked()
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

  describe("that puts another of its transactions into blocks than the one by which it had arrived", () => {
    /** Arrived by the dearer one of two transactions. */
    const twice = async () => {
      const begun = await story.asked()
      await kit.step()
      await kit.step(undefined, PATIENCE_MS)
      expect(await story.untilDone(begun.withdrawalId)).toBe("confirmed")
      const [cheap, dear] = await story.factsOf(begun.withdrawalId, "Signed")
      if (cheap === undefined || dear === undefined) throw new Error("no higher fee")
      expect(await story.feeOf(begun.withdrawalId)).toBe(BigInt(dear.fee))
      return { ...begun, cheap, dear, more: BigInt(dear.fee) - BigInt(cheap.fee) }
    }
    /** Undoes more blocks than it needs to count as arrived; a miner has the other one. */
    const undone = async ({ raw }: { readonly raw: string }) => {
      await kit.run(kit.world.reorg(BTC.confirmations.usual + 1, true))
      await kit.run(kit.world.mine(1, { include: [raw] }))
      await kit.step()
    }
    const difference = async () => (await kit.run(compareChain(kit.sql, kit.chain))).difference

    it("takes what that one costs, and no more, or no less", async () => {
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

    it("takes of a higher fee what its person still has; what they had not goes back to suspense where it fails after all", async () => {
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

      // The deposit is undone as well, and its owner has spent of it: nothing leaves before somebody has looked.
      await kit.scanDeposits()
      const { stopped } = await kit.run(Withdrawals.use((desk) => desk.rules))
      expect([...stopped.keys()]).toEqual([1])
      await kit.run(Withdrawals.use((desk) => desk.resume(1)))
    })
  })

  it("with a coin that somebody else spends ends the withdrawal once that is deep, and gives its coins back", async () => {
    const { personId, script, withdrawalId } = await story.asked()
    await kit.step((done) => (done === "noted sign" ? Effect.interrupt : Effect.void)).catch(() => null)
    expect(await kit.phase(withdrawalId)).toBe("signed")
    // The same coins go to our own change: anyone who holds the keys can do that.
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
    // What the rival paid to the network is nobody's withdrawal, and the only difference.
    const { custody, ...rest } = await kit.books()
    expect(rest).toMatchObject({ sum: 0n, out: 0n, network: 0n })
    expect(custody).toBe(-(await kit.hot()) - rival.fee)
  })
})
