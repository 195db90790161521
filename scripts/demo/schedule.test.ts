import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { feeds } from "./index.ts"
import { sitesOf } from "./items.ts"
import { occurrences, REACH_DAYS, type Rhythm, STREAM_MINUTES, STREAM_SHOWN, streamOccurrence } from "./schedule.ts"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const rhythms = fc.record({
  slug: fc.stringMatching(/^[a-z]{3,12}$/),
  pace: fc.constantFrom<Rhythm["pace"]>("quick", "slow"),
  place: fc.nat(30),
  stock: fc.integer({ min: 1, max: 40 }),
})
/** Includes a time before the day from which slots are counted. */
const times = fc.date({ min: new Date(Date.UTC(2020, 0, 1)), max: new Date(Date.UTC(2040, 0, 1)), noInvalidDate: true })
const minutes = fc.nat(3 * 24 * 60)

describe("occurrences", () => {
  it("lists every written piece once and the newest notes, newest first, within the time window and never in the future", () => {
    fc.assert(
      fc.property(rhythms, times, (rhythm, now) => {
        const listed = occurrences(rhythm, now)
        const ages = listed.map(({ at }) => now.getTime() - at.getTime())
        expect(listed).toHaveLength(rhythm.stock + STREAM_SHOWN[rhythm.pace])
        expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
        expect(Math.max(...ages)).toBeLessThanOrEqual(REACH_DAYS * DAY)
        expect(ages).toEqual(ages.toSorted((one, other) => one - other))
        const pieces = listed.flatMap((occurrence) => (occurrence.from === "stock" ? [occurrence.index] : []))
        expect(new Set(pieces).size).toBe(rhythm.stock)
      }),
    )
  })

  it("never moves published items: a later listing has the same time for the same note or piece", () => {
    fc.assert(
      fc.property(rhythms, times, minutes, (rhythm, now, later) => {
        const then = new Date(now.getTime() + later * MINUTE)
        for (const note of occurrences(rhythm, now)) {
          if (note.from === "stream") expect(streamOccurrence(rhythm, note.slot, then)).toEqual(note)
        }
        const moved = occurrences(rhythm, then).filter(
          (piece) =>
            piece.from === "stock" &&
            piece.at <= now &&
            !occurrences(rhythm, now).some(
              (before) => before.from === "stock" && before.index === piece.index && +before.at === +piece.at,
            ),
        )
        expect(moved).toEqual([])
      }),
    )
  })

  it("publishes a new note in each period", () => {
    fc.assert(
      fc.property(rhythms, times, (rhythm, now) => {
        const period = STREAM_MINUTES[rhythm.pace] * MINUTE
        const newest = occurrences(rhythm, now).find(({ from }) => from === "stream")
        expect(now.getTime() - (newest?.at.getTime() ?? 0)).toBeLessThanOrEqual(period + 20_000)
      }),
    )
  })
})

it("publishes something new somewhere at least every three minutes, all day long", () => {
  const now = new Date(Date.UTC(2026, 10, 21, 12))
  const sites = sitesOf(feeds)
  const dayOfTimes = Array.from({ length: 24 * 4 }, (_, quarter) => new Date(now.getTime() - quarter * 15 * MINUTE))
  const moments = sites.flatMap(({ rhythm }) =>
    dayOfTimes.flatMap((time) => occurrences(rhythm, time).map(({ at }) => at.getTime())),
  )
  const lastDay = [...new Set(moments)]
    .filter((moment) => moment > now.getTime() - DAY)
    .sort((one, other) => one - other)
  const gaps = lastDay.map((moment, index) => (lastDay[index + 1] ?? now.getTime()) - moment)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(3 * MINUTE)
})
