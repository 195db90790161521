import { TTL_MINUTES_MAX } from "../limits.ts"
import { childText, type XmlElement } from "../xml/XmlElement.ts"
import { numberOf } from "./ReadingContext.ts"

/** Minutes between fetches: RSS's ttl, otherwise the syndication module's period and frequency. */
export const ttlOf = (channel: XmlElement): number | null => {
  const minutes = numberOf(childText(channel, "ttl")) ?? updatePeriod(channel)
  return minutes === null || minutes <= 0 ? null : Math.min(Math.max(1, Math.round(minutes)), TTL_MINUTES_MAX)
}

const updatePeriod = (channel: XmlElement): number | null => {
  const minutes = PERIODS.get(childText(channel, "sy:updateperiod")?.toLowerCase() ?? "")
  const times = numberOf(childText(channel, "sy:updatefrequency")) ?? 1
  return minutes === undefined ? null : minutes / Math.max(1, times)
}

const PERIODS = new Map([
  ["hourly", 60],
  ["daily", 1_440],
  ["weekly", 10_080],
  ["monthly", 43_200],
  ["yearly", 525_600],
])
