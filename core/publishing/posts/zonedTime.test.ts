import { expect, it } from "vitest"
import { zonedTimeMs } from "./zonedTime.ts"

it.each([
  ["2026-12-01T09:00", "Europe/Berlin", "2026-12-01T08:00:00.000Z"],
  ["2026-07-01T09:00", "Europe/Berlin", "2026-07-01T07:00:00.000Z"],
  ["2026-12-01T09:00", "Asia/Kolkata", "2026-12-01T03:30:00.000Z"],
  // The clocks go from 02:00 to 03:00: the time that they skip is as long after 03:00 as it is after 02:00.
  ["2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
  ["2026-03-29T03:00", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
  // The clocks go from 03:00 to 02:00: the first of the two counts.
  ["2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
  ["2026-10-25T03:00", "Europe/Berlin", "2026-10-25T02:00:00.000Z"],
  // Half an hour, and south of the equator.
  ["2026-10-04T02:15", "Australia/Lord_Howe", "2026-10-03T15:45:00.000Z"],
  ["2026-11-01T01:30", "America/New_York", "2026-11-01T05:30:00.000Z"],
  // A day that Samoa skipped.
  ["2011-12-30T12:00", "Pacific/Apia", "2011-12-30T22:00:00.000Z"],
])("%s in %s is %s", (wall, zone, instant) => {
  expect(new Date(zonedTimeMs(wall, zone) ?? 0).toISOString()).toBe(instant)
})

it.each([
  ["2026-02-30T09:00", "UTC"],
  ["2026-12-01 09:00", "UTC"],
  ["2026-12-01T24:00", "UTC"],
  ["", "UTC"],
  ["2026-12-01T09:00", ""],
  ["2026-12-01T09:00", "Nowhere/Else"],
])("%j in %j is no time", (wall, zone) => expect(zonedTimeMs(wall, zone)).toBeNull())
