import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  INTERVAL_SECONDS_MAX,
  INTERVAL_SECONDS_MIN,
  JITTER,
  nextCheckSeconds,
  RETRY_AFTER_SECONDS_MAX,
  type Rhythm,
  retrySeconds,
} from "./nextCheck.ts"

const nowMs = Date.UTC(2026, 0, 31)
const hoursAgo = (...hours: ReadonlyArray<number>) => hours.map((each) => nowMs - each * 3_600_000)
const check = (publishedMs: ReadonlyArray<number>, more: Partial<Rhythm> = {}) =>
  nextCheckSeconds({
    nowMs,
    url: "https://example.org/feed",
    wanted: true,
    pushed: false,
    publishedMs,
    cacheMaxAgeSeconds: null,
    ttlMinutes: null,
    pace: {},
    random: 0.5,
    ...more,
  })

describe("when a working feed is looked at next", () => {
  it.each<[string, ReadonlyArray<number>, Partial<Rhythm>, number]>([
    ["half the median gap of a feed with an item every four hours", hoursAgo(0, 4, 8, 12, 16), {}, 2 * 3600],
    ["the lower bound for a torrent of items", hoursAgo(0, 0.01, 0.02, 0.03), {}, INTERVAL_SECONDS_MIN],
    ["a day where nothing was ever published", [], {}, INTERVAL_SECONDS_MAX],
    ["a day where items come once a month", hoursAgo(0, 720, 1440), {}, INTERVAL_SECONDS_MAX],
    ["never before the answer's max-age", hoursAgo(0, 0.1, 0.2), { cacheMaxAgeSeconds: 7200, random: 0 }, 7200],
    ["never before the feed's ttl", hoursAgo(0, 0.1, 0.2), { ttlMinutes: 60, random: 0 }, 3600],
    ["an absurd max-age is a day", hoursAgo(0, 0.1, 0.2), { cacheMaxAgeSeconds: 10 ** 9 }, INTERVAL_SECONDS_MAX],
    ["a higher lower bound of the configuration's", hoursAgo(0, 0.1), { pace: { secondsMin: 3600 } }, 3600],
    ["a day if no one reads it", hoursAgo(0, 0.1), { wanted: false }, INTERVAL_SECONDS_MAX],
    ["twelve times as long where a hub tells of news", hoursAgo(0, 2, 4, 6), { pushed: true }, 12 * 3600],
    ["a day where a hub tells of rare news", hoursAgo(0, 24, 48), { pushed: true }, INTERVAL_SECONDS_MAX],
    ["no lower one for strangers", hoursAgo(0, 0.1), { pace: { secondsMin: 60 } }, INTERVAL_SECONDS_MIN],
    [
      "a lower one for the operator's own host, whatever it publishes",
      [],
      { pace: { secondsMin: 60, ownHosts: ["example.org"] }, cacheMaxAgeSeconds: 300 },
      60,
    ],
  ])("%s", (_, publishedMs, more, seconds) => expect(check(publishedMs, more)).toBe(seconds))

  it("stays within the bounds and their jitter, whatever was published", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: nowMs - 10 ** 12, max: nowMs + 10 ** 12 }), { maxLength: 50 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (publishedMs, random) => {
          const seconds = check(publishedMs, { random })
          return (
            seconds >= INTERVAL_SECONDS_MIN * (1 - JITTER) - 1 && seconds <= INTERVAL_SECONDS_MAX * (1 + JITTER) + 1
          )
        },
      ),
    )
  })
})

describe("when a failing feed is tried again", () => {
  it.each([
    [1, null, true, 7 ** 4],
    [5, null, true, 11 ** 4],
    [100, null, true, INTERVAL_SECONDS_MAX],
    [100, null, false, 3 * INTERVAL_SECONDS_MAX],
    [1, 10_000, true, 10_000],
    [1, 10 ** 9, true, RETRY_AFTER_SECONDS_MAX],
  ])(
    "after %i failures, a Retry-After of %s, wanted %s: %i seconds",
    (failures, retryAfterSeconds, wanted, seconds) => {
      expect(retrySeconds(failures, { retryAfterSeconds, wanted, random: 0.5 })).toBe(seconds)
    },
  )
})
