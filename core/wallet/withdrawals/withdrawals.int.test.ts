import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import type { Outpoint } from "../chain/Chain.ts"
import { DepositAddresses } from "../deposits/DepositAddresses.ts"
import { BTC, openWithdrawals, PASSWORD, type WithdrawalKit } from "./testing/withdrawalKit.ts"
import { Withdrawals } from "./Withdrawals.ts"

let db: TestDatabase
let kit: WithdrawalKit

beforeAll(async () => {
  db = await testDatabase()
  kit = await openWithdrawals(db.url)
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

const AMOUNT = 1_000_000n
/** Longer than any transaction waits before it gets a higher fee. */
const PATIENCE_MS = 3_600_000
/** Somebody who asked for a withdrawal to somebody else. */
const asked = async (more: object = {}) => {
  const [personId, script] = [await kit.rich(5_000_000n), await kit.payee()]
  const wish = kit.wish(personId, await kit.keep(personId, script), more)
  const { withdrawalId } = await kit.request(wish)
  return { personId, script, wish, withdrawalId }
}
/** As far as it goes with a block after each step. */
const untilDone = async (withdrawalId: string) => {
  for (let steps = 0; steps < 8; steps += 1) {
    await kit.step()
    if (["confirmed", "cancelled", "failed"].includes((await kit.phase(withdrawalId)) ?? "")) break
    await kit.mine(1)
  }
  return kit.phase(withdrawalId)
}
/** Nothing is under way: custody is what the hot wallet has, and what is on the way is nothing. */
const audit = async () => {
  expect(await kit.books()).toEqual({ sum: 0n, custody: -(await kit.hot()), out: 0n, network: 0n })
}
const factsOf = async (withdrawalId: string, name: string) =>
  (await kit.run(kit.store.readStream(`withdrawal-${withdrawalId}`))).flatMap(({ type, data }) =>
    type === `wallet.Withdrawal${name}.v1`
      ? [data as { readonly fee: string; readonly inputs: ReadonlyArray<Outpoint> }]
      : [],
  )
const feeOf = async (withdrawalId: string) => BigInt((await factsOf(withdrawalId, "Confirmed"))[0]?.fee ?? 0)

describe("a withdrawal", () => {
  it("[S2-012] sets aside, is signed, stored, sent and seen, and pays exactly once what was asked for", async () => {
    const { personId, script, withdrawalId } = await asked()
    expect(await kit.stands(personId)).toEqual([5_000_000n, AMOUNT + 10_000n])
    expect(await kit.step()).toMatchObject({ _tag: "Done" })
    expect(await kit.phase(withdrawalId)).toBe("seen")
    expect(await kit.books()).toMatchObject({ sum: 0n, out: -AMOUNT })
    expect(await untilDone(withdrawalId)).toBe("confirmed")
    expect(await kit.paid(script)).toEqual([AMOUNT])
    const fee = await feeOf(withdrawalId)
    expect(await kit.stands(personId)).toEqual([5_000_000n - AMOUNT - fee, 0n])
    await audit()
  })

  it("is asked for once with one key, and not with other words", async () => {
    const [personId, script] = [await kit.rich(5_000_000n), await kit.payee()]
    const wish = kit.wish(personId, await kit.keep(personId, script))
    const id = kit.newId()
    const answers = await Promise.all([1, 2, 3].map(() => kit.request(wish, id)))
    expect(new Set(answers.map(({ withdrawalId }) => withdrawalId))).toEqual(new Set([id]))
    expect(await kit.stands(personId)).toEqual([5_000_000n, AMOUNT + 10_000n])
    await expect(kit.request({ ...wish, amount: AMOUNT * 2n }, id)).rejects.toThrow()
    await kit.run(Withdrawals.use((desk) => desk.cancel(id, { personId })))
  })

  it("is refused for what is wrong with it, before it takes anything", async () => {
    const personId = await kit.rich(5_000_000n)
    const entry = await kit.keep(personId, await kit.payee())
    const wish = kit.wish(personId, entry)
    const { personId: otherId } = kit.wish(kit.newId(), entry)
    for (const [more, tag] of [
      [{ amount: 0n }, "UnfitWithdrawal"],
      [{ amount: 293n }, "UnfitWithdrawal"],
      [{ amount: 9_999n }, "UnfitWithdrawal"],
      [{ fee: 1n }, "FeeMoved"],
      [{ fee: 10_000_000n }, "UnfitWithdrawal"],
      [{ amount: 5_000_000n }, "NotEnough"],
      [{ entryId: kit.newId() }, "NoEntry"],
      [{ address: `${entry.address}x` }, "NoEntry"],
      [{ personId: otherId }, "NoWithdrawalPassword"],
      [{ assetTypeId: 4 }, "UnfitWithdrawal"],
      [{ withdrawalPassword: `${PASSWORD}!` }, "WrongWithdrawalPassword"],
    ] as const)
      expect([more, await kit.refusal({ ...wish, ...more })]).toEqual([more, tag])
    expect(await kit.stands(personId)).toEqual([5_000_000n, 0n])
  })

  it("is given up by its person until it is signed, and not afterwards", async () => {
    const { personId, script, withdrawalId } = await asked()
    const cancel = (who: string) =>
      kit.run(
        Withdrawals.use((desk) => desk.cancel(withdrawalId, { personId: who })).pipe(
          Effect.match({ onSuccess: () => null, onFailure: (refused) => refused._tag }),
        ),
      )
    expect(await cancel(kit.newId())).toBe("NoWithdrawal")
    // Built already, and nothing is signed.
    await kit.step((done) => (done === "noted build" ? Effect.interrupt : Effect.void)).catch(() => null)
    expect(await kit.phase(withdrawalId)).toBe("built")
    expect(await cancel(personId)).toBeNull()
    expect(await kit.stands(personId)).toEqual([5_000_000n, 0n])
    expect(await untilDone(withdrawalId)).toBe("cancelled")
    expect(await kit.paid(script)).toEqual([])

    const second = await asked()
    await kit.step()
    const late = Withdrawals.use((desk) => desk.cancel(second.withdrawalId, { personId: second.personId }))
    expect(await kit.run(Effect.flip(late))).toMatchObject({ _tag: "TooLate" })
    expect(await untilDone(second.withdrawalId)).toBe("confirmed")
    await audit()
  })

  it("to somebody here is booked, and no transaction is made", async () => {
    const [personId, otherId] = [await kit.rich(5_000_000n), kit.newId()]
    const { script } = await kit.run(DepositAddresses.use((addresses) => addresses.give(otherId, 1, false)))
    const { withdrawalId } = await kit.request(kit.wish(personId, await kit.keep(personId, script)))
    await kit.step()
    expect(await kit.phase(withdrawalId)).toBe("confirmed")
    expect(await kit.stands(personId)).toEqual([4_000_000n, 0n])
    expect(await kit.stands(otherId)).toEqual([AMOUNT, 0n])
    await audit()
  })

  it("of much waits for two operators, and stands still while withdrawals are stopped", async () => {
    const personId = await kit.rich(90_000_000n)
    const script = await kit.payee()
    const amount = 50_000_000n
    const { withdrawalId } = await kit.request(kit.wish(personId, await kit.keep(personId, script), { amount }))
    const allow = (operator: string) =>
      kit.run(
        Withdrawals.use((desk) => desk.allow(withdrawalId, operator)).pipe(
          Effect.match({ onSuccess: () => null, onFailure: (refused) => refused._tag }),
        ),
      )
    expect(await allow("mara")).toBeNull()
    expect(await allow("mara")).toBe("AllowedBefore")
    await kit.step()
    expect(await kit.phase(withdrawalId)).toBe("requested")
    expect(await allow("jonas")).toBeNull()
    await kit.run(Withdrawals.use((desk) => desk.stop(null, "test")))
    await kit.step()
    expect(await kit.phase(withdrawalId)).toBe("approved")
    expect(await kit.refusal(kit.wish(personId, await kit.keep(personId, await kit.payee())))).toBe("WithdrawalsOff")
    await kit.run(Withdrawals.use((desk) => desk.allowAgain(null)))
    expect(await untilDone(withdrawalId)).toBe("confirmed")
    expect(await kit.paid(script)).toEqual([amount])
    await audit()
  })

  it("is not agreed to by a command that said something else before", async () => {
    const [first, second] = [await asked(), await asked()]
    const commandId = kit.newId()
    const tell = (withdrawalId: string) =>
      kit.run(
        Withdrawals.use((desk) => desk.allow(withdrawalId, "mara")).pipe(
          Effect.match({ onSuccess: () => null, onFailure: (refused) => refused._tag }),
        ),
        commandId,
      )
    expect(await tell(first.withdrawalId)).toBeNull()
    expect(await tell(first.withdrawalId)).toBeNull()
    expect(await tell(second.withdrawalId)).toBe("CommandReused")
    for (const { withdrawalId, personId } of [first, second])
      await kit.run(Withdrawals.use((desk) => desk.cancel(withdrawalId, { personId })))
  })

  it("beyond what a day allows is refused, also where many ask at once", async () => {
    const personId = await kit.rich(250_000_000n)
    const entry = await kit.keep(personId, await kit.payee())
    const refusals = await Promise.all(
      Array.from({ length: 6 }, () => kit.refusal(kit.wish(personId, entry, { amount: 30_000_000n }))),
    )
    expect(refusals.filter((each) => each === null)).toHaveLength(3)
    expect(refusals.filter((each) => each === "DailyLimit")).toHaveLength(3)
    for (let steps = 0; steps < 12; steps += 1) {
      await kit.step()
      await kit.mine(1)
    }
    await audit()
  })
})

describe("a worker that is killed", () => {
  it("between any two things that it does, leaves what the next one ends: paid once, never stuck", async () => {
    const points = new Set<string>()
    const first = await asked()
    for (let steps = 0; steps < 6; steps += 1) {
      await kit.step((done) => Effect.sync(() => points.add(done)))
      await kit.mine(1)
    }
    expect(await kit.phase(first.withdrawalId)).toBe("confirmed")
    expect([...points]).toEqual(expect.arrayContaining(["built", "noted build", "signed", "noted sign", "broadcast"]))
    // So deep that nobody looks after the first one any more.
    await kit.mine(BTC.windowBlocks)
    await kit.step()
    // At each point in turn: whoever comes next takes it from there to the next one.
    const { script, personId, withdrawalId } = await asked()
    for (const point of points) {
      let isKilled = false
      const kill = (done: string) => {
        if (done !== point || isKilled) return Effect.void
        isKilled = true
        return Effect.interrupt
      }
      for (let steps = 0; steps < 8 && !isKilled; steps += 1) {
        await kit.step(kill).catch(() => null)
        if (!isKilled) await kit.mine(1)
      }
      expect([point, isKilled]).toEqual([point, true])
    }
    expect(await untilDone(withdrawalId)).toBe("confirmed")
    expect(await kit.paid(script)).toEqual([AMOUNT])
    expect((await kit.stands(personId))[1]).toBe(0n)
    await audit()
  })

  it("is no different from two at once", async () => {
    const all = await Promise.all([asked(), asked(), asked()])
    for (let steps = 0; steps < 10; steps += 1) {
      await Promise.all([kit.step(), kit.step()])
      await kit.mine(1)
    }
    for (const { script, withdrawalId } of all) {
      expect(await kit.phase(withdrawalId)).toBe("confirmed")
      expect(await kit.paid(script)).toEqual([AMOUNT])
    }
    await audit()
  })
})

describe("what the chain does", () => {
  it("with a block undone changes nothing in the end", async () => {
    const { script, withdrawalId } = await asked()
    await kit.step()
    await kit.mine(1)
    await kit.step()
    await kit.run(kit.world.reorg(1, true))
    expect(await untilDone(withdrawalId)).toBe("confirmed")
    expect(await kit.paid(script)).toEqual([AMOUNT])
    await audit()
  })

  it("that throws out what had arrived has it sent again, with the same coins", async () => {
    const { script, withdrawalId } = await asked()
    expect(await untilDone(withdrawalId)).toBe("confirmed")
    await kit.run(kit.world.reorg(3, true))
    expect(await kit.paid(script)).toEqual([])
    await kit.step()
    expect(await kit.paid(script)).toEqual([AMOUNT])
    await kit.mine(BTC.windowBlocks)
    await kit.step()
    const left = await kit.sql`select from wallet.withdrawal_input where withdrawal_id = ${withdrawalId}`
    expect(left).toHaveLength(0)
    await audit()
  })

  it("that takes the deposit away which had paid for it ends it after all, and its person has it back", async () => {
    const personId = await kit.rich(900_000_000n)
    const script = await kit.payee()
    const { withdrawalId } = await kit.request(kit.wish(personId, await kit.keep(personId, script)))
    expect(await untilDone(withdrawalId)).toBe("confirmed")
    const fee = await feeOf(withdrawalId)
    const [
      {
        inputs: [coin],
      } = { inputs: [] },
    ] = await factsOf(withdrawalId, "Built")
    await kit.run(kit.world.doubleSpend(coin?.txid ?? ""))
    await kit.step()
    expect(await kit.stands(personId)).toEqual([900_000_000n - AMOUNT - fee, 0n])
    await kit.mine(BTC.confirmations.large)
    await kit.step()
    expect(await kit.phase(withdrawalId)).toBe("failed")
    expect(await kit.stands(personId)).toEqual([900_000_000n, 0n])
    await kit.look()
    expect(await kit.stands(personId)).toEqual([0n, 0n])
    expect(await kit.paid(script)).toEqual([])
    await audit()
  })

  it("with fees that rose is answered by the same coins with a higher fee, and one of both is paid", async () => {
    const { personId, script, withdrawalId } = await asked()
    await kit.step()
    await kit.step(undefined, PATIENCE_MS)
    expect(await factsOf(withdrawalId, "Signed")).toHaveLength(2)
    expect(await untilDone(withdrawalId)).toBe("confirmed")
    const [first, second] = (await factsOf(withdrawalId, "Signed")).map(({ fee }) => BigInt(fee))
    expect(await feeOf(withdrawalId)).toBe(second)
    expect((second ?? 0n) > (first ?? 0n)).toBe(true)
    expect(await kit.paid(script)).toEqual([AMOUNT])
    expect(await kit.stands(personId)).toEqual([5_000_000n - AMOUNT - (second ?? 0n), 0n])
    await audit()
  })

  it("is watched while withdrawals are stopped, and neither answered with a higher fee nor by sending again", async () => {
    const { script, withdrawalId } = await asked()
    await kit.step()
    await kit.run(Withdrawals.use((desk) => desk.stop(1, "test")))
    await kit.step(undefined, PATIENCE_MS)
    expect(await factsOf(withdrawalId, "Built")).toHaveLength(1)
    await kit.mine(1)
    await kit.run(kit.world.reorg(1, true))
    await kit.step()
    expect(await kit.paid(script)).toEqual([])
    await kit.run(Withdrawals.use((desk) => desk.allowAgain(1)))
    expect(await untilDone(withdrawalId)).toBe("confirmed")
    expect(await kit.paid(script)).toEqual([AMOUNT])
    await audit()
  })

  it("where the first of both wins costs what the first one did", async () => {
    const { personId, script, withdrawalId } = await asked()
    await kit.step()
    const [{ raw } = { raw: "" }] = (await factsOf(withdrawalId, "Signed")) as unknown as ReadonlyArray<{ raw: string }>
    // Signed and stored anew, and a miner has the first one.
    const kill = (done: string) => (done === "noted sign" ? Effect.interrupt : Effect.void)
    await kit.step(kill, PATIENCE_MS).catch(() => null)
    expect(await kit.phase(withdrawalId)).toBe("signed")
    await kit.run(kit.world.mine(1, { include: [raw] }))
    expect(await untilDone(withdrawalId)).toBe("confirmed")
    const [first] = (await factsOf(withdrawalId, "Signed")).map(({ fee }) => BigInt(fee))
    expect(await kit.paid(script)).toEqual([AMOUNT])
    expect(await kit.stands(personId)).toEqual([5_000_000n - AMOUNT - (first ?? 0n), 0n])
    await audit()
  })

  it("with a coin that somebody else spends ends the withdrawal once that is deep, and gives its coins back", async () => {
    const { personId, script, withdrawalId } = await asked()
    await kit.step((done) => (done === "noted sign" ? Effect.interrupt : Effect.void)).catch(() => null)
    expect(await kit.phase(withdrawalId)).toBe("signed")
    // The same coins go to our own change: whoever holds the keys can do that.
    const inputs = (await factsOf(withdrawalId, "Built"))[0]?.inputs ?? []
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
    expect(rest).toEqual({ sum: 0n, out: 0n, network: 0n })
    expect(custody).toBe(-(await kit.hot()) - rival.fee)
  })
})
