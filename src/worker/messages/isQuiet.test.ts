import { expect, it } from "vitest"
import { isQuiet } from "./isQuiet.ts"

const at = (clock: string) => Date.parse(`2026-11-21T${clock}:00Z`)
const night = { fromMinute: 22 * 60, toMinute: 7 * 60, timeZone: "Asia/Tokyo" }

it.each([
  ["12:59", false],
  ["13:00", true],
  ["18:00", true],
  ["21:59", true],
  ["22:00", false],
])("over midnight in another time zone: %s is quiet: %s", (clock, quiet) => {
  expect(isQuiet(night, at(clock))).toBe(quiet)
})

it("covers a part of the day, and nothing if the times are equal or unset", () => {
  const noon = { fromMinute: 720, toMinute: 780, timeZone: "UTC" }
  expect(["11:59", "12:00", "12:59", "13:00"].map((clock) => isQuiet(noon, at(clock)))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isQuiet({ ...noon, toMinute: 720 }, at("12:00"))).toBe(false)
  expect(isQuiet(undefined, at("12:00"))).toBe(false)
})
