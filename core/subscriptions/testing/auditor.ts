import type { CycleEvent } from "../cycle/events.ts"
import type { RuleEvent } from "../rule/events.ts"
import { readingProblems } from "./readingAuditor.ts"

/**
 * Checks what a rule and its cycles recorded. It shares no code with the product: its calendar is a table of month
 * lengths, its split compares fractions, and it derives access from the events alone.
 */

type Charged = Extract<CycleEvent, { readonly _tag: "subscriptions.CycleCharged.v1" }>
type Closed = Extract<CycleEvent, { readonly _tag: "subscriptions.CycleClosed.v1" }>
type Begun = Extract<RuleEvent, { readonly _tag: "subscriptions.TermBegun.v1" }>

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const lengthOf = (year: number, month: number) => (month === 1 && isLeap(year) ? 29 : (LENGTHS[month] ?? 0))

/** The anchor moved by months, digit by digit of its text. */
export const movedBy = (anchorAt: string, months: number): string => {
  let [year, month] = [Number(anchorAt.slice(0, 4)), Number(anchorAt.slice(5, 7)) - 1 + months]
  for (; month > 11; month -= 12) year += 1
  const day = Math.min(Number(anchorAt.slice(8, 10)), lengthOf(year, month))
  const two = (value: number) => String(value).padStart(2, "0")
  return `${year}-${two(month + 1)}-${two(day)}${anchorAt.slice(10)}`
}

/** What a rule and its cycles recorded, in order. */
export type RuleLog = ReadonlyArray<RuleEvent | CycleEvent>

/** Problems of one rule; empty if all is right. */
export const auditRule = (log: RuleLog): ReadonlyArray<string> => {
  const charged = log.filter((event): event is Charged => event._tag === "subscriptions.CycleCharged.v1")
  const begun = log.filter((event): event is Begun => event._tag === "subscriptions.TermBegun.v1")
  const closed = log.flatMap((event, index) =>
    event._tag === "subscriptions.CycleClosed.v1" ? [{ event, before: log.slice(0, index) }] : [],
  )
  return [
    ...calendarProblems(begun, charged),
    ...overlapProblems(begun),
    ...readingProblems(log),
    ...closed.flatMap(({ event, before }) => {
      const found = charged.filter(({ n }) => n === event.n)
      const [cycle] = found
      if (cycle === undefined || found.length > 1) return [`cycle ${event.n} was charged ${found.length} times`]
      const closings = closed.filter((other) => other.event.n === event.n)
      return closings.length > 1 ? [`cycle ${event.n} was closed twice`] : splitProblems(before, cycle, event)
    }),
  ]
}

/** Units that were charged and neither paid out nor returned, of fees and of premium. */
export const openUnits = (log: RuleLog): bigint => {
  let open = 0n
  for (const event of log) {
    if (event._tag === "subscriptions.CycleCharged.v1") open += BigInt(event.units)
    if (event._tag === "subscriptions.SeatsCharged.v1") for (const { units } of event.seats) open += BigInt(units)
    if (event._tag !== "subscriptions.CycleClosed.v1") continue
    open -= BigInt(event.cut) + BigInt(event.returned)
    for (const { units } of event.shares) open -= BigInt(units)
    for (const { units, cut, returned } of event.seats ?? []) open -= BigInt(units) + BigInt(cut) + BigInt(returned)
  }
  return open
}

const calendarProblems = (begun: ReadonlyArray<Begun>, charged: ReadonlyArray<Charged>) =>
  begun.flatMap(({ anchorAt, place, cycles }) =>
    cycles.flatMap(({ n, startsAt, endsAt, units }, index) => {
      const [start, end] = [movedBy(anchorAt, place + index), movedBy(anchorAt, place + index + 1)]
      const cycle = charged.find((each) => each.n === n)
      const isRight =
        start === startsAt &&
        end === endsAt &&
        cycle?.startsAt === start &&
        cycle.endsAt === end &&
        cycle.units === units
      return isRight ? [] : [`cycle ${n} is ${startsAt} to ${endsAt}, not ${start} to ${end}`]
    }),
  )

/** No moment of a term is paid twice. */
const overlapProblems = (begun: ReadonlyArray<Begun>) =>
  begun.flatMap(({ cycles }) =>
    cycles.flatMap((cycle, index) =>
      cycles
        .slice(index + 1)
        .filter((other) => other.startsAt < cycle.endsAt && cycle.startsAt < other.endsAt)
        .map((other) => `cycles ${cycle.n} and ${other.n} overlap`),
    ),
  )

/** Weight x milliseconds of each creator, replayed edit by edit. */
const countedIn = (rule: RuleLog, startsAt: string, endsAt: string, isWeighted = true) => {
  const [start, end] = [new Date(startsAt).getTime(), new Date(endsAt).getTime()]
  const sums = new Map<string, bigint>()
  const open = new Map<string, { weight: number; fromMs: number; untilMs: number }>()
  const add = (creatorId: string, toMs: number) => {
    const stay = open.get(creatorId)
    if (stay === undefined) return
    const ms = Math.min(toMs, stay.untilMs, end) - Math.max(stay.fromMs, start)
    const weight = isWeighted ? BigInt(stay.weight) : 1n
    if (ms > 0) sums.set(creatorId, (sums.get(creatorId) ?? 0n) + weight * BigInt(ms))
  }
  for (const event of rule) {
    if (event._tag !== "subscriptions.CreatorSet.v1") continue
    if (event.countsUntil === null) {
      // A clock may be set back between two edits; what the first one began stays.
      const atMs = Math.max(new Date(event.setAt).getTime(), open.get(event.creatorId)?.fromMs ?? 0)
      add(event.creatorId, atMs)
      open.set(event.creatorId, { weight: event.weight, fromMs: atMs, untilMs: Number.POSITIVE_INFINITY })
    } else {
      const stay = open.get(event.creatorId)
      if (stay !== undefined) stay.untilMs = new Date(event.countsUntil).getTime()
    }
  }
  for (const creatorId of open.keys()) add(creatorId, end)
  return sums
}

/**
 * Weight x milliseconds that goes back to a payer who wants the rest of leaving creators: of those who left during the
 * cycle, from then on, until they came back.
 */
const backIn = (rule: RuleLog, startsAt: string, endsAt: string): bigint => {
  const [start, end] = [new Date(startsAt).getTime(), new Date(endsAt).getTime()]
  const stays = new Map<string, { readonly weight: number; readonly fromMs: number }>()
  const gone = new Map<string, { readonly weight: number; readonly fromMs: number }>()
  let [sum, wantsBack] = [0n, false]
  const add = (creatorId: string, toMs: number) => {
    const { weight, fromMs } = gone.get(creatorId) ?? { weight: 0, fromMs: end }
    gone.delete(creatorId)
    if (fromMs >= start && Math.min(toMs, end) > fromMs) sum += BigInt(weight) * BigInt(Math.min(toMs, end) - fromMs)
  }
  for (const event of rule) {
    if (event._tag === "subscriptions.TermsSet.v1") wantsBack = event.onLeave === "back"
    if (event._tag !== "subscriptions.CreatorSet.v1") continue
    const { weight = 0, fromMs = 0 } = stays.get(event.creatorId) ?? {}
    if (event.countsUntil === null) {
      const atMs = Math.max(new Date(event.setAt).getTime(), fromMs)
      add(event.creatorId, atMs)
      stays.set(event.creatorId, { weight: event.weight, fromMs: atMs })
    } else if (event.by !== "payer")
      gone.set(event.creatorId, { weight, fromMs: Math.max(new Date(event.countsUntil).getTime(), fromMs) })
  }
  for (const creatorId of [...gone.keys()]) add(creatorId, end)
  return wantsBack ? sum : 0n
}

/** The parts by reading time that were in force at the end of a cycle: the last ones that nothing took back. */
const partsRead = (rule: RuleLog, n: number): ReadonlyMap<string, bigint> => {
  let parts = new Map<string, bigint>()
  for (const event of rule) {
    if (event._tag === "subscriptions.ReadingShareSet.v1" && !event.isOn && event.cycle === n) parts = new Map()
    if (event._tag === "subscriptions.ReadingPartsSet.v1" && event.cycle === n)
      parts = new Map(event.parts.map(({ creatorId, perMille }) => [creatorId, BigInt(perMille)]))
  }
  return parts
}

/** What creators weigh by reading time: those with a part divide the sum of their weights by part x milliseconds. */
const readIn = (rule: RuleLog, { n, startsAt }: Charged, endsAt: string) => {
  const [sums, parts] = [countedIn(rule, startsAt, endsAt), partsRead(rule, n)]
  let [pool, times] = [0n, 0n]
  const stays = countedIn(rule, startsAt, endsAt, false)
  for (const [creatorId, part] of parts) {
    pool += sums.get(creatorId) ?? 0n
    times += part * (stays.get(creatorId) ?? 0n)
  }
  if (times === 0n) return { sums, times: 1n }
  for (const [creatorId, weight] of sums) {
    const part = parts.get(creatorId)
    sums.set(creatorId, part === undefined ? weight * times : pool * part * (stays.get(creatorId) ?? 0n))
  }
  return { sums, times }
}

/** Every part is within one unit of its exact fraction, and the larger fractions were rounded up first. */
const splitProblems = (rule: RuleLog, cycle: Charged, closed: Closed): ReadonlyArray<string> => {
  const { sums, times } = readIn(rule, cycle, closed.endsAt)
  const whole = [...sums.values()].reduce((sum, weight) => sum + weight, 0n)
  const paid = BigInt(cycle.units) - BigInt(closed.returned)
  const total = closed.shares.reduce((sum, { units }) => sum + BigInt(units), BigInt(closed.cut))
  if (total !== paid) return [`cycle ${cycle.n}: ${total} of ${paid} were paid out`]
  if (paid === 0n) return []
  const back = backIn(rule, cycle.startsAt, closed.endsAt) * times
  if (back > 0n && closed.endsAt === cycle.endsAt) {
    const off = BigInt(closed.returned) * (whole + back) - BigInt(cycle.units) * back
    if (off <= -whole - back || off >= whole + back) return [`cycle ${cycle.n}: ${closed.returned} went back`]
  }
  const denominator = whole * 1_000n
  const parts = [
    ...[...sums].map(([creatorId, weight]) => ({
      exact: paid * weight * BigInt(1_000 - cycle.cutPerMille),
      units: BigInt(closed.shares.find((share) => share.creatorId === creatorId)?.units ?? 0),
    })),
    { exact: paid * whole * BigInt(cycle.cutPerMille), units: BigInt(closed.cut) },
  ]
  const floors = parts.map(({ exact, units }) => ({ up: units * denominator > exact, rest: exact % denominator }))
  const isNear = parts.every(({ exact, units }) => {
    const off = units * denominator - exact
    // What goes back is one more part that was rounded.
    const offMax = back > 0n ? 2n * denominator : denominator
    return -offMax < off && off < offMax
  })
  const up = floors.filter((each) => each.up).map(({ rest }) => rest)
  const down = floors.filter((each) => !each.up).map(({ rest }) => rest)
  const isLargestFirst = up.every((rest) => down.every((other) => rest >= other))
  const strangers = closed.shares.filter(({ creatorId }) => !sums.has(creatorId))
  return isNear && (isLargestFirst || back > 0n) && strangers.length === 0
    ? []
    : [`cycle ${cycle.n} is not split by its weights`]
}

/** Whether a creator is open to the payer at a time, by the events alone. */
export const isSupporterOpen = (log: RuleLog, creatorId: string, nowMs: number): boolean => {
  let [end, isActive, renews, fee] = [0, true, false, "0"]
  const members = new Set<string>()
  const stays: Array<{ readonly fromMs: number; untilMs: number }> = []
  const time = (at: string) => new Date(at).getTime()
  for (const event of log) {
    if (event._tag === "subscriptions.TermBegun.v1") [end, isActive] = [time(event.cycles.at(-1)?.endsAt ?? ""), true]
    if (event._tag === "subscriptions.RuleLapsed.v1") {
      if (event.reason === "missed" || event.reason === "undone") isActive = false
      end = 0
    }
    if (event._tag === "subscriptions.IntentSet.v1") isActive = event.intent === "active"
    if (event._tag === "subscriptions.TermsSet.v1") [renews, fee] = [event.autoRenew, event.msf]
    if (event._tag !== "subscriptions.CreatorSet.v1") continue
    if (event.weight === 0) members.delete(event.creatorId)
    else members.add(event.creatorId)
    if (event.creatorId !== creatorId) continue
    const last = stays.at(-1)
    if (event.countsUntil === null) {
      const fromMs = Math.max(time(event.setAt), last?.fromMs ?? 0)
      if (last !== undefined) last.untilMs = Math.min(last.untilMs, fromMs)
      stays.push({ fromMs, untilMs: Number.POSITIVE_INFINITY })
    } else if (last !== undefined && last.untilMs === Number.POSITIVE_INFINITY)
      last.untilMs = Math.max(last.fromMs, time(event.countsUntil))
  }
  if (end === 0) return false
  const grace = isActive && renews && fee !== "0" && members.size > 0 ? 7 * 86_400_000 : 0
  return nowMs < end + grace && stays.some(({ fromMs, untilMs }) => fromMs <= nowMs && nowMs < untilMs)
}
