import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type DateFilter, filterByDate } from "./dateFilter.ts"
import { oneYearBefore, parseTimeFilter, timeRangeOf } from "./timeFilter.ts"
import { dayOf, nextDay, startOfDay } from "./zone.ts"

const items = [10, 20, 30, 40].map((updated) => ({ updated }))
const times = (filter: DateFilter) => filterByDate(items, filter).map(({ updated }) => updated)

describe("[S5-030] the date filter", () => {
  it.each<[string, DateFilter, ReadonlyArray<number>]>([
    ["no bounds let all through", {}, [10, 20, 30, 40]],
    ["both bounds are included", { start: 20, end: 30 }, [20, 30]],
    ["a start alone", { start: 30 }, [30, 40]],
    ["an end alone", { end: 20 }, [10, 20]],
    ["mode 0 is the rule", { start: 20, end: 30, mode: 0 }, [20, 30]],
    ["mode 1 ignores the upper bound", { start: 20, end: 30, mode: 1 }, [20, 30, 40]],
    ["mode 1 without a start lets all through", { end: 10, mode: 1 }, [10, 20, 30, 40]],
    ["an end before the start lets none through", { start: 30, end: 20 }, []],
  ])("%s", (_, filter, left) => expect(times(filter)).toEqual(left))

  it("returns any items between start and end, in their order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer()),
        fc.integer(),
        fc.integer(),
        fc.constantFrom(0, 1),
        (all, start, end, mode) => {
          const given = all.map((updated) => ({ updated }))
          const expected = given.filter(({ updated }) => updated >= start && (mode === 1 || updated <= end))
          expect(filterByDate(given, { start, end, mode: mode === 1 ? 1 : 0 })).toEqual(expected)
        },
      ),
    )
  })
})

describe("zone", () => {
  it.each([
    ["2026-11-21", "UTC", "2026-11-21T00:00:00.000Z"],
    ["2026-11-21", "Europe/Berlin", "2026-11-20T23:00:00.000Z"],
    ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
    ["2026-03-30", "Europe/Berlin", "2026-03-29T22:00:00.000Z"],
    ["2026-11-01", "America/New_York", "2026-11-01T04:00:00.000Z"],
    ["2026-11-02", "America/New_York", "2026-11-02T05:00:00.000Z"],
    ["2026-11-21", "Asia/Kathmandu", "2026-11-20T18:15:00.000Z"],
    ["2026-11-21", "Pacific/Kiritimati", "2026-11-20T10:00:00.000Z"],
    // Days without a midnight because of a clock change, west and east of Greenwich.
    ["2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00.000Z"],
    ["2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z"],
  ])("%s begins in %s at %s", (day, zone, instant) => {
    expect(startOfDay(day, zone).toISOString()).toBe(instant)
    expect(dayOf(startOfDay(day, zone), zone)).toBe(day)
    expect(dayOf(new Date(startOfDay(day, zone).getTime() - 1), zone)).not.toBe(day)
  })

  it.each([
    ["2026-12-31", "2027-01-01"],
    ["2028-02-28", "2028-02-29"],
  ])("after %s comes %s", (day, next) => expect(nextDay(day)).toBe(next))
})

describe("timeFilter", () => {
  const now = new Date("2026-11-21T12:00:00Z")
  const filter = (query: string) => parseTimeFilter(new URLSearchParams(query))
  const range = (query: string, zone = "UTC") => {
    const { from, before } = timeRangeOf(filter(query), now, zone)
    return [from?.toISOString(), before?.toISOString()]
  }

  describe("[S2-089] the time filter", () => {
    it.each([
      ["", undefined],
      ["time=today", "2026-11-21T00:00:00.000Z"],
      ["time=7", "2026-11-14T12:00:00.000Z"],
      ["time=30", "2026-10-22T12:00:00.000Z"],
      ["time=nonsense", undefined],
    ])("?%s starts at %s", (query, from) => expect(range(query)).toEqual([from, undefined]))

    it("uses today in the reader's time zone", () =>
      expect(range("time=today", "Europe/Berlin")[0]).toBe("2026-11-20T23:00:00.000Z"))

    it("accepts a range of days, both included", () => {
      expect(range("start=2026-01-01&end=2026-01-31", "Europe/Berlin")).toEqual([
        "2025-12-31T23:00:00.000Z",
        "2026-01-31T23:00:00.000Z",
      ])
    })

    it("accepts a start without an end", () =>
      expect(range("start=2026-01-01&end=")).toEqual(["2026-01-01T00:00:00.000Z", undefined]))

    it("swaps a reversed range", () => {
      expect(filter("start=2026-02-01&end=2026-01-01")).toEqual({
        kind: "range",
        start: "2026-01-01",
        end: "2026-02-01",
      })
    })

    it.each(["start=2026-02-30", "start=yesterday", "end=2026-01-01", "start=99999-01-01"])(
      "treats ?%s as no filter",
      (query) => expect(filter(query)).toEqual({ kind: "all" }),
    )
  })

  it.each([
    ["2026-11-21", "2025-11-21"],
    ["2028-02-29", "2027-02-28"],
  ])("[S9-009] on %s the date pickers start at %s", (today, start) => expect(oneYearBefore(today)).toBe(start))
})
