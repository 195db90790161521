import { offsetMsAt } from "../sla/BusinessCalendar.ts"
import type { ClockFact } from "../sla/ClockFact.ts"
import type { SlaBreach, SlaPolicy } from "../sla/serviceLevels.ts"
import type { TicketPriority } from "../ticketRules.ts"

const MINUTE_MS = 60_000

/** A reproducible source of random numbers from 0 to 1 (mulberry32). */
export const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A calendar minute by minute: 1 where support works. */
export const minutesOf = ({ calendar }: SlaPolicy, fromMs: number, minutes: number): Uint8Array => {
  const works = new Uint8Array(minutes)
  let offsetMs = offsetMsAt(calendar.timeZone, fromMs)
  for (let index = 0; index < minutes; index++) {
    const atMs = fromMs + index * MINUTE_MS
    // Clocks change at quarters of an hour.
    if ((atMs / MINUTE_MS) % 15 === 0) offsetMs = offsetMsAt(calendar.timeZone, atMs)
    const local = new Date(atMs + offsetMs)
    const open = calendar.hours[(local.getUTCDay() + 6) % 7] ?? null
    const minute = local.getUTCHours() * 60 + local.getUTCMinutes()
    const isHoliday = calendar.holidays.includes(local.toISOString().slice(0, 10))
    if (open !== null && !isHoliday && minute >= open[0] && minute < open[1]) works[index] = 1
  }
  return works
}

const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia"]

/** Random service levels: some days off, some over the whole day, targets of a minute and none. */
export const randomPolicy = (random: () => number): SlaPolicy => {
  const below = (max: number) => Math.floor(random() * max)
  const target = () => [null, 1, 30, 60 * (1 + below(30))][below(4)] ?? null
  const targets = () => ({ first: target(), next: target(), resolution: target() })
  const hours = Array.from({ length: 7 }, (): readonly [number, number] | null => {
    const fromMinute = below(1_440)
    return (
      [null, [0, 1_440] as const, [fromMinute, fromMinute + 1 + below(1_440 - fromMinute)] as const][below(3)] ?? null
    )
  })
  return {
    version: 0,
    calendar: {
      timeZone: ZONES[below(ZONES.length)] ?? "UTC",
      hours: hours.every((day) => day === null) ? [[540, 1_080], ...hours.slice(1)] : hours,
      holidays: [`2026-10-2${below(7)}`],
    },
    targets: { low: targets(), normal: targets(), high: targets(), urgent: targets() },
  }
}

/** A random history of a ticket that begins at `fromMs`, on whole minutes. */
export const randomHistory = (random: () => number, fromMs: number, minutes: number): ReadonlyArray<ClockFact> => {
  const facts: Array<ClockFact> = [
    { kind: "opened", atMs: fromMs },
    { kind: "asked", atMs: fromMs },
  ]
  const kinds = ["asked", "answered", "waiting", "solved", "reopened", "paused", "resumed", "prioritised"] as const
  const priorities: ReadonlyArray<TicketPriority> = ["low", "normal", "high", "urgent"]
  const count = Math.floor(random() * 10)
  const times = Array.from({ length: count }, () => Math.floor(random() * minutes)).sort((one, other) => one - other)
  for (const time of times) {
    const kind = kinds[Math.floor(random() * kinds.length)] ?? "asked"
    const atMs = fromMs + time * MINUTE_MS
    if (kind === "prioritised") facts.push({ kind, atMs, priority: priorities[Math.floor(random() * 4)] ?? "normal" })
    else facts.push({ kind, atMs })
  }
  return facts
}

/** Finds what is late by checking every minute. Shares no code with the calculation under test. */
export const simulate = (
  facts: ReadonlyArray<ClockFact>,
  policy: SlaPolicy,
  works: Uint8Array,
  fromMs: number,
): ReadonlyArray<SlaBreach> => {
  const breaches: Array<SlaBreach> = []
  let [priority, isPaused, wasAnswered]: [TicketPriority, boolean, boolean] = ["normal", false, false]
  const watch = { first: newWatch(), next: newWatch(), resolution: newWatch() }
  let place = 0
  for (let minute = 0; minute <= works.length; minute++) {
    const nowMs = fromMs + minute * MINUTE_MS
    for (let fact = facts[place]; fact !== undefined && fact.atMs <= nowMs; fact = facts[++place]) {
      const { first, next, resolution } = watch
      const goOn = () => {
        if (resolution.round === 0) resolution.round = 1
        resolution.runs = true
      }
      if (fact.kind === "opened") {
        Object.assign(first, { round: first.round + 1, minutes: 0, runs: true, late: false })
        goOn()
      }
      if (fact.kind === "asked") {
        if (wasAnswered && !next.runs)
          Object.assign(next, { round: next.round + 1, minutes: 0, runs: true, late: false })
        goOn()
      }
      if (fact.kind === "answered") wasAnswered = true
      if (fact.kind === "answered" || fact.kind === "solved") first.runs = next.runs = false
      if (fact.kind === "waiting" || fact.kind === "solved") resolution.runs = false
      if (fact.kind === "reopened") goOn()
      if (fact.kind === "paused" || fact.kind === "resumed") isPaused = fact.kind === "paused"
      if (fact.kind === "prioritised") priority = fact.priority
    }
    for (const kind of ["first", "next", "resolution"] as const) {
      const each = watch[kind]
      const most = policy.targets[priority][kind]
      if (!each.runs || isPaused) continue
      if (!each.late && most !== null && each.minutes >= most) {
        each.late = true
        breaches.push({ kind, round: each.round, dueMs: nowMs })
      }
      each.minutes += works[minute] ?? 0
    }
  }
  return breaches
}

const newWatch = () => ({ round: 0, minutes: 0, runs: false, late: false })
