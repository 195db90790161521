import { expect, it } from "vitest"
import { dayOf, nextDay, startOfDay } from "./zone.ts"

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
