import { Result } from "effect"
import type { Aggregate } from "#core/kernel"
import { formatIso } from "#core/kernel"
import { type RateEvent, RateEvents, type RateOrigin, RatesTaken, type TakenRate } from "./events.ts"

export type RateDayState = {
  readonly count: number
  readonly lastTakenMs: number | null
  readonly lastOrigin: RateOrigin | null
}

/** The rate snapshots of one day (UTC); the day is the stream id. */
export const RateDay: Aggregate<RateDayState, RateEvent> = {
  category: "rates",
  events: RateEvents,
  initial: { count: 0, lastTakenMs: null, lastOrigin: null },
  evolve: ({ count }, { takenAt, origin }) => ({
    count: count + 1,
    lastTakenMs: Date.parse(takenAt),
    lastOrigin: origin,
  }),
}

const MS = 1_000
export const dayOf = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10)

/** Interval between snapshots, and how long one may be used for pricing. */
export type RateTiming = { readonly everySeconds: number; readonly validSeconds: number }

/** Whether a snapshot is due: the last one is old, or the origin was reconfigured. */
export const isDue = (
  { lastTakenMs, lastOrigin }: RateDayState,
  { everySeconds }: RateTiming,
  origin: RateOrigin,
  nowMs: number,
): boolean => lastTakenMs === null || lastOrigin !== origin || nowMs - lastTakenMs >= everySeconds * MS

/** Records a snapshot, unless another process recorded one that is not due again yet. */
export const takeRates =
  (snapshot: {
    readonly rates: ReadonlyArray<TakenRate>
    readonly origin: RateOrigin
    readonly timing: RateTiming
    readonly nowMs: number
  }) =>
  (day: RateDayState) => {
    const { rates, origin, timing, nowMs } = snapshot
    if (rates.length === 0 || !isDue(day, timing, origin, nowMs)) return Result.succeed([])
    const taken = RatesTaken.make({
      snapshotId: `${dayOf(nowMs)}.${day.count + 1}`,
      origin,
      takenAt: formatIso(nowMs),
      validUntil: formatIso(nowMs + timing.validSeconds * MS),
      rates,
    })
    return Result.succeed([taken])
  }
