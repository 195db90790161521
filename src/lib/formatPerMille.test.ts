import { expect, it } from "vitest"
import { formatPerMille, parsePercent } from "./formatPerMille.ts"

it.each([
  ["12.5", 125],
  ["12,5 %", 125],
  ["10", 100],
  ["50％", 500],
  ["0.1", 1],
  ["0", 0],
  ["1e2", null],
  ["-5", null],
  ["12.55", null],
  ["1000", null],
  ["", null],
])("reads %j as %s thousandths", (text, perMille) => expect(parsePercent(text)).toBe(perMille))

it("writes thousandths as the reader’s language does", () => {
  expect([formatPerMille(125, "en"), formatPerMille(100, "zh-Hans")]).toEqual(["12.5%", "10%"])
  expect(formatPerMille(125, "de").replace("\u00a0", " ")).toBe("12,5 %")
})
