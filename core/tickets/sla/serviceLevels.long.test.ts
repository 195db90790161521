import { expect, it } from "vitest"
import { minutesOf, randomFrom, randomHistory, simulate } from "../testing/simulation.ts"
import { DEFAULT_POLICY, type SlaPolicy, serviceLevelsOf } from "./serviceLevels.ts"

const MINUTES = 9 * 1_440
const HISTORIES = 100_000

it("service levels equal a simulation minute by minute over 100,000 random histories", { timeout: 900_000 }, () => {
  const zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"]
  const starts = ["2026-03-24", "2026-10-20", "2026-03-03", "2026-10-27"].map((day) => Date.parse(`${day}T07:13:00Z`))
  for (const [which, timeZone] of zones.entries())
    for (const [start, fromMs] of starts.entries()) {
      const calendar = { ...DEFAULT_POLICY.calendar, timeZone, holidays: ["2026-03-27", "2026-10-23"] }
      const policy: SlaPolicy = { ...DEFAULT_POLICY, calendar }
      const works = minutesOf(policy, fromMs, MINUTES)
      for (let seed = 0; seed < HISTORIES / (zones.length * starts.length); seed++) {
        const facts = randomHistory(randomFrom(which * 100_000 + start * 10_000 + seed), fromMs, MINUTES)
        const { breaches } = serviceLevelsOf(facts, policy, fromMs + MINUTES * 60_000)
        const expected = simulate(facts, policy, works, fromMs)
        if (JSON.stringify(breaches) !== JSON.stringify(expected))
          expect([timeZone, start, seed, breaches]).toEqual([timeZone, start, seed, expected])
      }
    }
})
