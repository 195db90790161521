import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { minutesOf, randomFrom, randomHistory, randomPolicy, simulate } from "../../testing/simulation.ts"
import type { ServiceLevelsEvent } from "../events.ts"
import { DEFAULT_POLICY, serviceLevelsOf } from "../serviceLevels.ts"
import { currentPolicy, PolicyHistory, policyOfVersion } from "./PolicyHistory.ts"
import { HOLIDAYS_MAX, POLICIES_MAX, type PolicyForm, policyFormOf, readPolicy, setPolicy } from "./setPolicy.ts"

const nowMs = Date.UTC(2026, 10, 27, 9)
const by = "operator:ada"
const form = policyFormOf(DEFAULT_POLICY)
const read = (change: Partial<PolicyForm> = {}) => readPolicy({ ...form, ...change })
const fieldOf = (change: Partial<PolicyForm>) => {
  const result = read(change)
  return Result.isFailure(result) ? result.failure.field : null
}
/** The history after these forms, one after the other. */
const historyOf = (...changes: ReadonlyArray<Partial<PolicyForm>>) => {
  const events: Array<ServiceLevelsEvent> = []
  for (const change of changes)
    events.push(
      ...Result.getOrThrow(
        setPolicy({ by, nowMs, policy: Result.getOrThrow(read(change)) })(replay(PolicyHistory, events)),
      ),
    )
  return replay(PolicyHistory, events)
}

describe("service levels from a form", () => {
  it("are read as they are shown", () => {
    expect(Result.getOrThrow(read())).toEqual({ calendar: DEFAULT_POLICY.calendar, targets: DEFAULT_POLICY.targets })
  })

  it("can have parts of hours, no limit, times over the whole day, and dates in any order", () => {
    const policy = Result.getOrThrow(
      read({ urgent: "0,5  1.25 –", sunday: "0:00 – 24:00", holidays: "2026-12-26, 2026-12-25;2026-12-25" }),
    )
    expect(policy.targets.urgent).toEqual({ first: 30, next: 75, resolution: null })
    expect(policy.calendar.hours.at(-1)).toEqual([0, 1_440])
    expect(policy.calendar.holidays).toEqual(["2026-12-25", "2026-12-26"])
  })

  it.each([
    ["a zone that does not exist", { timeZone: "Europe/Atlantis" }, "timeZone"],
    ["an end before the beginning", { monday: "18:00-9:00" }, "monday"],
    ["an hour that does not exist", { tuesday: "9:00-24:01" }, "tuesday"],
    ["a minute that does not exist", { friday: "9:60-10:00" }, "friday"],
    ["words instead of hours", { saturday: "morning" }, "saturday"],
    ["a day that does not exist", { holidays: "2026-02-30" }, "holidays"],
    ["a date in another order", { holidays: "25.12.2026" }, "holidays"],
    ["two targets", { high: "1 2" }, "high"],
    ["a target of no time", { normal: "0 1 2" }, "normal"],
    ["a target of years", { low: "9999 1 2" }, "low"],
    ["a negative target", { low: "-1 1 2" }, "low"],
  ] as const)("are refused with %s", (_, change, field) => expect(fieldOf(change)).toBe(field))

  it("are refused with more holidays than allowed, or without any working time", () => {
    const days = Array.from({ length: HOLIDAYS_MAX + 1 }, (_, day) =>
      new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    )
    expect(fieldOf({ holidays: days.join(" ") })).toBe("holidays")
    const [monday, tuesday, wednesday, thursday, friday] = ["", "", "", "", ""]
    expect(fieldOf({ monday, tuesday, wednesday, thursday, friday })).toBe("hours")
  })
})

describe("the versions", () => {
  it("count from 1 and stay as they were; before the first, the defaults hold", () => {
    const history = historyOf({ urgent: "1 1 1" }, { urgent: "2 2 2" }, { urgent: "2 2 2" })
    expect(history.map(({ version, targets }) => [version, targets.urgent.first])).toEqual([
      [1, 60],
      [2, 120],
    ])
    expect([currentPolicy([]), policyOfVersion(history, 0)]).toEqual([DEFAULT_POLICY, DEFAULT_POLICY])
    expect([currentPolicy(history).version, policyOfVersion(history, 1)?.targets.urgent.first]).toEqual([2, 60])
    expect(policyOfVersion(history, 3)).toBeNull()
  })

  it("have a limit", () => {
    const full = Array.from({ length: POLICIES_MAX }, () => DEFAULT_POLICY)
    const other = Result.getOrThrow(read({ urgent: "1 1 1" }))
    expect(Result.isFailure(setPolicy({ by, nowMs, policy: other })(full))).toBe(true)
  })

  it("give the same lateness as a simulation minute by minute, whatever an operator sets", () => {
    const fromMs = Date.parse("2026-10-20T07:13:00Z")
    for (let seed = 0; seed < 6; seed++) {
      const policy = currentPolicy(historyOf(policyFormOf(randomPolicy(randomFrom(seed)))))
      const minutes = 7 * 1_440
      const works = minutesOf(policy, fromMs, minutes)
      for (let each = 0; each < 12; each++) {
        const facts = randomHistory(randomFrom(seed * 1_000 + each), fromMs, minutes)
        const { breaches } = serviceLevelsOf(facts, policy, fromMs + minutes * 60_000)
        expect([seed, each, breaches]).toEqual([seed, each, simulate(facts, policy, works, fromMs)])
      }
    }
  })
})
