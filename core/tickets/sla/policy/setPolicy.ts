import { Result, Schema } from "effect"
import { formatIso } from "#core/kernel"
import { TICKET_PRIORITIES } from "../../ticketRules.ts"
import { type ServiceLevelsEvent, ServiceLevelsSet } from "../events.ts"
import type { SlaPolicy, SlaTargets } from "../serviceLevels.ts"
import { currentPolicy, type PolicyHistoryState } from "./PolicyHistory.ts"

/** Days without work, over all years. */
export const HOLIDAYS_MAX = 100
/** Versions: each is kept for the tickets that were opened under it. */
export const POLICIES_MAX = 1_000
/** Working hours of one target: more than a year of them. */
const TARGET_HOURS_MAX = 2_500
const DAY_MINUTES = 1_440

/** The weekdays of a calendar, in its order. */
export const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const

/** One value of the form is not one; `field` names it. */
export class PolicyInvalid extends Schema.TaggedError<PolicyInvalid>()("PolicyInvalid", {
  field: Schema.Literals([...TICKET_PRIORITIES, ...WEEKDAYS, "timeZone", "holidays", "hours"]),
}) {}
/** The service levels were changed too often. */
export class TooManyPolicies extends Schema.TaggedError<TooManyPolicies>()("TooManyPolicies", {}) {}

type Problem = typeof PolicyInvalid.Type.field
const invalid = (field: Problem) => Result.fail(new PolicyInvalid({ field }))

/** As operators type it: hours as `9:00-18:00`, targets as three numbers of hours (`-` for no limit), dates with spaces. */
export type PolicyForm = Readonly<
  Record<(typeof TICKET_PRIORITIES)[number] | (typeof WEEKDAYS)[number] | "timeZone" | "holidays", string>
>

const HOURS = /^(\d{1,2}):(\d{2})\s?[-–]\s?(\d{1,2}):(\d{2})$/
const TARGET = /^\d{1,4}(?:[.,]\d{1,2})?$/
const DATE = /^\d{4}-\d{2}-\d{2}$/

const readHours = (text: string): readonly [number, number] | null | "invalid" => {
  if (text.trim() === "") return null
  const parts = HOURS.exec(text.trim())
  if (parts === null) return "invalid"
  const [fromHour = 0, fromMinute = 0, untilHour = 0, untilMinute = 0] = parts.slice(1).map(Number)
  const [from, until] = [fromHour * 60 + fromMinute, untilHour * 60 + untilMinute]
  const isRight = fromMinute < 60 && untilMinute < 60 && from < until && until <= DAY_MINUTES
  return isRight ? [from, until] : "invalid"
}

const readTargets = (text: string): SlaTargets | null => {
  const parts = text.trim().split(/\s+/)
  if (parts.length !== 3) return null
  const minutes = parts.map((part) => {
    if (part === "-" || part === "–") return null
    const hours = TARGET.test(part) ? Number(part.replace(",", ".")) : Number.NaN
    return hours > 0 && hours <= TARGET_HOURS_MAX ? Math.max(1, Math.round(hours * 60)) : Number.NaN
  })
  const [first = null, next = null, resolution = null] = minutes
  return minutes.some(Number.isNaN) ? null : { first, next, resolution }
}

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}

/** A day of the calendar: the 30th of February is none. */
const isDate = (text: string): boolean =>
  DATE.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

/** Reads service levels from a form. The first wrong value is named. */
export const readPolicy = (form: PolicyForm): Result.Result<Omit<SlaPolicy, "version">, PolicyInvalid> => {
  const timeZone = form.timeZone.trim()
  if (!isTimeZone(timeZone)) return invalid("timeZone")
  const hours: Array<readonly [number, number] | null> = []
  for (const day of WEEKDAYS) {
    const read = readHours(form[day])
    if (read === "invalid") return invalid(day)
    hours.push(read)
  }
  // Without working time nothing would ever be late.
  if (hours.every((day) => day === null)) return invalid("hours")
  const holidays = [...new Set(form.holidays.split(/[\s,;]+/).filter((day) => day !== ""))].toSorted()
  if (holidays.length > HOLIDAYS_MAX || !holidays.every(isDate)) return invalid("holidays")
  const targets: Partial<Record<(typeof TICKET_PRIORITIES)[number], SlaTargets>> = {}
  for (const priority of TICKET_PRIORITIES) {
    const read = readTargets(form[priority])
    if (read === null) return invalid(priority)
    targets[priority] = read
  }
  return Result.succeed({ calendar: { timeZone, hours, holidays }, targets: targets as SlaPolicy["targets"] })
}

/** The form that reads as these service levels. */
export const policyFormOf = ({ calendar, targets }: SlaPolicy): PolicyForm => {
  const time = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`
  const target = (minutes: number | null) => (minutes === null ? "-" : String(Math.round((minutes / 60) * 100) / 100))
  const days = WEEKDAYS.map((day, index) => {
    const open = calendar.hours[index] ?? null
    return [day, open === null ? "" : `${time(open[0])}-${time(open[1])}`] as const
  })
  const levels = TICKET_PRIORITIES.map((priority) => {
    const { first, next, resolution } = targets[priority]
    return [priority, [first, next, resolution].map(target).join(" ")] as const
  })
  return {
    ...Object.fromEntries([...days, ...levels]),
    ...{ timeZone: calendar.timeZone, holidays: calendar.holidays.join(" ") },
  } as PolicyForm
}

/** Sets the service levels of tickets that are opened from now on. Nothing is recorded if they are the same. */
export const setPolicy =
  ({
    by,
    nowMs,
    policy,
  }: {
    readonly by: string
    readonly nowMs: number
    readonly policy: Omit<SlaPolicy, "version">
  }) =>
  (history: PolicyHistoryState): Result.Result<ReadonlyArray<ServiceLevelsEvent>, TooManyPolicies> => {
    if (isEqual(currentPolicy(history), policy)) return Result.succeed([])
    if (history.length >= POLICIES_MAX) return Result.fail(new TooManyPolicies({}))
    const { calendar, targets } = policy
    const version = history.length + 1
    return Result.succeed([ServiceLevelsSet.make({ version, ...calendar, targets, by, setAt: formatIso(nowMs) })])
  }

const isEqual = (one: Omit<SlaPolicy, "version">, other: Omit<SlaPolicy, "version">): boolean =>
  JSON.stringify(policyFormOf({ ...one, version: 0 })) === JSON.stringify(policyFormOf({ ...other, version: 0 }))
