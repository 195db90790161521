import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { AMOUNT_LENGTH_MAX, decimalPattern, fitDecimal } from "./fitDecimal.ts"

/** Types into a field, character by character, at the end. */
const typed = (characters: string, decimals = 8, from = "") =>
  [...characters].reduce((before, character) => {
    const text = before + character
    return fitDecimal({ text, caret: text.length, before, decimals, isTyped: true }).text
  }, from)
const pasted = (text: string, decimals = 8) =>
  fitDecimal({ text, caret: text.length, before: "", decimals, isTyped: false }).text
const isAllowed = (text: string, decimals: number) =>
  text === "" || new RegExp(`^(?:${decimalPattern(decimals)})$`, "v").test(text.replace(/\.$/, ""))

describe("a field for decimal numbers", () => {
  it.each([
    ["12.5", "12.5"],
    [".5", "0.5"],
    ["1.2.3", "1.23"],
    ["1a2 .x5", "12.5"],
    ["0,5", "0.5"],
    ["１２。５", "12.5"],
    ["-5", "5"],
    ["1e5", "15"],
  ])("[S5-001] leaves of %j as it is typed %j", (characters, left) => expect(typed(characters)).toBe(left))

  it.each(["-5", "+5", "abc", "1e5", "1,234.5", "1,5", "5 apples", ".", "", "NaN", "Infinity", "1.2.3", "0x10", "1 2"])(
    "[S5-002] is empty after %j was pasted",
    (text) => expect(pasted(text)).toBe(""),
  )
  it.each([
    [" 12.50 ", "12.50"],
    [".5", "0.5"],
    ["7.", "7"],
    ["１２．５", "12.5"],
  ])("takes %j that was pasted as %j", (text, left) => expect(pasted(text)).toBe(left))

  it("[S5-003] cuts what is finer than allowed", () => {
    expect([typed("0.123456789"), typed("1.999", 2), typed("1.5", 0), pasted("2.71828", 3)]).toEqual([
      "0.12345678",
      "1.99",
      "15",
      "2.718",
    ])
  })

  it("keeps the caret where the person is", () => {
    const edit = (before: string, at: number, put: string, decimals = 8) => {
      const text = before.slice(0, at) + put + before.slice(at)
      return fitDecimal({ text, caret: at + put.length, before, decimals, isTyped: true })
    }
    expect(edit("1234", 2, "x")).toEqual({ text: "1234", caret: 2 })
    expect(edit("1234", 2, ".")).toEqual({ text: "12.34", caret: 3 })
    // A second dot would make 12.34 into 1.234.
    expect(edit("12.34", 1, ".")).toEqual({ text: "12.34", caret: 1 })
    expect(edit("5", 0, ".")).toEqual({ text: "0.5", caret: 2 })
    expect(edit("1.23", 2, "9", 2)).toEqual({ text: "1.92", caret: 3 })
    expect(edit("1".repeat(AMOUNT_LENGTH_MAX), 3, "9")).toEqual({ text: "1".repeat(AMOUNT_LENGTH_MAX), caret: 3 })
  })

  it("[S5-005] never holds anything but digits with an optional dot and decimals", () => {
    const edits = fc.array(
      fc.record({
        put: fc.oneof(
          fc.constantFrom("0", "9", ".", ",", "-", "e", " ", "。", "12.5", "-3", ""),
          fc.string({ maxLength: 60 }),
        ),
        at: fc.nat(60),
        drop: fc.nat(3),
        isTyped: fc.boolean(),
      }),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(edits, fc.integer({ min: 0, max: 8 }), (all, decimals) => {
        let before = ""
        for (const { put, at, drop, isTyped } of all) {
          const start = Math.min(at, before.length)
          const text = before.slice(0, start) + put + before.slice(start + drop)
          const after = fitDecimal({ text, caret: start + put.length, before, decimals, isTyped })
          expect(isAllowed(after.text, decimals)).toBe(true)
          expect(after.text.length).toBeLessThanOrEqual(AMOUNT_LENGTH_MAX + 1)
          expect(after.caret >= 0 && after.caret <= after.text.length).toBe(true)
          const again = fitDecimal({ ...after, before: after.text, decimals, isTyped: true })
          expect(again).toEqual(after)
          before = after.text
        }
      }),
    )
  })
})
