import { Effect, Logger } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type OnOwnDatabase, onOwnDatabase } from "../../ledger/testing/onOwnDatabase.ts"
import { DELAY_MS } from "./noteDelayed.ts"
import { PayoutProcessor } from "./PayoutProcessor.ts"
import { BTC, openWithdrawals, type WithdrawalKit, withClockAhead } from "./testing/withdrawalKit.ts"
import { AMOUNT, withdrawalStories } from "./testing/withdrawalStories.ts"
import { Withdrawals } from "./Withdrawals.ts"

let kit: OnOwnDatabase<WithdrawalKit>
let story: ReturnType<typeof withdrawalStories>

beforeAll(async () => {
  kit = await onOwnDatabase(openWithdrawals)
  story = withdrawalStories(kit)
})
afterAll(() => kit.close())

const COIN = 1_000_000n
const [MANY, AGREED] = [20_500_000n, 4_000n]
const DAY_MS = 86_400_000

const setDaily = (feeSubsidyDailyMax: bigint) =>
  kit.run(
    Withdrawals.use((withdrawals) => withdrawals.setRules({ assetTypeId: 1, rules: { feeSubsidyDailyMax } }, "test")),
  )
/** A person who withdraws many small deposits. */
const asksForMany = async () => {
  const personId = await kit.rich(...Array.from({ length: 24 }, () => COIN))
  const entry = await kit.keep(personId, await kit.payee())
  const { withdrawalId } = await kit.request(kit.wish(personId, entry, { amount: MANY, fee: AGREED }))
  return withdrawalId
}
const feeSubsidy = async (withdrawalId: string) =>
  BigInt((await story.factsOf(withdrawalId, "Signed")).at(-1)?.subsidy ?? 0)
/** What one run reports to operators. */
const reportsOfRun = async (aheadSeconds = 0) => {
  const reports: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => {
    reports.push(`${logLevel} ${[message].flat()[0]}`)
  })
  const step = withClockAhead(
    aheadSeconds * 1_000,
    PayoutProcessor.use((work) => work.step("BTC", kit.signer)),
  )
  await kit.run(Effect.provide(step, Logger.layer([logger])))
  return reports
}

it("fees that the platform pays have a daily limit; beyond it a withdrawal waits without blocking others, and operators are informed", async () => {
  const first = await asksForMany()
  expect(await reportsOfRun()).toEqual(["Warn the platform bears a part of a fee"])
  expect(await story.untilDone(first)).toBe("confirmed")
  const subsidy = await feeSubsidy(first)
  expect(subsidy).toBeGreaterThan(0n)
  await setDaily(subsidy + 100n)

  const second = await asksForMany()
  expect(await reportsOfRun()).toEqual(["Error the platform bears no more fees today"])
  expect(await reportsOfRun()).toEqual([])
  expect(await kit.phase(second)).toBe("approved")
  // A withdrawal within its agreed fee proceeds.
  const other = await story.requested()
  expect(await story.untilDone(other.withdrawalId)).toBe("confirmed")
  expect(await kit.paid(other.script)).toEqual([AMOUNT])
  await kit.step(undefined, DELAY_MS)
  expect(await story.factsOf(second, "Delayed")).toMatchObject([{ waitsFor: "fee" }])
  expect(await kit.phase(second)).toBe("approved")

  // The next day.
  await kit.step(undefined, DAY_MS)
  expect(await kit.phase(second)).toBe("seen")
  expect(await story.untilDone(second)).toBe("confirmed")
  await story.audit()
})

it("operators can raise the subsidy, and set it to zero", async () => {
  await setDaily(0n)
  const withdrawalId = await asksForMany()
  await kit.step()
  expect(await kit.phase(withdrawalId)).toBe("approved")
  await setDaily(10n ** 6n)
  expect(await story.untilDone(withdrawalId)).toBe("confirmed")
  expect(await feeSubsidy(withdrawalId)).toBeGreaterThan(0n)
  await story.audit()
})

it("a signed transaction with a low fee is broadcast unchanged while the budget is exhausted", async () => {
  const { min } = BTC.feeRate
  await setDaily(0n)
  const { script, withdrawalId } = await story.requested({ fee: AGREED })
  await kit.step((done) => (done === "noted sign" ? Effect.interrupt : Effect.void)).catch(() => null)
  Object.assign(BTC.feeRate, { min: 60_000n })
  try {
    const reports = [
      await reportsOfRun(),
      await reportsOfRun(BTC.blockSeconds),
      await reportsOfRun(2 * BTC.blockSeconds),
    ].flat()
    expect(reports.filter((each) => each.startsWith("Error"))).toEqual(["Error the platform bears no more fees today"])
    expect(await story.factsOf(withdrawalId, "Signed")).toHaveLength(1)
    expect(await story.factsOf(withdrawalId, "HeldBack")).toHaveLength(1)
    await setDaily(10n ** 6n)
    await kit.step(undefined, 2 * BTC.blockSeconds * 1_000)
    expect(await story.factsOf(withdrawalId, "Signed")).toHaveLength(2)
    expect(await feeSubsidy(withdrawalId)).toBeGreaterThan(0n)
    expect(await story.untilDone(withdrawalId)).toBe("confirmed")
  } finally {
    Object.assign(BTC.feeRate, { min })
  }
  expect(await kit.paid(script)).toEqual([AMOUNT])
  await story.audit()
})

it("a withdrawal that needs more than the daily budget is subsidised as the only one of its day", async () => {
  await setDaily(1n)
  const [first, second] = [await asksForMany(), await asksForMany()]
  await kit.step(undefined, 2 * DAY_MS)
  const phases = [await kit.phase(first), await kit.phase(second)]
  expect(phases).toEqual(["seen", "approved"])
  await kit.step(undefined, 4 * DAY_MS)
  expect(await kit.phase(second)).toBe("seen")
})
