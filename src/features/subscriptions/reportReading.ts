import { partsByTime } from "#contract/subscriptions"
import { apiPost } from "../../lib/apiFetch.ts"
import { lastReport, noteReport, readingTimes } from "./readingTimes.ts"

const HOUR_MS = 3_600_000
/** Shares are reported once a day, and more often at the end of a paid period. */
const REPORT_MS = 24 * HOUR_MS
const LAST_REPORTS_MS = 6 * HOUR_MS + 60_000
const END_MS = 48 * HOUR_MS
/** Less reading in a period says nothing about it. */
const REPORT_SECONDS_MIN = 600

type Loaded = {
  readonly channels: ReadonlyArray<{ readonly channelCode: string; readonly ruleId: number }>
  readonly rules: ReadonlyArray<{
    readonly ruleId: number
    readonly reading: {
      readonly isOn: boolean
      readonly starts: number | null
      readonly ends: number | null
      readonly floor: number | null
      readonly cap: number | null
      readonly parts: ReadonlyArray<{ readonly channelCode: string; readonly perMille: number }>
    }
  }>
}
type Rule = Loaded["rules"][number]

/** Reports the shares of all rules that are shared by reading time, if the last report is old enough. Failures are ignored. */
export const reportReading = async (nowMs: number): Promise<void> => {
  const { reportedMs, endsMs } = lastReport()
  const isEnding = endsMs > nowMs && endsMs - nowMs < END_MS
  // A time in the future is of a clock that was set back.
  if (Math.abs(nowMs - reportedMs) < (isEnding ? LAST_REPORTS_MS : REPORT_MS)) return
  try {
    const response = await apiPost("Channel/LoadSubscribeRule")
    if (!response.ok) return
    const { channels, rules } = ((await response.json()) as { readonly data: Loaded }).data
    const shared = rules.filter(({ reading }) => reading.isOn)
    const ends = shared.flatMap(({ reading }) => (reading.ends === null ? [] : [reading.ends]))
    let hasReported = false
    for (const rule of shared) {
      const codes = channels.filter(({ ruleId }) => ruleId === rule.ruleId).map(({ channelCode }) => channelCode)
      const parts = measuredParts(codes, rule.reading)
      if (parts === null || isSame(parts, rule.reading.parts)) continue
      hasReported ||= (await apiPost("Channel/UpdateReadingShare", { ruleId: rule.ruleId, parts })).ok
    }
    // Without a report, the next page tries again: there may be enough to report by then.
    if (hasReported) noteReport({ reportedMs: nowMs, endsMs: Math.min(...ends) })
  } catch {
    // The next page tries again.
  }
}

const isSame = (parts: Rule["reading"]["parts"], others: Rule["reading"]["parts"]): boolean =>
  parts.every((part) =>
    others.some((other) => other.channelCode === part.channelCode && other.perMille === part.perMille),
  )

/** The shares of channels by the reading time in this browser; null if it says nothing. */
const measuredParts = (
  codes: ReadonlyArray<string>,
  { starts, floor, cap }: Rule["reading"],
): Rule["reading"]["parts"] | null => {
  if (starts === null || floor === null || cap === null) return null
  const times = readingTimes(codes, starts)
  if (times.reduce((sum, seconds) => sum + seconds, 0) < REPORT_SECONDS_MIN) return null
  const parts = partsByTime(times, { floor, cap })
  return parts === null ? null : codes.map((channelCode, place) => ({ channelCode, perMille: parts[place] ?? 0 }))
}
