import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readDecimal, writeDecimal } from "../../ledger/money/Decimal.ts"
import { unitsRoundedUp, valueRoundedDown } from "./conversion.ts"
import { medianPrice, toPrice } from "./medianPrice.ts"
import { parseJsonAnswer, priceAt, textAt, timeAt } from "./RateSources.ts"

const prices = (...texts: ReadonlyArray<string>) => texts.flatMap((text) => toPrice(readDecimal(text)) ?? [])
const median = (texts: ReadonlyArray<string>, quorum = 2, spreadPercent = 2) => {
  const mid = medianPrice(prices(...texts), { quorum, spreadPercent })
  return typeof mid === "string" ? mid : writeDecimal(mid)
}

describe("the median price", () => {
  it.each([
    ["the median of an odd number", ["100", "101", "100.5"], "100.5"],
    ["the exact mean of the two in the middle", ["100.01", "100.02"], "100.015"],
    ["unaffected by one wrong source", ["100", "100.2", "9000"], "100.2"],
    ["refused if two sources differ", ["100", "104.1"], "tooFarApart"],
    ["refused if nearly half are wrong and too few agree", ["100", "1", "9000"], "tooFarApart"],
    ["refused if fewer sources answered than the quorum", ["100"], "tooFew"],
    ["refused if no source answered", [], "tooFew"],
  ])("is %s", (_, texts, mid) => expect(median(texts)).toBe(mid))

  it("counts a price exactly at the maximum distance, and none beyond it", () => {
    expect(median(["98", "100", "102"], 3)).toBe("100")
    expect(median(["97.999999999999999999", "100", "102"], 3)).toBe("tooFarApart")
    expect([median(["7"], 1, 0), median(["7", "7.000000000000000001"], 2, 0)]).toEqual(["7", "tooFarApart"])
  })

  it("lies within the honest prices for any minority of wrong ones in any order", () => {
    const honest = fc.array(fc.bigInt({ min: 99_000n, max: 101_000n }), { minLength: 3, maxLength: 9 })
    const wrong = fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { maxLength: 8 })
    fc.assert(
      fc.property(honest, wrong, fc.nat(20), (good, bad, turn) => {
        const few = bad.slice(0, good.length - 1)
        const all = [...good, ...few]
        const texts = [...all.slice(turn % all.length), ...all.slice(0, turn % all.length)].map((digits) =>
          writeDecimal({ digits, decimals: 3 }),
        )
        const mid = Number(median(texts, 2, 5))
        const honestly = good.map((digits) => Number(digits) / 1_000)
        expect(mid).toBeGreaterThanOrEqual(Math.min(...honestly))
        expect(mid).toBeLessThanOrEqual(Math.max(...honestly))
      }),
    )
  })

  it.each(["0", "-1", "0.0000000000000000001", "", "abc", "NaN"])("does not accept %j as a price", (text) =>
    expect(prices(text)).toEqual([]),
  )
})

describe("a JSON answer of an endpoint", () => {
  const answer = parseJsonAnswer(
    '{"data":[{"last":67123.4500000000000001,"text":"8.1e1","a/b":{"~":1e-8}}],"at":1795336200,"ms":1795336200000,"iso":"2026-11-22T08:30:00Z","deep":{"x":null}}',
  ) ?? { root: null }

  it("returns numbers as written, at the JSON Pointer", () => {
    expect(textAt(answer, "/data/0/last")).toBe("67123.4500000000000001")
    const priced = (pointer: string) => {
      const price = priceAt(answer, pointer)
      return price && writeDecimal(price)
    }
    expect(["/data/0/last", "/data/0/text", "/data/0/a~1b/~0"].map(priced)).toEqual([
      "67123.4500000000000001",
      "81",
      "0.00000001",
    ])
    for (const nowhere of ["/data/1/last", "/data/length", "/deep/x", "/deep/x/y", "/constructor", "/deep", "/at/0"])
      expect(priced(nowhere)).toBeNull()
  })

  it("returns its time", () => {
    const moment = Date.UTC(2026, 10, 22, 8, 30)
    expect(["/at", "/ms", "/iso", "/deep"].map((at) => timeAt(answer, at))).toEqual([moment, moment, moment, null])
  })

  it.each(["", "<html>", "{", "[".repeat(500_000), `"${"x".repeat(1_000_001)}"`])(
    "is null if it is not JSON, or too long",
    (text) => expect(parseJsonAnswer(text)).toBeNull(),
  )
})

describe("a converted value", () => {
  const rate = (mid: string) => ({ mid, digits: 8, baseDigits: 2 })
  it("is rounded towards zero", () => {
    expect(valueRoundedDown(100_000_000n, rate("67123.459"))).toBe(6_712_345n)
    expect(valueRoundedDown(-1n, rate("67123.459"))).toBe(0n)
    expect(valueRoundedDown(1n, rate("999999"))).toBe(0n)
  })

  it("of a debt is the negative of the same credit", () => {
    const anyRate = fc.record({
      mid: fc.bigInt({ min: 1n, max: 10n ** 24n }).map((digits) => writeDecimal({ digits, decimals: 12 })),
      digits: fc.integer({ min: 0, max: 18 }),
      baseDigits: fc.integer({ min: 0, max: 4 }),
    })
    fc.assert(
      fc.property(anyRate, fc.bigInt({ min: 0n, max: 10n ** 30n }), (of, units) => {
        expect(valueRoundedDown(-units, of)).toBe(-valueRoundedDown(units, of))
      }),
    )
  })

  it("of an amount in the base currency is the fewest units that are worth it, within the balance that it was read from", () => {
    const anyRate = fc.record({
      mid: fc.bigInt({ min: 1n, max: 10n ** 24n }).map((digits) => writeDecimal({ digits, decimals: 12 })),
      digits: fc.integer({ min: 0, max: 18 }),
      baseDigits: fc.integer({ min: 0, max: 4 }),
    })
    fc.assert(
      fc.property(anyRate, fc.bigInt({ min: 1n, max: 10n ** 30n }), (of, amount) => {
        const units = unitsRoundedUp(amount, of)
        expect(valueRoundedDown(units, of)).toBeGreaterThanOrEqual(amount)
        expect(valueRoundedDown(units - 1n, of)).toBeLessThan(amount)
        expect(unitsRoundedUp(valueRoundedDown(amount, of), of)).toBeLessThanOrEqual(amount)
      }),
    )
    expect([unitsRoundedUp(0n, rate("67123.459")), unitsRoundedUp(500n, rate("67123.459"))]).toEqual([0n, 7_449n])
  })

  it.each(["0", "-1", "abc", ""])("refuses the rate %j", (mid) =>
    expect(() => valueRoundedDown(1n, rate(mid))).toThrow(RangeError),
  )
})
