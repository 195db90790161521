import fc from "fast-check"
import { expect, it } from "vitest"
import { listPeriods, parsePeriod, periodName, periodRange } from "./statementPeriod.ts"

it("a period begins and ends at midnight in the reader's time zone", () => {
  const inBerlin = (period: string) => Object.values(periodRange(period, "Europe/Berlin")).map((at) => at.toISOString())
  expect(inBerlin("2026-03")).toEqual(["2026-02-28T23:00:00.000Z", "2026-03-31T22:00:00.000Z"])
  expect(inBerlin("2026-12")).toEqual(["2026-11-30T23:00:00.000Z", "2026-12-31T23:00:00.000Z"])
  expect(inBerlin("2026")).toEqual(["2025-12-31T23:00:00.000Z", "2026-12-31T23:00:00.000Z"])
})

it("the months of a year follow each other without gaps", () => {
  const zone = fc.constantFrom("UTC", "America/New_York", "Asia/Shanghai", "Pacific/Apia", "Australia/Lord_Howe")
  fc.assert(
    fc.property(fc.integer({ min: 1970, max: 2090 }), zone, (year, timeZone) => {
      const months = Array.from({ length: 12 }, (_, place) => `${year}-${String(place + 1).padStart(2, "0")}`)
      const ranges = months.map((month) => periodRange(month, timeZone))
      const whole = periodRange(String(year), timeZone)
      expect([whole.from, ...ranges.map(({ until }) => until)]).toEqual([
        ...ranges.map(({ from }) => from),
        whole.until,
      ])
    }),
  )
})

it("the list has each year and month from the first movement until now, newest first", () => {
  const list = listPeriods(new Date("2025-11-30T23:30:00Z"), new Date("2026-02-03T00:00:00Z"), "Europe/Berlin")
  expect(list).toEqual(["2026", "2026-02", "2026-01", "2025", "2025-12"])
  expect([periodName("2026-02", "de"), periodName("2026", "en")]).toEqual(["Februar 2026", "2026"])
})

it.each([null, "", "2026-13", "2026-1", "20261", "1899", "x"])("%j is no period", (text) =>
  expect(parsePeriod(text)).toBeNull(),
)
