import { describe, expect, it } from "vitest"
import { oneYearBefore, parseTimeFilter, timeRangeOf } from "./timeFilter.ts"

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
    expect(filter("start=2026-02-01&end=2026-01-01")).toEqual({ kind: "range", start: "2026-01-01", end: "2026-02-01" })
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
