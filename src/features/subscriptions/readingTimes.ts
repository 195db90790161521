import { storedState } from "../../lib/storedState.ts"

// How long the person read each creator in this browser. It never leaves the browser; shares are computed from it.

const HOUR_MS = 3_600_000
const HOUR_S = 3_600
/** A paid period has at most 31 days. */
const HOURS_MAX = 32 * 24
/** Creators of one hour. */
const CREATORS_MAX = 50

/** Seconds by the hour since 1970, and by the code of the creator's channel. */
type Hours = Readonly<Record<string, Readonly<Record<string, number>>>>
type Times = {
  readonly hours: Hours
  /** When shares were reported last, and when the next paid period ends; 0 before. */
  readonly reportedMs: number
  readonly endsMs: number
}

const stored = storedState<Times>("quire:reading-time", { hours: {}, reportedMs: 0, endsMs: 0 })

/** Adds time that a creator was read. */
export const addReadingTime = (channelCode: string, seconds: number, nowMs: number): void => {
  const hour = Math.floor(nowMs / HOUR_MS)
  const { hours } = stored.get()
  const recent = Object.entries(hours).filter(([each]) => Math.abs(hour - Number(each)) < HOURS_MAX)
  const own = hours[hour] ?? {}
  if (own[channelCode] === undefined && Object.keys(own).length >= CREATORS_MAX) return
  const counted = Math.min(HOUR_S, (own[channelCode] ?? 0) + seconds)
  stored.set({ hours: { ...Object.fromEntries(recent), [hour]: { ...own, [channelCode]: counted } } })
}

/** Seconds that each creator was read since a time, in the order of the channels. */
export const readingTimes = (channelCodes: ReadonlyArray<string>, sinceMs: number): ReadonlyArray<number> => {
  const since = Math.floor(sinceMs / HOUR_MS)
  const counted = Object.entries(stored.get().hours).filter(([hour]) => Number(hour) >= since)
  return channelCodes.map((code) => counted.reduce((sum, [, seconds]) => sum + (seconds[code] ?? 0), 0))
}

export const lastReport = (): Pick<Times, "reportedMs" | "endsMs"> => stored.get()
export const noteReport = (report: Pick<Times, "reportedMs" | "endsMs">): void => void stored.set(report)

/** Deletes all reading times of this browser. */
export const forgetReadingTimes = (): void => void stored.set({ hours: {} })
