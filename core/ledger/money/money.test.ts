import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { divideDown, divideRound, floorDecimal, readDecimal, roundDecimal, writeDecimal } from "./Decimal.ts"
import { formatUnits, parseUnits, UNITS_MAX, unitsText } from "./units.ts"

const anyUnits = fc.bigInt({ min: 0n, max: UNITS_MAX })
const anyDigits = fc.integer({ min: 0, max: 18 })

describe("amounts", () => {
  it("are the same after they were written and read", () =>
    fc.assert(
      fc.property(anyUnits, anyDigits, (units, digits) => {
        expect(parseUnits(unitsText(units, digits), digits)).toBe(units)
      }),
    ))

  it.each([
    ["0", 8, 0n],
    ["0.00000001", 8, 1n],
    ["21000000", 8, 2_100_000_000_000_000n],
    ["007.50", 2, 750n],
    ["1", 0, 1n],
    ["123456789012345678901234567890.12345678", 8, 12345678901234567890123456789012345678n],
    ["0.000000001", 8, "tooFine"],
    ["1.0", 0, "tooFine"],
    ["1000000000000000000000000000000", 8, "tooLarge"],
    ["9".repeat(200), 0, "tooLarge"],
    ...["", ".", "1.", ".5", "-1", "+1", "1e2", "1,5", "1 000", " 1", "0x10", "NaN", "Infinity", "１", "٣"].map(
      (text) => [text, 8, "notDecimal"] as const,
    ),
  ] as const)("%j with %i digits is %s", (text, digits, units) => expect(parseUnits(text, digits)).toBe(units))

  it("are shown to their last unit in each language", () => {
    expect(formatUnits(UNITS_MAX, 8, "en")).toBe("999,999,999,999,999,999,999,999,999,999.99999999")
    expect(formatUnits(-123_456_789n, 2, "de")).toBe("-1.234.567,89")
    expect(formatUnits(150_000_000n, 8, "zh-Hans")).toBe("1.50")
    expect(formatUnits(1n, 8, "zh-Hant")).toBe("0.00000001")
    expect(formatUnits(5n, 0, "en")).toBe("5")
  })
})

describe("decimal numbers", () => {
  it("are the same after they were written and read, exponents too", () =>
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), anyDigits, (digits, decimals) => {
        const text = writeDecimal({ digits, decimals })
        const exponent = readDecimal(`${digits}e-${decimals}`)
        expect(exponent).toEqual({ digits, decimals })
        expect(writeDecimal(readDecimal(text) ?? { digits: 1n, decimals: 1 })).toBe(text)
      }),
    ))

  it.each(["1e99", "", "1.", "e5", "0x1", "1".repeat(81), "NaN", "--1"])("%j is none", (text) =>
    expect(readDecimal(text)).toBeNull(),
  )

  it("are divided down, up and to the nearest", () =>
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        (of, by) => {
          const [down, nearest] = [divideDown(of, by), divideRound(of, by)]
          expect(down * by <= of && of < (down + 1n) * by).toBe(true)
          expect([down, down + 1n]).toContain(nearest)
          const distance = nearest * by - of
          expect((distance < 0n ? -distance : distance) * 2n <= by).toBe(true)
        },
      ),
    ))

  it("[S5-029] are floored and rounded to 2 decimals by default, and are 0 if there is no number", () => {
    expect(["1.005", "2.675", "-2.675", "3", "1e-3", "0.999"].map((text) => roundDecimal(text))).toEqual([
      "1.01",
      "2.68",
      "-2.68",
      "3",
      "0",
      "1",
    ])
    expect(["1.019", "-1.011", "0.129", "12345678901234567890.999"].map((text) => floorDecimal(text))).toEqual([
      "1.01",
      "-1.02",
      "0.12",
      "12345678901234567890.99",
    ])
    expect([floorDecimal("1.23456789", 8), roundDecimal("1.5", 0), floorDecimal(7n), roundDecimal(0.125)]).toEqual([
      "1.23456789",
      "2",
      "7",
      "0.13",
    ])
    for (const nothing of ["", "abc", "1,5", null, undefined, {}, Number.NaN, [], true]) {
      expect([floorDecimal(nothing), roundDecimal(nothing)]).toEqual(["0", "0"])
    }
  })
})
