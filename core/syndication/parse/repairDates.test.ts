import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { repairDates } from "./repairDates.ts"

const NOW = Date.parse("2024-06-15T12:00:00Z")
const SEEN = Date.parse("2024-06-10T12:00:00Z")

describe("repairDates", () => {
  it.each([
    ["a past date counts", "2024-06-01T00:00:00Z", "2024-06-01T00:00:00.000Z", "2024-06-01T00:00:00.000Z"],
    ["no date is when it was first seen", null, "2024-06-10T12:00:00.000Z", "2024-06-10T12:00:00.000Z"],
    [
      "a date in the future is when it was first seen",
      "2030-01-01T00:00:00Z",
      "2024-06-10T12:00:00.000Z",
      "2024-06-10T12:00:00.000Z",
    ],
    ["the beginning of time is none", "1970-01-01T00:00:00Z", "2024-06-10T12:00:00.000Z", "2024-06-10T12:00:00.000Z"],
    ["the year 1 is none", "0001-01-01T00:00:00Z", "2024-06-10T12:00:00.000Z", "2024-06-10T12:00:00.000Z"],
    ["garbage is none", "soon", "2024-06-10T12:00:00.000Z", "2024-06-10T12:00:00.000Z"],
    [
      "an archive put online late keeps its date",
      "1987-05-05T00:00:00Z",
      "1987-05-05T00:00:00.000Z",
      "1987-05-05T00:00:00.000Z",
    ],
    [
      "a date set anew does not float the item up",
      "2024-06-14T00:00:00Z",
      "2024-06-14T00:00:00.000Z",
      "2024-06-10T12:00:00.000Z",
    ],
    [
      "a clock that is a little fast is no lie",
      "2024-06-15T12:05:00Z",
      "2024-06-15T12:00:00.000Z",
      "2024-06-10T12:00:00.000Z",
    ],
  ])("%s", (_, publishedAt, published, sorted) => {
    const repaired = repairDates({ publishedAt, updatedAt: null }, SEEN, NOW)
    expect(repaired.publishedAt).toBe(published)
    expect(new Date(repaired.sortAtMs).toISOString()).toBe(sorted)
  })

  it("believes a change only after the item was published", () => {
    const updated = (updatedAt: string): string | null =>
      repairDates({ publishedAt: "2024-06-01T00:00:00Z", updatedAt }, SEEN, NOW).updatedAt
    expect(updated("2024-06-02T00:00:00Z")).toBe("2024-06-02T00:00:00.000Z")
    expect(updated("2024-06-01T00:00:00Z")).toBeNull()
    expect(updated("2031-06-01T00:00:00Z")).toBeNull()
  })

  it("never sorts an item after it was first seen, whenever it is asked", () => {
    const moment = fc.option(fc.date({ noInvalidDate: true }).map((date) => date.toISOString()))
    fc.assert(
      fc.property(moment, moment, fc.nat(1e11), (publishedAt, updatedAt, later) => {
        const { sortAtMs, publishedAt: published } = repairDates({ publishedAt, updatedAt }, SEEN, SEEN + later)
        expect(sortAtMs).toBeLessThanOrEqual(SEEN)
        expect(Date.parse(published)).toBeLessThanOrEqual(SEEN + later)
      }),
    )
  })
})
