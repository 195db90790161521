import { Result } from "effect"
import { expect, it } from "vitest"
import { replay } from "#core/kernel"
import { changeRule } from "./changeRule.ts"
import { dueNow, startTerm } from "./charge.ts"
import type { Price } from "./chargeTypes.ts"
import { Rule, type RuleState } from "./Rule.ts"
import { remindRenewal } from "./remind.ts"

const DAY = 86_400_000
const [PAYER, ANNA] = ["01990000-0000-7000-8000-000000000001", "01990000-0000-7000-8000-000000000002"] as const
const START = Date.parse("2027-01-31T10:00:00.000Z")
const END = Date.parse("2027-02-28T10:00:00.000Z")
const priceOf = (mid: string): Price => ({ mid, digits: 0, baseDigits: 2, snapshotId: "2027-01-31.1" })
const at = (nowMs: number) => ({ personId: PAYER, number: 1, nowMs })
const fold = (state: RuleState, events: Parameters<typeof replay<RuleState, Parameters<typeof Rule.evolve>[1]>>[1]) =>
  replay({ ...Rule, initial: state }, events)

/** A rule of 1,000 units a month that renews on 28 February. */
const running = () => {
  const terms = { msf: 1_000n, autoRenew: true }
  const added = Result.getOrThrow(changeRule(at(START), { terms, weights: new Map([[ANNA, 1]]) })(Rule.initial))
  const state = fold(Rule.initial, added)
  const charge = Result.getOrThrow(startTerm(at(START), state, priceOf("0.01")))
  return fold(state, charge?.events ?? [])
}
const remind = (state: RuleState, nowMs: number, available: bigint, mid = "0.01") =>
  remindRenewal(at(nowMs), state, priceOf(mid), available)

it("reminds of a renewal if less than 1.25 times the estimate is available", () => {
  expect(remind(running(), END - 7 * DAY, 1_249n)).toMatchObject([{ days: 7, units: "1000" }])
  expect(remind(running(), END - 7 * DAY, 1_250n)).toEqual([])
  expect(remind(running(), END - 7 * DAY - 1, 0n)).toEqual([])
  expect(remind(running(), END, 0n)).toEqual([])
})

it("reminds 7, 3 and 1 days before, each once, also if a worker was away", () => {
  const state = running()
  const reminded = fold(state, remind(state, END - 5 * DAY, 0n))
  expect(reminded.remindedDays).toBe(7)
  expect(remind(reminded, END - 4 * DAY, 0n)).toEqual([])
  expect(remind(reminded, END - DAY, 0n)).toMatchObject([{ days: 1 }])
  expect(remind(fold(reminded, remind(reminded, END - DAY, 0n)), END - 1, 0n)).toEqual([])
})

it("does not remind of a renewal that will not happen", () => {
  const paused = fold(running(), Result.getOrThrow(changeRule(at(START), { intent: "paused" })(running())))
  expect(remind(paused, END - DAY, 0n)).toEqual([])
})

it("limits the renewal to 1.25 times the last announced price", () => {
  const state = running()
  // The coin lost half of its value: without a reminder, the price of 2,000 units is too high.
  expect(dueNow(at(END), state, priceOf("0.005"), true)).toMatchObject({ events: [{ reason: "price" }] })
  const reminded = fold(state, remind(state, END - 3 * DAY, 0n, "0.005"))
  expect(dueNow(at(END), reminded, priceOf("0.005"), true)).toMatchObject({ _tag: "Charge" })
  expect(dueNow(at(END), reminded, priceOf("0.0039"), true)).toMatchObject({ events: [{ reason: "price" }] })
})
