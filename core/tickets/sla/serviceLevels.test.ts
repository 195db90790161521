import { describe, expect, it } from "vitest"
import { minutesOf, randomFrom, randomHistory, simulate } from "../testing/simulation.ts"
import { addBusinessMs, type BusinessCalendar, businessMsBetween } from "./BusinessCalendar.ts"
import { DEFAULT_POLICY, type SlaPolicy, serviceLevelsOf } from "./serviceLevels.ts"

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const daily = (fromMinute: number, untilMinute: number) =>
  Array.from({ length: 7 }, () => [fromMinute, untilMinute] as const)

const calendars: ReadonlyArray<BusinessCalendar> = [
  DEFAULT_POLICY.calendar,
  { ...DEFAULT_POLICY.calendar, timeZone: "Europe/Berlin", holidays: ["2026-03-27", "2026-04-03"] },
  // Work goes on while clocks change, at hours that are missing or come twice.
  { timeZone: "Europe/Berlin", hours: daily(90, 170), holidays: [] },
  { timeZone: "America/New_York", hours: daily(0, 1_440), holidays: ["2026-11-01"] },
  { timeZone: "Pacific/Apia", hours: daily(600, 601), holidays: [] },
  { timeZone: "Asia/Kolkata", hours: [null, [540, 1_020], null, [540, 1_020], null, null, [0, 60]], holidays: [] },
]
/** Days around both changes of the clock in Europe and in America, and a plain one. */
const STARTS = ["2026-03-24", "2026-10-20", "2026-03-03", "2026-10-27", "2026-11-27"].map((day) =>
  Date.parse(`${day}T07:13:00Z`),
)
const DAYS = 7
const policies = calendars.map(
  (calendar): SlaPolicy => ({
    ...DEFAULT_POLICY,
    calendar,
    targets: { ...DEFAULT_POLICY.targets, urgent: { first: 1, next: 30, resolution: 120 } },
  }),
)

describe("the calendar", () => {
  it.each(calendars)("counts working time like a watch, over changes of the clock: $timeZone", (calendar) => {
    for (const fromMs of STARTS) {
      const works = minutesOf({ ...DEFAULT_POLICY, calendar }, fromMs, DAYS * 1_440)
      let counted = 0
      for (const [index, work] of works.entries()) {
        counted += work
        // Not every minute, which would take long.
        if (index % 97 !== 0) continue
        const atMs = fromMs + (index + 1) * MINUTE_MS
        expect(businessMsBetween(calendar, fromMs, atMs)).toBe(counted * MINUTE_MS)
        if (work === 1) expect(addBusinessMs(calendar, fromMs, counted * MINUTE_MS)).toBe(atMs)
      }
    }
  })

  it("without any working time never comes to an end", () => {
    const never = { timeZone: "UTC", hours: daily(0, 0), holidays: [] }
    expect(addBusinessMs(never, 0, 1)).toBe(null)
  })
})

describe("service levels", () => {
  it("equal a simulation minute by minute over random histories", { timeout: 120_000 }, () => {
    for (const [which, policy] of policies.entries())
      for (const [start, fromMs] of STARTS.entries()) {
        const works = minutesOf(policy, fromMs, DAYS * 1_440)
        for (let seed = 0; seed < 70; seed++) {
          const facts = randomHistory(randomFrom(which * 10_000 + start * 1_000 + seed), fromMs, DAYS * 1_440)
          const nowMs = fromMs + DAYS * 1_440 * MINUTE_MS
          const { breaches } = serviceLevelsOf(facts, policy, nowMs)
          expect([which, start, seed, breaches]).toEqual([which, start, seed, simulate(facts, policy, works, fromMs)])
        }
      }
  })

  it("tell when something is late next, and nothing before that", () => {
    const [, fromMs = 0] = STARTS
    const facts = [{ kind: "opened", atMs: fromMs } as const]
    const { nextDueMs } = serviceLevelsOf(facts, DEFAULT_POLICY, fromMs)
    expect(serviceLevelsOf(facts, DEFAULT_POLICY, (nextDueMs ?? 0) - 1).breaches).toEqual([])
    expect(serviceLevelsOf(facts, DEFAULT_POLICY, nextDueMs ?? 0).breaches).toEqual([
      { kind: "first", round: 1, dueMs: nextDueMs },
    ])
  })

  it("take an answer at the last moment as in time, and a clock that was set back as no time", () => {
    const fromMs = Date.parse("2026-11-27T10:00:00Z")
    const answered = (atMs: number) => [
      { kind: "opened", atMs: fromMs } as const,
      { kind: "prioritised", atMs: fromMs, priority: "urgent" } as const,
      { kind: "answered", atMs } as const,
      { kind: "waiting", atMs } as const,
    ]
    const late = (atMs: number) =>
      serviceLevelsOf(answered(atMs), DEFAULT_POLICY, fromMs + 30 * HOUR_MS).breaches.length
    expect([late(fromMs + HOUR_MS), late(fromMs + HOUR_MS + 1), late(fromMs - HOUR_MS)]).toEqual([0, 1, 0])
  })
})
