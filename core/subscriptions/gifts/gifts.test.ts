import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { formatIso, replay } from "#core/kernel"
import { Cycle } from "../cycle/Cycle.ts"
import { closeCycle } from "../cycle/closeCycle.ts"
import { DAY_MS, GIFT_CLAIM_MS, GIFT_RULE_FIRST, GIFT_RULES_MAX, GIFTS_OPEN_MAX, RULE_NUMBERS } from "../limits.ts"
import { changeRule } from "../rule/changeRule.ts"
import { startTerm } from "../rule/charge.ts"
import { endOf, Rule, type RuleState } from "../rule/Rule.ts"
import { opensCreator } from "../supportLevels.ts"
import { auditGifts } from "../testing/giftAuditor.ts"
import { buyGift, type GiftOrder, returnGift } from "./changeGifts.ts"
import { claimGift, type NumberedRule } from "./claimGift.ts"
import type { GiftEvent } from "./events.ts"
import { giftIdOf, makeGiftCode } from "./giftCode.ts"
import { type GiftsState, PersonGifts } from "./PersonGifts.ts"

const NOW = Date.UTC(2028, 0, 31, 12)
const price = { mid: "50000", digits: 8, baseDigits: 2, snapshotId: "s" }
const WISH: GiftOrder = { channelId: 7, creatorId: "creator", assetTypeId: 1, currencyId: 4, msf: 1_000n, periods: 3 }
const none: ReadonlyArray<NumberedRule> = RULE_NUMBERS.map((number) => ({ number, state: Rule.initial }))
const by = { payerId: "payer", byId: "reader", nowMs: NOW }

const buy = (more: Partial<GiftOrder> = {}, state: GiftsState = PersonGifts.initial, giftId = "g") =>
  buyGift({ personId: "payer", nowMs: NOW, giftId, code: "C" }, { ...WISH, ...more }, price, state)
const withGifts = (...events: ReadonlyArray<GiftEvent>) => replay(PersonGifts, events)
const bought = (more: Partial<GiftOrder> = {}) => Result.getOrThrow(buy(more))
const reasonOf = <E extends object>(result: Result.Result<unknown, E>) =>
  Result.match(result, { onFailure: (refused) => Object.values(refused).at(-1), onSuccess: () => null })
const claimOf = (
  rules: ReadonlyArray<NumberedRule> = none,
  more: Partial<GiftOrder> = {},
  of: Partial<typeof by> = {},
) => claimGift({ ...by, ...of }, withGifts(bought(more)).get("g"), rules)
const withRule = (number: number, state: RuleState) =>
  none.map((rule) => (rule.number === number ? { number, state } : rule))

describe("a gift", () => {
  it("costs what a term of the same fee costs", () => {
    const units = [1, 3, 12].map((periods) => bought({ periods: periods as 1 | 3 | 12 }).units)
    // 10.00 a month are 20,000 units; 3 months 2.75 of it, 12 months 8 tenths of 12.
    expect(units).toEqual(["20000", "55000", "192000"])
  })

  it.each([
    [{ creatorId: "payer" }, "creators.oneself"],
    [{ msf: 99n }, "msf.low"],
    [{ msf: 1_000_001n }, "msf.high"],
    [{ assetTypeId: 4 }, "asset"],
    [{ currencyId: 1 }, "currency"],
  ] as const)("is not bought with %o", (more, problem) => {
    expect(reasonOf(buy(more))).toBe(problem)
  })

  it("waits beside at most 49 others of its payer", () => {
    const many = Array.from({ length: GIFTS_OPEN_MAX }, (_, index) =>
      Result.getOrThrow(buy({}, new Map(), `g${index}`)),
    )
    expect(reasonOf(buy({}, withGifts(...many)))).toBe("many")
    const [first] = many
    const returned = Result.getOrThrow(returnGift("payer", withGifts(...many).get(first?.giftId ?? ""), "payer", NOW))
    expect(reasonOf(buy({}, withGifts(...many, ...(returned === null ? [] : [returned]))))).toBeNull()
  })
})

describe("claiming a gift", () => {
  it("makes its months cycles of a rule that only gifts use, for the price that was paid", () => {
    const { number, cycles, events, claimed } = Result.getOrThrow(claimOf())
    expect(number).toBe(GIFT_RULE_FIRST)
    expect(cycles.map(({ startsAt, endsAt, units }) => [startsAt.slice(0, 10), endsAt.slice(0, 10), units])).toEqual([
      ["2028-01-31", "2028-02-29", "20000"],
      ["2028-02-29", "2028-03-31", "20000"],
      ["2028-03-31", "2028-04-30", "15000"],
    ])
    const rule = replay(Rule, events)
    expect(
      [NOW, Date.UTC(2028, 3, 30, 11), Date.UTC(2028, 3, 30, 12)].map((ms) => opensCreator(rule, "creator", ms)),
    ).toEqual([true, true, false])
    expect(auditGifts([bought(), claimed], cycles)).toEqual([])
  })

  it("begins when what the person pays for the creator is over", () => {
    const added = Result.getOrThrow(
      changeRule(
        { personId: "reader", number: 1, nowMs: NOW },
        { weights: new Map([["creator", 1]]), terms: { msf: 500n } },
      )(Rule.initial),
    )
    const before = replay(Rule, added)
    const charge = Result.getOrThrow(startTerm({ personId: "reader", number: 1, nowMs: NOW - DAY_MS }, before, price))
    const paid = replay({ ...Rule, initial: before }, charge?.events ?? [])
    const { cycles, events } = Result.getOrThrow(claimOf(withRule(1, paid)))
    const startMs = paid.term === null ? 0 : endOf(paid.term)
    expect(cycles[0]?.startsAt).toBe(formatIso(startMs))
    const rule = replay(Rule, events)
    expect([startMs - 1, startMs].map((ms) => opensCreator(rule, "creator", ms))).toEqual([false, true])
    expect(Result.getOrThrow(claimOf(withRule(1, paid), { creatorId: "other" })).cycles[0]?.startsAt).toBe(
      formatIso(NOW),
    )
  })

  it("is refused twice, after a return, after 90 days, to its payer and to its creator", () => {
    const { claimed } = Result.getOrThrow(claimOf())
    const returned = Result.getOrThrow(returnGift("payer", withGifts(bought()).get("g"), "unclaimed", NOW))
    expect(reasonOf(claimGift(by, undefined, none))).toBe("unknown")
    expect(reasonOf(claimGift(by, withGifts(bought(), claimed).get("g"), none))).toBe("claimed")
    expect(reasonOf(claimGift(by, withGifts(bought(), returned as GiftEvent).get("g"), none))).toBe("returned")
    expect(reasonOf(claimOf(none, {}, { nowMs: NOW + GIFT_CLAIM_MS }))).toBe("returned")
    expect(reasonOf(claimOf(none, {}, { byId: "payer" }))).toBe("oneself")
    expect(reasonOf(claimOf(none, {}, { byId: "creator" }))).toBe("creator")
  })

  it("needs one of ten rules of gifts, and one is used again when its gift is over", () => {
    const used = replay(Rule, Result.getOrThrow(claimOf()).events)
    const full = none.map((rule) => (rule.number >= GIFT_RULE_FIRST ? { ...rule, state: used } : rule))
    expect(full.filter(({ state }) => state.term !== null)).toHaveLength(GIFT_RULES_MAX)
    expect(reasonOf(claimOf(full))).toBe("full")
    const over = replay({ ...Rule, initial: used }, [
      {
        ...{ _tag: "subscriptions.RuleLapsed.v1", personId: "reader", number: GIFT_RULE_FIRST, reason: "ended" },
        ...{ creatorIds: ["creator"], lapsedAt: formatIso(NOW + 91 * DAY_MS) },
      },
    ])
    const later = { nowMs: NOW + 80 * DAY_MS }
    const again = Result.getOrThrow(claimOf(withRule(GIFT_RULE_FIRST, over), { creatorId: "other" }, later))
    const rule = replay({ ...Rule, initial: over }, again.events)
    expect(["creator", "other"].map((id) => opensCreator(rule, id, later.nowMs + DAY_MS))).toEqual([false, true])
    expect(again.cycles.map(({ n }) => n)).toEqual([4, 5, 6])
  })
})

describe("what is left of a gift", () => {
  it("goes to who paid for it if its creator leaves, or to its reader if the payer has left", () => {
    const { cycles, events } = Result.getOrThrow(claimOf())
    const [first] = cycles
    const cycle = first === undefined ? null : replay(Cycle, [first])
    if (cycle === null) throw new Error("no cycle")
    const rule = replay(Rule, events)
    const closing = {
      endMs: cycle.endMs,
      units: cycle.units,
      closedIds: new Set(["creator"]),
      paydayId: "p",
      nowMs: cycle.endMs,
    }
    expect(closeCycle(cycle, rule, closing)).toMatchObject({ returned: "20000", gift: { payerId: "payer" } })
    expect(closeCycle(cycle, rule, { ...closing, closedIds: new Set(["creator", "payer"]) })).not.toHaveProperty("gift")
  })

  it("is returned once, and not after it was claimed", () => {
    const gift = withGifts(bought()).get("g")
    const returned = Result.getOrThrow(returnGift("payer", gift, "payer", NOW))
    expect(returned).toMatchObject({ units: "55000" })
    const state = withGifts(bought(), returned as GiftEvent)
    expect(Result.getOrThrow(returnGift("payer", state.get("g"), "unclaimed", NOW))).toBeNull()
    const { claimed } = Result.getOrThrow(claimOf())
    expect(reasonOf(returnGift("payer", withGifts(bought(), claimed).get("g"), "payer", NOW))).toBe("claimed")
  })
})

it("the code of a gift is found however it is typed, and no two are equal", () => {
  const code = makeGiftCode()
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}(?:-[0-9A-HJKMNP-TV-Z]{6}){3}$/)
  expect(giftIdOf(code.toLowerCase().replaceAll("-", " "))).toBe(giftIdOf(code))
  expect(giftIdOf("OIL")).toBe(giftIdOf("011"))
  expect(new Set(Array.from({ length: 1_000 }, makeGiftCode)).size).toBe(1_000)
})
