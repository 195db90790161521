import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import type { CycleState } from "../cycle/Cycle.ts"
import { closeCycle } from "../cycle/closeCycle.ts"
import { FEE_MIN, RULE_DEFAULTS, RULE_STATUS } from "../limits.ts"
import { statusOf as statusOfRule } from "../statusOf.ts"
import { opensCreator } from "../supportLevels.ts"
import { changeRule, type RuleChange, raisesRenewal } from "./changeRule.ts"
import { dueNow, missRenewal, startTerm } from "./charge.ts"
import type { Price } from "./chargeTypes.ts"
import { removeLeavingCreator, returnCreator, withholdCreator } from "./departures.ts"
import type { RuleEvent } from "./events.ts"
import { accessUntil, membersOf, Rule, type RuleState } from "./Rule.ts"
import { cancelNow } from "./refund.ts"

const DAY = 86_400_000
const [PAYER, ANNA, BEN, CARA] = [1, 2, 3, 4].map((n) => `01990000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
]
const START = Date.parse("2027-01-31T10:00:00.000Z")
const FEB = Date.parse("2027-02-28T10:00:00.000Z")
const MAR = Date.parse("2027-03-31T10:00:00.000Z")
/** One unit of the asset is one cent. */
const PRICE: Price = { mid: "0.01", digits: 0, baseDigits: 2, snapshotId: "2027-01-31.1" }

const at = (nowMs: number) => ({ personId: PAYER, number: 1, nowMs })
const fold = (state: RuleState, events: ReadonlyArray<RuleEvent>) => replay({ ...Rule, initial: state }, events)
const changed = (state: RuleState, nowMs: number, change: RuleChange) =>
  fold(state, Result.getOrThrow(changeRule(at(nowMs), change)(state)))
const problem = (state: RuleState, nowMs: number, change: RuleChange) => {
  const decided = changeRule(at(nowMs), change)(state)
  return Result.isFailure(decided) ? decided.failure.problem : null
}
const statusOf = ({ intent, term, lastCycle }: RuleState) =>
  statusOfRule({ intent, isPaid: term !== null, wasPaid: lastCycle > 0 })
const weights = (...ids: ReadonlyArray<string>) => new Map(ids.map((id) => [id, 1]))
const charged = (state: RuleState, nowMs: number, price = PRICE) => {
  const charge = Result.getOrThrow(startTerm(at(nowMs), state, price))
  if (charge === null) throw new Error("nothing was charged")
  return { state: fold(state, charge.events), charge }
}
/** A rule of 10.00 a month for two creators that renews, charged on 31 January. */
const running = (terms: RuleChange["terms"] = {}) =>
  charged(
    changed(Rule.initial, START, {
      terms: { msf: 1_000n, autoRenew: true, ...terms },
      weights: weights(ANNA, BEN),
    }),
    START,
  )
const due = (state: RuleState, nowMs: number, price: Price | null = PRICE) => dueNow(at(nowMs), state, price, true)
const settled = (state: RuleState, nowMs: number, price: Price | null = PRICE) => {
  const found = due(state, nowMs, price)
  if (found._tag === "Nothing") return state
  return fold(state, found._tag === "Charge" ? found.charge.events : found.events)
}

describe("a rule", () => {
  it("starts with autoRenew false, periods 0, msf 0, pmsf 0, mainAssetTypeId 1 and status 2 [S3-017]", () => {
    const state = changed(Rule.initial, START, {})
    expect(state.terms).toEqual({
      assetTypeId: 1,
      currencyId: 4,
      msf: 0n,
      periods: 0,
      autoRenew: false,
      onLeave: "others",
    })
    expect(statusOf(state)).toBe(2)
    expect(RULE_DEFAULTS).toMatchObject({ pmsf: 0n, subscribeRuleStatusId: 2 })
  })

  it.each<[string, RuleChange, string]>([
    ["a fee below 1.00", { terms: { msf: 99n } }, "msf.low"],
    ["a fee above 10,000.00", { terms: { msf: 1_000_001n } }, "msf.high"],
    ["dollars as the asset that pays", { terms: { assetTypeId: 4 } }, "asset"],
    ["a coin as the base currency", { terms: { currencyId: 1 } }, "currency"],
    ["its payer as a creator", { weights: weights(PAYER) }, "creators.oneself"],
    ["a weight above 1,000", { weights: new Map([[ANNA, 1_001]]) }, "weight"],
    ["a share below 1.00", { terms: { msf: 150n }, weights: weights(ANNA, BEN) }, "share.small"],
    [
      "a share below 1.00 by weight",
      {
        terms: { msf: 1_000n },
        weights: new Map([
          [ANNA, 99],
          [BEN, 1],
        ]),
      },
      "share.small",
    ],
  ])("refuses %s", (_, change, expected) => {
    expect(problem(Rule.initial, START, change)).toBe(expected)
  })

  it("refuses 101 creators, and 100 of them for 10.00", () => {
    const ids = Array.from({ length: 101 }, (_, n) => `01990000-0000-7000-8000-${String(n + 100).padStart(12, "0")}`)
    expect(problem(Rule.initial, START, { terms: { msf: 1_000_000n }, weights: weights(...ids) })).toBe("creators.many")
    expect(problem(Rule.initial, START, { terms: { msf: 1_000n }, weights: weights(...ids.slice(0, 100)) })).toBe(
      "share.small",
    )
  })

  it("does not open more creators in a paid period because the next fee is higher", () => {
    const ids = Array.from({ length: 20 }, (_, n) => `01990000-0000-7000-8000-${String(n + 100).padStart(12, "0")}`)
    expect(problem(running().state, START + DAY, { terms: { msf: 10_000n }, weights: weights(...ids) })).toBe(
      "share.small",
    )
  })

  it("asks for consent only if later renewals cost more", () => {
    const { state } = running()
    const raises = (change: RuleChange) => raisesRenewal(state, changed(state, START + DAY, change))
    expect(raises({ terms: { msf: 1_001n } })).toBe(true)
    expect(raises({ terms: { periods: 3 } })).toBe(true)
    expect(raises({ terms: { assetTypeId: 3 } })).toBe(true)
    expect(raises({ terms: { msf: 900n } })).toBe(false)
    expect(raises({ terms: { autoRenew: false } })).toBe(false)
    expect(raises({ weights: weights(CARA) })).toBe(false)
    const once = running({ autoRenew: false }).state
    expect(raisesRenewal(once, changed(once, START + DAY, { terms: { autoRenew: true } }))).toBe(true)
  })
})

describe("a charge", () => {
  it("pays for one calendar month from now, whole and at once", () => {
    const { state, charge } = running()
    expect(charge.units).toBe(1_000n)
    expect(charge.cycles).toMatchObject([
      { n: 1, startsAt: "2027-01-31T10:00:00.000Z", endsAt: "2027-02-28T10:00:00.000Z" },
    ])
    expect([statusOf(state), opensCreator(state, ANNA, START), opensCreator(state, CARA, START)]).toEqual([
      2,
      true,
      false,
    ])
  })

  it("is not repeated while a paid term runs", () => {
    expect(startTerm(at(FEB - 1), running().state, PRICE)).toEqual(Result.succeed(null))
  })

  it("of a longer term begins one cycle for each period, which together cost the price of the term", () => {
    const { charge } = running({ periods: 12 })
    expect(charge.cycles).toHaveLength(12)
    expect(charge.units).toBe(9_600n)
    expect(charge.cycles.reduce((sum, { units }) => sum + BigInt(units), 0n)).toBe(9_600n)
  })

  it("renews at the anchor's day, however short the months between are", () => {
    const renewed = settled(running().state, FEB + 5_000)
    expect(renewed.term?.cycles).toMatchObject([{ n: 2, startMs: FEB, endMs: MAR }])
  })

  it("happens once for the running period after a worker was away for 90 days; passed periods are skipped", () => {
    const away = due(running().state, START + 90 * DAY)
    if (away._tag !== "Charge") throw new Error(away._tag)
    const [begun] = away.charge.events
    expect(begun).toMatchObject({ skipped: 2, place: 3, cycles: [{ n: 2, startsAt: "2027-04-30T10:00:00.000Z" }] })
  })

  it("is not made before the end, even if the clock goes back an hour", () => {
    expect(due(settled(running().state, FEB), FEB - 3_600_000)._tag).toBe("Nothing")
  })

  it("is missed without a rate, or if the price rose by more than a quarter; the period keeps its anchor", () => {
    const { state } = running()
    expect(due(state, FEB, null)).toMatchObject({ events: [{ reason: "rate" }] })
    expect(due(state, FEB, { ...PRICE, mid: "0.0079" })).toMatchObject({ events: [{ reason: "price" }] })
    expect(due(state, FEB, { ...PRICE, mid: "0.008" })._tag).toBe("Charge")
    const late = settled(settled(state, FEB, null), FEB + 6 * DAY)
    expect(late.term?.cycles).toMatchObject([{ startMs: FEB, endMs: MAR }])
  })
})

describe("a missed renewal", () => {
  const missed = () => {
    const { state } = running()
    const found = missRenewal(at(FEB + 1_000), state, "balance")
    if (found._tag !== "Events") throw new Error(found._tag)
    return fold(state, found.events)
  }

  it("keeps access for 7 days and is noted once", () => {
    const state = missed()
    expect(accessUntil(state)).toBe(FEB + 7 * DAY)
    expect([opensCreator(state, ANNA, FEB + 7 * DAY - 1), opensCreator(state, ANNA, FEB + 7 * DAY)]).toEqual([
      true,
      false,
    ])
    expect(missRenewal(at(FEB + DAY), state, "frozen")._tag).toBe("Nothing")
  })

  it("is charged in the last second of the grace period, and pauses the rule after it", () => {
    const state = missed()
    expect(due(state, FEB + 7 * DAY - 1)._tag).toBe("Charge")
    const lapsed = settled(state, FEB + 7 * DAY)
    expect([statusOf(lapsed), lapsed.term]).toEqual([RULE_STATUS.paused, null])
    expect(due(lapsed, FEB + 8 * DAY)._tag).toBe("Nothing")
  })
})

describe("the end of a rule", () => {
  it("without renewal is the end of the term, and makes the rule inactive", () => {
    const { state } = running({ autoRenew: false })
    expect(accessUntil(state)).toBe(FEB)
    expect(statusOf(settled(state, FEB))).toBe(RULE_STATUS.inactive)
  })

  it("is the end of the paid term if it is cancelled, and nothing moves", () => {
    const cancelled = changed(running().state, START + DAY, { intent: "cancelled" })
    expect([statusOf(cancelled), opensCreator(cancelled, ANNA, FEB - 1)]).toEqual([RULE_STATUS.cancelled, true])
    expect(statusOf(settled(cancelled, FEB))).toBe(RULE_STATUS.ended)
  })

  it("now refunds all but the stay so far, to the millisecond and rounded down, and at least 7 days are kept", () => {
    const { state } = running()
    const kept = (nowMs: number) => Result.getOrThrow(cancelNow(at(nowMs), state)).used.map(({ units }) => units)
    expect(kept(START + 60_000)).toEqual([250n])
    expect(kept(START + 14 * DAY)).toEqual([500n])
    expect(kept(START + 14 * DAY + 1)).toEqual([501n])
    expect(kept(FEB - 1)).toEqual([1_000n])
  })

  it("of a longer term refunds its later periods, and the stay costs what a stay of this length costs", () => {
    const { state } = running({ periods: 12 })
    const march = MAR + 15 * DAY
    const { used } = Result.getOrThrow(cancelNow(at(march), state))
    expect(used.map(({ n, units }) => [n, units])).toEqual([
      [3, 375n],
      ...Array.from({ length: 9 }, (_, index) => [4 + index, 0n]),
    ])
  })

  it("now is refused without a paid term, and within 90 days of the last refund", () => {
    const { state } = running()
    const ended = fold(state, Result.getOrThrow(cancelNow(at(START + DAY), state)).events)
    expect([statusOf(ended), opensCreator(ended, ANNA, START + DAY)]).toEqual([RULE_STATUS.ended, false])
    expect(cancelNow(at(START + 2 * DAY), ended)).toMatchObject({ failure: { reason: "nothingPaid" } })
    const again = charged(changed(ended, START + 2 * DAY, { intent: "active" }), START + 2 * DAY).state
    expect(cancelNow(at(START + 3 * DAY), again)).toMatchObject({
      failure: { reason: "tooSoon", untilMs: START + 91 * DAY },
    })
    expect(Result.isSuccess(cancelNow(at(START + 3 * DAY), again, true))).toBe(true)
  })
})

describe("closing a cycle", () => {
  const cycle: NonNullable<CycleState> = {
    ...{ personId: PAYER, number: 1, n: 1, assetTypeId: 1, startMs: START, endMs: FEB },
    ...{ units: 1_000n, cutPerMille: 50, gift: null, isOpen: true, seats: [] },
  }
  const close = (state: RuleState, closedIds: ReadonlySet<string> = new Set()) =>
    closeCycle(cycle, state, { endMs: FEB, units: 1_000n, closedIds, paydayId: "p", nowMs: FEB })

  it("gives the rest of a leaving creator's share to the others, or back to the payer", () => {
    const half = START + 14 * DAY
    const leave = (state: RuleState) => fold(state, Result.getOrThrow(removeLeavingCreator(at(half), BEN)(state)))
    const others = close(leave(running().state))
    expect(others).toMatchObject({
      shares: [
        { creatorId: ANNA, units: "633" },
        { creatorId: BEN, units: "317" },
      ],
    })
    expect(others.returned).toBe("0")
    const back = close(leave(running({ onLeave: "back" }).state))
    expect(back).toMatchObject({
      shares: [
        { creatorId: ANNA, units: "475" },
        { creatorId: BEN, units: "237" },
      ],
    })
    expect([back.cut, back.returned]).toEqual(["38", "250"])
    const erased = close(running({ onLeave: "back" }).state, new Set([BEN]))
    expect(erased).toMatchObject({ shares: [{ creatorId: ANNA, units: "475" }], cut: "25", returned: "500" })
  })

  it("stops to count a creator whose channel is withheld, and counts them again with their weight when it is back", () => {
    const { state } = running()
    const taken = fold(state, Result.getOrThrow(withholdCreator(at(START + 7 * DAY), BEN)(state)))
    expect([membersOf(taken).length, opensCreator(taken, BEN, START + 8 * DAY)]).toEqual([1, false])
    expect(Result.getOrThrow(withholdCreator(at(START + 8 * DAY), BEN)(taken))).toEqual([])
    const back = fold(taken, Result.getOrThrow(returnCreator(at(START + 21 * DAY), BEN)(taken)))
    expect(membersOf(back)).toEqual(membersOf(state))
    expect(opensCreator(back, BEN, START + 22 * DAY)).toBe(true)
    // Half of the 28 days.
    expect(close(back).shares).toEqual([
      { creatorId: ANNA, units: "633" },
      { creatorId: BEN, units: "317" },
    ])
    expect(Result.getOrThrow(returnCreator(at(START + 22 * DAY), BEN)(back))).toEqual([])
  })

  it("does not put a withheld creator back if the fee is too small for one more by then", () => {
    const { state } = running()
    const taken = fold(state, Result.getOrThrow(withholdCreator(at(START + DAY), BEN)(state)))
    const lower = changed(taken, START + 2 * DAY, { terms: { msf: FEE_MIN } })
    expect(Result.getOrThrow(returnCreator(at(START + 3 * DAY), BEN)(lower))).toEqual([])
  })

  it("does not put a creator back who left by themselves", () => {
    const { state } = running()
    const left = fold(state, Result.getOrThrow(removeLeavingCreator(at(START + DAY), BEN)(state)))
    expect(Result.getOrThrow(returnCreator(at(START + 2 * DAY), BEN)(left))).toEqual([])
  })

  it("gives the payer the rest of a creator who left by a clock that was set back behind their arrival", () => {
    const rule = changed(Rule.initial, START, {
      terms: { msf: 1_000n, autoRenew: true, onLeave: "back" },
      weights: weights(ANNA, BEN),
    })
    const { state } = charged(rule, START)
    const hourBefore = START - 3_600_000
    const left = fold(state, Result.getOrThrow(removeLeavingCreator(at(hourBefore), BEN)(state)))
    expect(close(left)).toMatchObject({ shares: [{ creatorId: ANNA, units: "475" }], cut: "25", returned: "500" })
  })

  it("splits the fee by weight and time, and keeps the platform's cut", () => {
    const half = START + 14 * DAY
    const state = changed(running().state, half, { weights: new Map([[BEN, 0]]) })
    expect(close(state)).toMatchObject({
      shares: [
        { creatorId: ANNA, units: "633" },
        { creatorId: BEN, units: "317" },
      ],
      cut: "50",
      returned: "0",
    })
  })

  it("pays a creator who was open for a minute for 7 days", () => {
    const state = changed(running().state, START + 60_000, { weights: new Map([[BEN, 0]]) })
    expect(close(state).shares).toEqual([
      { creatorId: ANNA, units: "760" },
      { creatorId: BEN, units: "190" },
    ])
    expect(opensCreator(state, BEN, START + 7 * DAY - 1)).toBe(true)
    expect(opensCreator(state, BEN, START + 7 * DAY)).toBe(false)
  })

  it("counts a creator who leaves up to that moment", () => {
    const { state } = running()
    const left = fold(state, Result.getOrThrow(removeLeavingCreator(at(START + 7 * DAY), BEN)(state)))
    expect(close(left).shares).toEqual([
      { creatorId: ANNA, units: "760" },
      { creatorId: BEN, units: "190" },
    ])
  })

  it("gives the share of an erased creator to the others, and everything back if no one is left", () => {
    const { state } = running()
    expect(close(state, new Set([BEN])).shares).toEqual([{ creatorId: ANNA, units: "950" }])
    expect(close(state, new Set([ANNA, BEN]))).toMatchObject({ shares: [], cut: "0", returned: "1000", paydayId: null })
  })
})
