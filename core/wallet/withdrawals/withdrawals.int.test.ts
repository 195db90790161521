import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { inProcessSigner } from "../../chains/signer/inProcessSigner.ts"
import { makeKeys } from "../../chains/signer/Keys.ts"
import { parseSeed } from "../../chains/signer/Seed.ts"
import { SignerUnavailable } from "../../chains/signer/Signer.ts"
import { SpendingLimits } from "../../chains/signer/SpendingLimits.ts"
import { type OnOwnDatabase, onOwnDatabase } from "../../ledger/testing/onOwnDatabase.ts"
import { DepositAddresses } from "../deposits/DepositAddresses.ts"
import { PayoutProcessor } from "./PayoutProcessor.ts"
import { BTC, openWithdrawals, PASSWORD, SECRETS, type WithdrawalKit } from "./testing/withdrawalKit.ts"
import { AMOUNT, AT_ONCE, withdrawalStories } from "./testing/withdrawalStories.ts"
import { Withdrawals } from "./Withdrawals.ts"

let kit: OnOwnDatabase<WithdrawalKit>
let story: ReturnType<typeof withdrawalStories>

beforeAll(async () => {
  kit = await onOwnDatabase(openWithdrawals)
  story = withdrawalStories(kit)
})
afterAll(() => kit.close())

const HOUR_MS = 3_600_000

describe("a withdrawal", () => {
  it("[S2-012] places a hold, is signed, stored, broadcast and seen, and pays exactly once", async () => {
    const { personId, script, withdrawalId } = await story.requested()
    expect(await kit.stands(personId)).toEqual([5_000_000n, AMOUNT + 10_000n])
    expect(await kit.step()).toMatchObject({ _tag: "Done" })
    expect(await kit.phase(withdrawalId)).toBe("seen")
    expect(await kit.books()).toMatchObject({ sum: 0n, out: -AMOUNT })
    expect(await story.untilDone(withdrawalId)).toBe("confirmed")
    expect(await kit.paid(script)).toEqual([AMOUNT])
    const fee = await story.feeOf(withdrawalId)
    expect(await kit.stands(personId)).toEqual([5_000_000n - AMOUNT - fee, 0n])
    await story.audit()
  })

  it("is requested once per key, and refuses the key with other content", async () => {
    const [personId, script] = [await kit.rich(5_000_000n), await kit.payee()]
    const request = kit.wish(personId, await kit.keep(personId, script))
    const id = kit.newId()
    const answers = await Promise.all([1, 2, 3].map(() => kit.request(request, id)))
    expect(new Set(answers.map(({ withdrawalId }) => withdrawalId))).toEqual(new Set([id]))
    expect(await kit.stands(personId)).toEqual([5_000_000n, AMOUNT + 10_000n])
    await expect(kit.request({ ...request, amount: AMOUNT * 2n }, id)).rejects.toThrow()
    await kit.run(Withdrawals.use((withdrawals) => withdrawals.cancel(id, { personId })))
  })

  it("is refused with its reason before anything is held", async () => {
    const personId = await kit.rich(5_000_000n)
    const entry = await kit.keep(personId, await kit.payee())
    const order = kit.wish(personId, entry)
    const { personId: otherId } = kit.wish(kit.newId(), entry)
    for (const [more, tag] of [
      [{ amount: 0n }, "UnfitWithdrawal"],
      [{ amount: 293n }, "UnfitWithdrawal"],
      [{ amount: 9_999n }, "UnfitWithdrawal"],
      [{ fee: 1n }, "FeeMoved"],
      [{ fee: 10_000_000n }, "UnfitWithdrawal"],
      [{ amount: 5_000_000n }, "NotEnough"],
      [{ entryId: kit.newId() }, "AddressEntryNotFound"],
      [{ address: `${entry.address}x` }, "AddressEntryNotFound"],
      [{ personId: otherId }, "NoWithdrawalPassword"],
      [{ assetTypeId: 4 }, "UnfitWithdrawal"],
      [{ withdrawalPassword: `${PASSWORD}!` }, "WrongWithdrawalPassword"],
    ] as const)
      expect([more, await kit.refusal({ ...order, ...more })]).toEqual([more, tag])
    expect(await kit.stands(personId)).toEqual([5_000_000n, 0n])
  })

  it("is large by its person's daily sum, for consecutive and concurrent requests", async () => {
    const personId = await kit.rich(300_000_000n)
    const input = kit.wish(personId, await kit.keep(personId, await kit.payee()), { amount: 24_999_999n })
    const requested = await Promise.all([1, 2, 3].map(() => kit.request(input)))
    const needed = await kit.sql<Array<{ needed: number }>>`
      select (data->>'approvalsNeeded')::int as needed from es.event
      where stream = any(${requested.map(({ withdrawalId }) => `withdrawal-${withdrawalId}`)}) order by position`
    expect(needed.map((each) => each.needed)).toEqual([0, 0, 2])
    const options = () => kit.run(Withdrawals.use((withdrawals) => withdrawals.options(personId)))
    expect((await options()).find(({ assetTypeId }) => assetTypeId === 1)).toMatchObject({ approvalThreshold: 0n })
    for (const { withdrawalId } of requested)
      await kit.run(Withdrawals.use((withdrawals) => withdrawals.cancel(withdrawalId, { personId })))
    expect((await options()).find(({ assetTypeId }) => assetTypeId === 1)).toMatchObject({
      approvalThreshold: 50_000_000n,
    })
  })

  it("can be cancelled by its person until it is signed, and not afterwards", async () => {
    const { personId, script, withdrawalId } = await story.requested()
    const cancel = (who: string) =>
      kit.run(
        Withdrawals.use((withdrawals) => withdrawals.cancel(withdrawalId, { personId: who })).pipe(
          Effect.match({ onSuccess: () => null, onFailure: (refused) => refused._tag }),
        ),
      )
    expect(await cancel(kit.newId())).toBe("NoWithdrawal")
    // Built already, but not signed.
    await kit.step((done) => (done === "noted build" ? Effect.interrupt : Effect.void)).catch(() => null)
    expect(await kit.phase(withdrawalId)).toBe("built")
    expect(await cancel(personId)).toBeNull()
    expect(await kit.stands(personId)).toEqual([5_000_000n, 0n])
    expect(await story.untilDone(withdrawalId)).toBe("cancelled")
    expect(await kit.paid(script)).toEqual([])

    const second = await story.requested()
    await kit.step()
    const late = Withdrawals.use((withdrawals) =>
      withdrawals.cancel(second.withdrawalId, { personId: second.personId }),
    )
    expect(await kit.run(Effect.flip(late))).toMatchObject({ _tag: "TooLate" })
    expect(await story.untilDone(second.withdrawalId)).toBe("confirmed")
    await story.audit()
  })

  it("to a person here is booked without a transaction", async () => {
    const [personId, otherId] = [await kit.rich(5_000_000n), kit.newId()]
    const { script } = await kit.run(DepositAddresses.use((addresses) => addresses.give(otherId, 1, false)))
    const { withdrawalId } = await kit.request(kit.wish(personId, await kit.keep(personId, script)))
    await kit.step()
    expect(await kit.phase(withdrawalId)).toBe("confirmed")
    expect(await kit.stands(personId)).toEqual([4_000_000n, 0n])
    expect(await kit.stands(otherId)).toEqual([AMOUNT, 0n])
    await story.audit()
  })

  it("of a large amount waits for two operators and an hour, and does not proceed while withdrawals are stopped", async () => {
    const personId = await kit.rich(90_000_000n)
    const script = await kit.payee()
    const amount = 50_000_000n
    const { withdrawalId } = await kit.request(kit.wish(personId, await kit.keep(personId, script), { amount }))
    const allow = (operator: string) =>
      kit.run(
        Withdrawals.use((withdrawals) => withdrawals.approve(withdrawalId, operator)).pipe(
          Effect.match({ onSuccess: () => null, onFailure: (refused) => refused._tag }),
        ),
      )
    expect(await allow("mara")).toBeNull()
    expect(await allow("mara")).toBe("AlreadyApproved")
    await kit.step()
    expect(await kit.phase(withdrawalId)).toBe("requested")
    expect(await allow("jonas")).toBeNull()
    await kit.step()
    expect(await kit.phase(withdrawalId)).toBe("requested")
    await kit.run(Withdrawals.use((withdrawals) => withdrawals.stop(null, "test")))
    await kit.step(undefined, HOUR_MS)
    expect(await kit.phase(withdrawalId)).toBe("approved")
    expect(await kit.refusal(kit.wish(personId, await kit.keep(personId, await kit.payee())))).toBe("WithdrawalsOff")
    await kit.run(Withdrawals.use((withdrawals) => withdrawals.resume(null)))
    expect(await story.untilDone(withdrawalId)).toBe("confirmed")
    expect(await kit.paid(script)).toEqual([amount])
    await story.audit()
  })

  it("is not approved by a command id that was used for something else", async () => {
    const [first, second] = [await story.requested(), await story.requested()]
    const commandId = kit.newId()
    const notify = (withdrawalId: string) =>
      kit.run(
        Withdrawals.use((withdrawals) => withdrawals.approve(withdrawalId, "mara")).pipe(
          Effect.match({ onSuccess: () => null, onFailure: (refused) => refused._tag }),
        ),
        commandId,
      )
    expect(await notify(first.withdrawalId)).toBeNull()
    expect(await notify(first.withdrawalId)).toBeNull()
    expect(await notify(second.withdrawalId)).toBe("CommandReused")
    for (const { withdrawalId, personId } of [first, second])
      await kit.run(Withdrawals.use((withdrawals) => withdrawals.cancel(withdrawalId, { personId })))
  })

  it("above the daily limit is refused, also for concurrent requests", async () => {
    const personId = await kit.rich(250_000_000n)
    const entry = await kit.keep(personId, await kit.payee())
    const refusals = await Promise.all(
      Array.from({ length: AT_ONCE }, () => kit.refusal(kit.wish(personId, entry, { amount: 30_000_000n }))),
    )
    expect(refusals.filter((each) => each === null)).toHaveLength(3)
    expect(refusals.filter((each) => each === "DailyLimit")).toHaveLength(AT_ONCE - 3)
    for (let steps = 0; steps < 12; steps += 1) {
      await kit.step()
      await kit.mine(1)
    }
    await story.audit()
  })
})

describe("a worker with an unreachable signer", () => {
  it("builds one transaction and no more, and continues once the signer is back", async () => {
    const all = [await story.requested(), await story.requested(), await story.requested()]
    const away = () => Effect.fail(new SignerUnavailable({ detail: "test" }))
    const phases = () => Promise.all(all.map(({ withdrawalId }) => kit.phase(withdrawalId)))
    for (let steps = 0; steps < 2; steps += 1) {
      await kit.run(PayoutProcessor.use((work) => work.step("BTC", { ...kit.signer, sign: away })))
      expect(await phases()).toEqual(["built", "approved", "approved"])
    }
    await kit.step()
    expect(await phases()).toEqual(["seen", "seen", "seen"])
    for (const { script, withdrawalId } of all) {
      expect(await story.untilDone(withdrawalId)).toBe("confirmed")
      expect(await kit.paid(script)).toEqual([AMOUNT])
    }
    await story.audit()
  })
})

describe("a withdrawal beyond the signer's limit", () => {
  it("waits for an operator with the reason, and is paid once the limit allows it", async () => {
    const { script, withdrawalId } = await story.requested()
    const limited = inProcessSigner(makeKeys(parseSeed(SECRETS.WALLET_SEED)), new SpendingLimits({ BTC: AMOUNT - 1n }))
    await kit.run(PayoutProcessor.use((work) => work.step("BTC", limited)))
    expect(await kit.phase(withdrawalId)).toBe("requested")
    expect((await story.factsOf(withdrawalId, "HeldBack")).map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^signer: limit, \d+ of BTC demo within 24 hours; the limit is \d+/),
    ])
    expect(await kit.paid(script)).toEqual([])
    await kit.run(Withdrawals.use((withdrawals) => withdrawals.approve(withdrawalId, "operator")))
    expect(await story.untilDone(withdrawalId)).toBe("confirmed")
    expect(await kit.paid(script)).toEqual([AMOUNT])
    await story.audit()
  })
})

describe("a worker with an unexpected failure", () => {
  it("continues with the next withdrawals, and retries the failed one in its next run", async () => {
    const [first, second] = [await story.requested(), await story.requested()]
    let happened = 0
    await kit.step((done) => (done === "built" && happened++ === 0 ? Effect.die("unforeseen") : Effect.void))
    const phases = async () => [await kit.phase(first.withdrawalId), await kit.phase(second.withdrawalId)]
    expect(await phases()).toEqual(["approved", "seen"])
    await kit.step()
    expect(await phases()).toEqual(["seen", "seen"])
    for (const { withdrawalId } of [first, second]) expect(await story.untilDone(withdrawalId)).toBe("confirmed")
    await story.audit()
  })
})

describe("interrupted or concurrent workers", () => {
  it("leave withdrawals that the next worker completes, at any step: paid once, never stuck", async () => {
    const points = new Set<string>()
    const first = await story.requested()
    for (let steps = 0; steps < 6; steps += 1) {
      await kit.step((done) => Effect.sync(() => points.add(done)))
      await kit.mine(1)
    }
    expect(await kit.phase(first.withdrawalId)).toBe("confirmed")
    expect([...points]).toEqual(expect.arrayContaining(["built", "noted build", "signed", "noted sign", "broadcast"]))
    // So deep that the first one is no longer checked.
    await kit.mine(BTC.windowBlocks)
    await kit.step()
    // At each crash point in turn: the next worker continues to the next point.
    const { script, personId, withdrawalId } = await story.requested()
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
    expect(await story.untilDone(withdrawalId)).toBe("confirmed")
    expect(await kit.paid(script)).toEqual([AMOUNT])
    expect((await kit.stands(personId))[1]).toBe(0n)
    await story.audit()
  })

  it("pay each withdrawal once", async () => {
    const all = await Promise.all([story.requested(), story.requested(), story.requested()])
    for (let steps = 0; steps < 10; steps += 1) {
      await Promise.all([kit.step(), kit.step()])
      await kit.mine(1)
    }
    for (const { script, withdrawalId } of all) {
      expect(await kit.phase(withdrawalId)).toBe("confirmed")
      expect(await kit.paid(script)).toEqual([AMOUNT])
    }
    await story.audit()
  })
})
