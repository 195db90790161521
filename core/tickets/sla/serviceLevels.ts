import type { SLA_KINDS } from "../events.ts"
import type { TicketPriority } from "../ticketRules.ts"
import { addBusinessMs, type BusinessCalendar, businessMsBetween } from "./BusinessCalendar.ts"
import type { ClockFact } from "./ClockFact.ts"

export type SlaKind = (typeof SLA_KINDS)[number]

/** Working minutes until the first answer, until each further one, and until the ticket is solved; null for no limit. */
export type SlaTargets = Readonly<Record<SlaKind, number | null>>

/** What support promises. A ticket keeps the version that held when it was opened. */
export type SlaPolicy = {
  readonly version: number
  readonly calendar: BusinessCalendar
  readonly targets: Readonly<Record<TicketPriority, SlaTargets>>
}

export type SlaBreach = { readonly kind: SlaKind; readonly round: number; readonly dueMs: number }

type Timer = { readonly round: number; readonly spentMs: number; readonly isRunning: boolean; readonly isLate: boolean }
type Clocks = {
  readonly priority: TicketPriority
  /** Merged into another ticket: nothing runs. */
  readonly isPaused: boolean
  readonly wasAnswered: boolean
  readonly timers: Readonly<Record<SlaKind, Timer>>
}

const MINUTE_MS = 60_000
const KINDS = ["first", "next", "resolution"] as const
const STOPPED: Timer = { round: 0, spentMs: 0, isRunning: false, isLate: false }

const start = ({ round }: Timer): Timer => ({ round: round + 1, spentMs: 0, isRunning: true, isLate: false })
const stop = (timer: Timer): Timer => ({ ...timer, isRunning: false })
/** The time to a solution goes on where it stood. */
const resume = (timer: Timer): Timer => (timer.round === 0 ? start(timer) : { ...timer, isRunning: true })

/** The timers after one fact. */
const apply = (clocks: Clocks, fact: ClockFact): Clocks => {
  const { first, next, resolution } = clocks.timers
  const withTimers = (timers: Partial<Clocks["timers"]>): Clocks => ({
    ...clocks,
    timers: { ...clocks.timers, ...timers },
  })
  switch (fact.kind) {
    case "opened":
      return withTimers({ first: start(first), resolution: resume(resolution) })
    case "asked":
      // Questions on top of an unanswered one wait for the same answer.
      return withTimers({
        next: clocks.wasAnswered && !next.isRunning ? start(next) : next,
        resolution: resume(resolution),
      })
    case "answered":
      return { ...withTimers({ first: stop(first), next: stop(next) }), wasAnswered: true }
    case "waiting":
      return withTimers({ resolution: stop(resolution) })
    case "solved":
      return withTimers({ first: stop(first), next: stop(next), resolution: stop(resolution) })
    case "reopened":
      return withTimers({ resolution: resume(resolution) })
    case "paused":
      return { ...clocks, isPaused: true }
    case "resumed":
      return { ...clocks, isPaused: false }
    case "prioritised":
      return { ...clocks, priority: fact.priority }
  }
}

const BLANK: Clocks = {
  ...{ priority: "normal", isPaused: false, wasAnswered: false },
  timers: { first: STOPPED, next: STOPPED, resolution: STOPPED },
}

/** When a running timer is late if nothing else happens; null if never. */
const dueMsOf = (policy: SlaPolicy, { priority, isPaused, timers }: Clocks, kind: SlaKind, nowMs: number) => {
  const { isRunning, isLate, spentMs } = timers[kind]
  const minutes = policy.targets[priority][kind]
  if (isPaused || !isRunning || isLate || minutes === null) return null
  return addBusinessMs(policy.calendar, nowMs, minutes * MINUTE_MS - spentMs)
}

/**
 * What was late by a time, and what is late next if nothing else happens: from the facts, the policy and the calendar
 * alone. What happens at the last moment is in time.
 */
export const serviceLevelsOf = (
  facts: ReadonlyArray<ClockFact>,
  policy: SlaPolicy,
  nowMs: number,
): { readonly breaches: ReadonlyArray<SlaBreach>; readonly nextDueMs: number | null } => {
  const breaches: Array<SlaBreach> = []
  let [clocks, atMs] = [BLANK, facts[0]?.atMs ?? nowMs]
  /** Lets the time run to the next fact, which a clock that was set back may have put before the one at hand. */
  const runTo = (untilMs: number, isLast: boolean) => {
    const toMs = Math.max(untilMs, atMs)
    const timers = { ...clocks.timers }
    for (const kind of KINDS) {
      const dueMs = dueMsOf(policy, clocks, kind, atMs)
      const isLate = dueMs !== null && (isLast ? dueMs <= toMs : dueMs < toMs)
      if (isLate) breaches.push({ kind, round: timers[kind].round, dueMs })
      if (timers[kind].isRunning && !clocks.isPaused) {
        const spentMs = timers[kind].spentMs + businessMsBetween(policy.calendar, atMs, toMs)
        timers[kind] = { ...timers[kind], spentMs, isLate: timers[kind].isLate || isLate }
      }
    }
    clocks = { ...clocks, timers }
    atMs = toMs
  }
  for (const fact of facts) {
    if (fact.atMs > nowMs) break
    runTo(fact.atMs, false)
    clocks = apply(clocks, fact)
  }
  runTo(nowMs, true)
  const due = KINDS.map((kind) => dueMsOf(policy, clocks, kind, atMs)).filter((ms) => ms !== null)
  return {
    breaches: breaches.sort(
      (one, other) => one.dueMs - other.dueMs || KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind),
    ),
    nextDueMs: due.length === 0 ? null : Math.min(...due),
  }
}

const HOUR = 60
/** What holds until operators set something else: Monday to Friday, 9 to 18 o'clock UTC. */
export const DEFAULT_POLICY: SlaPolicy = {
  version: 0,
  calendar: {
    timeZone: "UTC",
    hours: [...Array.from({ length: 5 }, () => [9 * HOUR, 18 * HOUR] as const), null, null],
    holidays: [],
  },
  targets: {
    urgent: { first: HOUR, next: 2 * HOUR, resolution: 9 * HOUR },
    high: { first: 4 * HOUR, next: 4 * HOUR, resolution: 18 * HOUR },
    normal: { first: 9 * HOUR, next: 9 * HOUR, resolution: 45 * HOUR },
    low: { first: 18 * HOUR, next: 18 * HOUR, resolution: null },
  },
}
