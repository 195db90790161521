/** No feed is asked more often than this, whatever it publishes: politeness to strangers. */
export const INTERVAL_SECONDS_MIN = 15 * 60
/** No feed is forgotten for longer than this. */
export const INTERVAL_SECONDS_MAX = 24 * 60 * 60
/** The same for a failing feed that nobody reads. */
export const UNWANTED_RETRY_SECONDS_MAX = 3 * INTERVAL_SECONDS_MAX
/** What a publisher may ask us to wait after a refusal. */
export const RETRY_AFTER_SECONDS_MAX = 8 * 60 * 60
/** Share of an interval by which a check is moved at random, so that feeds do not come in crowds. */
export const JITTER = 0.2
/** How much less often a feed is looked at whose publisher tells us of news. */
export const PUSHED_FACTOR = 12
/** Publication times that the interval is judged by. */
const RECENT_ITEMS_MAX = 20

/** How often the configuration wants feeds to be looked at. */
export type Pace = {
  /** Seconds between two looks at least; absent: INTERVAL_SECONDS_MIN. Less than that holds for `ownHosts` alone. */
  readonly secondsMin?: number | undefined
  /** Hosts (`host:port`) of the operator's own, such as the demo's publisher: looked at every `secondsMin`. */
  readonly ownHosts?: ReadonlyArray<string> | undefined
}

export type Rhythm = {
  readonly nowMs: number
  readonly url: string
  /** Whether anybody reads it; for nobody it is looked at once a day. */
  readonly wanted: boolean
  /** Whether a hub is believed to tell us of its news. */
  readonly pushed: boolean
  /** When the feed's items were published, in any order. */
  readonly publishedMs: ReadonlyArray<number>
  /** How long the answer may be kept, and how long the feed asks readers to wait; null where it does not say. */
  readonly cacheMaxAgeSeconds: number | null
  readonly ttlMinutes: number | null
  readonly pace: Pace
  /** In [0, 1). */
  readonly random: number
}

/**
 * Seconds until a working feed is looked at again: half the median gap between its items, within bounds, with jitter,
 * and never sooner than the publisher asks.
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
  const asked = Math.min(Math.max(cacheMaxAgeSeconds ?? 0, (ttlMinutes ?? 0) * 60), INTERVAL_SECONDS_MAX)
  return Math.max(jittered(Math.min(rhythm, INTERVAL_SECONDS_MAX), random), asked)
}

export type Retry = {
  readonly retryAfterSeconds: number | null
  readonly wanted: boolean
  /** In [0, 1). */
  readonly random: number
}

/**
 * Seconds until a failing feed is tried again: (failures + 6)^4 seconds, 40 minutes at first and a day at most, three
 * days where nobody reads it; never given up. What the publisher asks for holds where it is longer.
 */
export const retrySeconds = (failures: number, { retryAfterSeconds, wanted, random }: Retry): number => {
  const backOff = Math.min((failures + 6) ** 4, wanted ? INTERVAL_SECONDS_MAX : UNWANTED_RETRY_SECONDS_MAX)
  const asked = Math.min(retryAfterSeconds ?? 0, RETRY_AFTER_SECONDS_MAX)
  return Math.max(jittered(backOff, random), asked)
}

/** The seconds, moved at random by up to JITTER. @param random in [0, 1) */
export const jittered = (seconds: number, random: number): number =>
  Math.round(seconds * (1 + JITTER * (2 * random - 1)))

const isOwn = (url: string, { ownHosts = [] }: Pace): boolean => {
  const host = URL.parse(url)?.host
  return host !== undefined && ownHosts.includes(host)
}

/** The silence since the newest item counts as a gap too, so that a feed that went quiet is asked less and less. */
const medianGapSeconds = (nowMs: number, publishedMs: ReadonlyArray<number>): number => {
  const times = [nowMs, ...publishedMs.filter((time) => time <= nowMs)]
    .sort((a, b) => b - a)
    .slice(0, RECENT_ITEMS_MAX + 1)
  const gaps = times.slice(1).map((time, index) => ((times[index] ?? time) - time) / 1000)
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? Number.POSITIVE_INFINITY
}
