import { dayOf, nextDay, startOfDay } from "./zone.ts"

/** The time filter of an address: `?time=today`, `?time=7`, `?time=30`, `?start=…&end=…`. */
export type TimeFilter =
  | { readonly kind: "all" }
  | { readonly kind: "today" }
  | { readonly kind: "days"; readonly days: 7 | 30 }
  /** Calendar days in the reader's zone, both included; without an end it means "from a date on". */
  | { readonly kind: "range"; readonly start: string; readonly end: string | undefined }

/** Instants; `from` included, `before` excluded. */
export interface TimeRange {
  readonly from: Date | undefined
  readonly before: Date | undefined
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

/** Parses the filter. Invalid values mean "all"; a reversed range is swapped. */
export const parseTimeFilter = (query: URLSearchParams): TimeFilter => {
  const [start, end] = [dayIn(query, "start"), dayIn(query, "end")]
  if (start !== undefined && end !== undefined && end < start) return { kind: "range", start: end, end: start }
  if (start !== undefined) return { kind: "range", start, end }
  const time = query.get("time")
  if (time === "today") return { kind: "today" }
  if (time === "7" || time === "30") return { kind: "days", days: time === "7" ? 7 : 30 }
  return { kind: "all" }
}

/** The time range of a filter now, in a time zone. "7 Days" are 7 times 24 hours. */
export const timeRangeOf = (filter: TimeFilter, now: Date, timeZone: string): TimeRange => {
  switch (filter.kind) {
    case "all":
      return { from: undefined, before: undefined }
    case "today":
      return { from: startOfDay(dayOf(now, timeZone), timeZone), before: undefined }
    case "days":
      return { from: new Date(now.getTime() - filter.days * DAY_MS), before: undefined }
    case "range":
      return {
        from: startOfDay(filter.start, timeZone),
        before: filter.end === undefined ? undefined : startOfDay(nextDay(filter.end), timeZone),
      }
  }
}

/** The default start of the date pickers: one year back (28 February for the 29th). */
export const oneYearBefore = (today: string): string => {
  const [year = "", rest] = [today.slice(0, 4), today.slice(4)]
  return `${String(Number(year) - 1).padStart(4, "0")}${rest === "-02-29" ? "-02-28" : rest}`
}

const dayIn = (query: URLSearchParams, name: string): string | undefined => {
  const day = query.get(name) ?? ""
  return DAY.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ? day : undefined
}
