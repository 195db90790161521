import type { RateTiming } from "./RateDay.ts"

/** What the snapshots of an installation without price endpoints call their source: nobody is to take them for real. */
export const DEMO_SOURCE = "demo rates"

/** Round, made up and always the same, so that tests and demonstrations can reckon with them. */
export const DEMO_MIDS: Readonly<Record<string, string>> = {
  "BTC/USD": "64000",
  "BTC/EUR": "60000",
  "BCH/USD": "400",
  "BCH/EUR": "375",
  "LTC/USD": "80",
  "LTC/EUR": "75",
}

/** One each day, for a table that never changes; valid so long that none is missed where the worker rests for a night. */
export const DEMO_TIMING: RateTiming = { everySeconds: 86_400, validSeconds: 2 * 86_400 }
