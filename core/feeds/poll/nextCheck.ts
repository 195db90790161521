/** Minimum interval, out of politeness to publishers. */
export const INTERVAL_SECONDS_MIN = 15 * 60
/** Maximum interval of a working feed. */
export const INTERVAL_SECONDS_MAX = 24 * 60 * 60
/** Maximum retry interval of a failing feed without readers. */
export const UNWANTED_RETRY_SECONDS_MAX = 3 * INTERVAL_SECONDS_MAX
/** Longest Retry-After that is respected. */
export const RETRY_AFTER_SECONDS_MAX = 8 * 60 * 60
/** Share of an interval by which checks are shifted at random, to spread the load. */
export const JITTER = 0.2
/** Factor by which a feed with a delivering hub is checked less often. */
export const PUSHED_FACTOR = 12
/** Publication times used for the interval. */
const RECENT_ITEMS_MAX = 20

/** Polling intervals from the configuration. */
export type Pace = {
  /** Minimum interval in seconds, by default INTERVAL_SECONDS_MIN. A lower value applies to `ownHosts` only. */
  readonly secondsMin?: number | undefined
  /** Hosts (`host:port`) of the operator, such as the demo's publisher: checked every `secondsMin`. */
  readonly ownHosts?: ReadonlyArray<string> | undefined
}

export type Rhythm = {
  readonly nowMs: number
  readonly url: string
  /** Whether it is in demand; otherwise it is checked once a day. */
  readonly wanted: boolean
  /** Whether a hub delivers its news. */
  readonly pushed: boolean
  /** Publication times of its items, in any order. */
  readonly publishedMs: ReadonlyArray<number>
  /** Cache lifetime of the response and ttl of the feed; null if absent. */
  readonly cacheMaxAgeSeconds: number | null
  readonly ttlMinutes: number | null
  readonly pace: Pace
  /** In [0, 1). */
  readonly random: number
}

/**
 * Seconds until the next check of a working feed: half the median gap between its items, within the limits, with
 * jitter, and never earlier than the publisher allows.
 */
export const nextCheckSeconds = ({
  nowMs,
  url,
  wanted,
  pushed,
  publishedMs,
  cacheMaxAgeSeconds,
  ttlMinutes,
  pace,
  random,
}: Rhythm): number => {
  const secondsMin = pace.secondsMin ?? INTERVAL_SECONDS_MIN
  if (secondsMin < INTERVAL_SECONDS_MIN && isOwn(url, pace)) return jittered(secondsMin, random)
  const least = wanted ? Math.max(secondsMin, INTERVAL_SECONDS_MIN) : INTERVAL_SECONDS_MAX
  const rhythm = Math.max(medianGapSeconds(nowMs, publishedMs) / 2, least) * (pushed ? PUSHED_FACTOR : 1)
  const requestedSeconds = Math.min(Math.max(cacheMaxAgeSeconds ?? 0, (ttlMinutes ?? 0) * 60), INTERVAL_SECONDS_MAX)
  return Math.max(jittered(Math.min(rhythm, INTERVAL_SECONDS_MAX), random), requestedSeconds)
}

export type Retry = {
  readonly retryAfterSeconds: number | null
  readonly wanted: boolean
  /** In [0, 1). */
  readonly random: number
}

/**
 * Seconds until the next check of a failing feed: (failures + 6)^4, from 40 minutes to a day, or three days without
 * readers; never given up. A longer Retry-After takes precedence.
 */
export const retrySeconds = (failures: number, { retryAfterSeconds, wanted, random }: Retry): number => {
  const backOff = Math.min((failures + 6) ** 4, wanted ? INTERVAL_SECONDS_MAX : UNWANTED_RETRY_SECONDS_MAX)
  const requestedSeconds = Math.min(retryAfterSeconds ?? 0, RETRY_AFTER_SECONDS_MAX)
  return Math.max(jittered(backOff, random), requestedSeconds)
}

/** The seconds, shifted at random by up to JITTER. @param random in [0, 1) */
export const jittered = (seconds: number, random: number): number =>
  Math.round(seconds * (1 + JITTER * (2 * random - 1)))

const isOwn = (url: string, { ownHosts = [] }: Pace): boolean => {
  const host = URL.parse(url)?.host
  return host !== undefined && ownHosts.includes(host)
}

/** The time since the newest item counts as a gap too, so that inactive feeds are checked less and less. */
const medianGapSeconds = (nowMs: number, publishedMs: ReadonlyArray<number>): number => {
  const times = [nowMs, ...publishedMs.filter((time) => time <= nowMs)]
    .sort((a, b) => b - a)
    .slice(0, RECENT_ITEMS_MAX + 1)
  const gaps = times.slice(1).map((time, index) => ((times[index] ?? time) - time) / 1000)
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? Number.POSITIVE_INFINITY
}
