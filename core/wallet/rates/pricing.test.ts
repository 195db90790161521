import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readDecimal, writeDecimal } from "../../ledger/money/Decimal.ts"
import { valueDown } from "./convert.ts"
import { momentAt, priceAt, readAnswer, textAt } from "./readAnswer.ts"
import { priceOf, settle } from "./settle.ts"

const prices = (...texts: ReadonlyArray<string>) => texts.flatMap((text) => priceOf(readDecimal(text)) ?? [])
const settled = (texts: ReadonlyArray<string>, quorum = 2, spreadPercent = 2) => {
  const mid = settle(prices(...texts), { quorum, spreadPercent })
  return typeof mid === "string" ? mid : writeDecimal(mid)
}

describe("a rate", () => {
  it.each([
    ["the median of an odd number", ["100", "101", "100.5"], "100.5"],
    ["the half between two in the middle, exactly", ["100.01", "100.02"], "100.015"],
    ["not moved by one source that is wrong", ["100", "100.2", "9000"], "100.2"],
    ["refused where two sources differ", ["100", "104.1"], "tooFarApart"],
    ["refused where nearly half are wrong and too few agree", ["100", "1", "9000"], "tooFarApart"],
    ["refused where fewer answered than have to agree", ["100"], "tooFew"],
    ["refused where nobody answered", [], "tooFew"],
  ])("is %s", (_, texts, mid) => expect(settled(texts)).toBe(mid))

  it("counts a price at the very edge, and none beyond it", () => {
    expect(settled(["98", "100", "102"], 3)).toBe("100")
    expect(settled(["97.999999999999999999", "100", "102"], 3)).toBe("tooFarApart")
    expect([settled(["7"], 1, 0), settled(["7", "7.000000000000000001"], 2, 0)]).toEqual(["7", "tooFarApart"])
  })

  it("lies among the prices, wherever a minority of them is and in whatever order they come", () => {
    const honest = fc.array(fc.bigInt({ min: 99_000n, max: 101_000n }), { minLength: 3, maxLength: 9 })
    const wrong = fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { maxLength: 8 })
    fc.assert(
      fc.property(honest, wrong, fc.nat(20), (good, bad, turn) => {
        const few = bad.slice(0, good.length - 1)
        const all = [...good, ...few]
        const texts = [...all.slice(turn % all.length), ...all.slice(0, turn % all.length)].map((digits) =>
          writeDecimal({ digits, decimals: 3 }),
        )
        const mid = Number(settled(texts, 2, 5))
        const honestly = good.map((digits) => Number(digits) / 1_000)
        expect(mid).toBeGreaterThanOrEqual(Math.min(...honestly))
        expect(mid).toBeLessThanOrEqual(Math.max(...honestly))
      }),
    )
  })

  it.each(["0", "-1", "0.0000000000000000001", "", "abc", "NaN"])("is never made of %j", (text) =>
    expect(prices(text)).toEqual([]),
  )
})

describe("an answer of an endpoint", () => {
  const answer = readAnswer(
    '{"data":[{"last":67123.4500000000000001,"text":"8.1e1","a/b":{"~":1e-8}}],"at":1795336200,"ms":1795336200000,"iso":"2026-11-22T08:30:00Z","deep":{"x":null}}',
  ) ?? { root: null }

  it("is read by its digits, at the place that is named", () => {
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

  it("tells when it was", () => {
    const moment = Date.UTC(2026, 10, 22, 8, 30)
    expect(["/at", "/ms", "/iso", "/deep"].map((at) => momentAt(answer, at))).toEqual([moment, moment, moment, null])
  })

  it.each(["", "<html>", "{", "[".repeat(500_000), `"${"x".repeat(1_000_001)}"`])(
    "is nothing where it is no JSON",
    (text) => expect(readAnswer(text)).toBeNull(),
  )
})

describe("conversion", () => {
  const rate = (mid: string) => ({ mid, digits: 8, baseDigits: 2 })
  it("rounds values down, towards nothing", () => {
    expect(valueDown(100_000_000n, rate("67123.459"))).toBe(6_712_345n)
    expect(valueDown(-1n, rate("67123.459"))).toBe(0n)
    expect(valueDown(1n, rate("999999"))).toBe(0n)
  })

  it("values a debt as the negative of the same credit", () => {
    const anyRate = fc.record({
      mid: fc.bigInt({ min: 1n, max: 10n ** 24n }).map((digits) => writeDecimal({ digits, decimals: 12 })),
      digits: fc.integer({ min: 0, max: 18 }),
      baseDigits: fc.integer({ min: 0, max: 4 }),
    })
    fc.assert(
      fc.property(anyRate, fc.bigInt({ min: 0n, max: 10n ** 30n }), (of, units) => {
        expect(valueDown(-units, of)).toBe(-valueDown(units, of))
      }),
    )
  })

  it.each(["0", "-1", "abc", ""])("has no rate %j", (mid) => expect(() => valueDown(1n, rate(mid))).toThrow(RangeError))
})
