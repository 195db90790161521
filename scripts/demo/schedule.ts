import { hashOf, randomFrom } from "./random.ts"

/** The time window of a document. */
export const REACH_DAYS = 60
/** Short notes in a document, in addition to the written pieces. */
export const STREAM_SHOWN = { quick: 10, slow: 6 } as const
/** Minutes between two short notes of one site. */
export const STREAM_MINUTES = { quick: 30, slow: 240 } as const

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Twelve quick sites at half an hour each, evenly staggered, publish one new note every two and a half minutes. */
const STAGGER_SLOTS = 12
/** Maximum delay of a note in seconds, so that the sites do not publish in lockstep. */
const LATE_SECONDS_MAX = 20
/** Slots are counted from this fixed day, so that every start uses the same numbers. */
const ORIGIN = Date.UTC(2024, 0, 1)

/** Schedule settings of a site. `place` is its rank among the sites of the same pace. */
export type Rhythm = {
  readonly slug: string
  readonly pace: "quick" | "slow"
  readonly place: number
  /** Number of written pieces of the site. */
  readonly stock: number
}

export type Occurrence =
  | { readonly from: "stock"; readonly index: number; readonly at: Date }
  | { readonly from: "stream"; readonly slot: number; readonly at: Date }

/**
 * Returns everything that a site's document lists at a given time, newest first: each written piece once, spread over
 * the last 60 days, and the newest short notes. Contains no future times. Two calls with the same time give the same
 * result.
 */
export const occurrences = (rhythm: Rhythm, now: Date): ReadonlyArray<Occurrence> =>
  [...stockBefore(rhythm, now), ...streamBefore(rhythm, now, STREAM_SHOWN[rhythm.pace])].sort(
    (one, other) => other.at.getTime() - one.at.getTime(),
  )

/** Returns the latest time, up to now, at which a written piece was published. */
export const stockOccurrence = (rhythm: Rhythm, index: number, now: Date): Occurrence | undefined =>
  stockBefore(rhythm, now).find((occurrence) => occurrence.from === "stock" && occurrence.index === index)

/** Returns a short note by its slot, or undefined if it is not published yet or has left the time window. */
export const streamOccurrence = (rhythm: Rhythm, slot: number, now: Date): Occurrence | undefined => {
  const at = streamTime(rhythm, slot)
  const age = now.getTime() - at.getTime()
  return age >= 0 && age < REACH_DAYS * DAY ? { from: "stream", slot, at } : undefined
}

const stockBefore = (rhythm: Rhythm, now: Date): ReadonlyArray<Occurrence> => {
  const every = stockPeriod(rhythm)
  const latest = Math.floor((now.getTime() - ORIGIN - stockPhase(rhythm)) / every)
  const slots = Array.from({ length: rhythm.stock + 1 }, (_, back) => latest - back)
  return slots
    .map((slot) => ({ from: "stock" as const, index: modulo(slot, rhythm.stock), at: stockTime(rhythm, slot) }))
    .filter(({ at }) => at <= now)
    .slice(0, rhythm.stock)
}

const streamBefore = (rhythm: Rhythm, now: Date, count: number): ReadonlyArray<Occurrence> => {
  const latest = Math.floor((now.getTime() - ORIGIN - streamPhase(rhythm)) / streamPeriod(rhythm))
  return Array.from({ length: count + 1 }, (_, back) => latest - back)
    .map((slot) => ({ from: "stream" as const, slot, at: streamTime(rhythm, slot) }))
    .filter(({ at }) => at <= now)
    .slice(0, count)
}

/** One period more than there are pieces, so that the oldest is still in the window if the newest is delayed. */
const stockPeriod = ({ stock }: Rhythm): number => (REACH_DAYS * DAY) / (stock + 1)
const stockPhase = (rhythm: Rhythm): number => (hashOf(`${rhythm.slug} stock`) / 2 ** 32) * stockPeriod(rhythm)

/** Delayed by up to a third of the period, so that the pieces keep their order at irregular intervals. */
const stockTime = (rhythm: Rhythm, slot: number): Date => {
  const late = randomFrom(`${rhythm.slug} stock ${slot}`).between(0, stockPeriod(rhythm) / 3)
  return wholeSecond(ORIGIN + stockPhase(rhythm) + slot * stockPeriod(rhythm) + late)
}

const streamPeriod = ({ pace }: Rhythm): number => STREAM_MINUTES[pace] * MINUTE
const streamPhase = (rhythm: Rhythm): number =>
  (modulo(rhythm.place, STAGGER_SLOTS) / STAGGER_SLOTS) * streamPeriod(rhythm)

const streamTime = (rhythm: Rhythm, slot: number): Date => {
  const late = randomFrom(`${rhythm.slug} stream ${slot}`).between(0, LATE_SECONDS_MAX) * 1000
  return wholeSecond(ORIGIN + streamPhase(rhythm) + slot * streamPeriod(rhythm) + late)
}

/** Feeds give times in whole seconds, so the schedule does too. */
const wholeSecond = (time: number): Date => new Date(Math.ceil(time / 1000) * 1000)

const modulo = (value: number, by: number): number => ((value % by) + by) % by
