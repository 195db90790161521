import { READING_CAP, READING_FLOOR_DIVISOR, READING_WHOLE, SHARE_MIN } from "../limits.ts"

/** What each creator gets at least and at most, in thousandths. */
export type ReadingBounds = { readonly floor: number; readonly cap: number }

/** Steps of the search for the common factor: more than a double has digits. */
const STEPS = 60
/** Creators who were not read count as if for the whole time divided by this, so that they share equally what others may not get. */
const UNREAD_DIVISOR = 1_000_000_000

/**
 * The limits of parts by reading time; null if one creator, or the least share of each, leaves nothing to decide.
 * @param count creators in the rule @param msf the fee that was paid for the period, in minor units of the base currency
 */
export const readingBounds = (count: number, msf: bigint): ReadingBounds | null => {
  if (count < 2 || msf <= 0n) return null
  let floor = Math.max(1, Math.floor(READING_WHOLE / (count * READING_FLOOR_DIVISOR)))
  while (floor < READING_WHOLE && BigInt(floor) * msf < SHARE_MIN * BigInt(READING_WHOLE)) floor += 1
  const rest = READING_WHOLE - floor * (count - 1)
  return rest <= floor ? null : { floor, cap: Math.min(READING_CAP, rest) }
}

/** Whether parts are whole thousandths within the limits, and all of the fee. */
export const areReadingParts = (parts: ReadonlyArray<number>, { floor, cap }: ReadingBounds): boolean =>
  parts.every((part) => Number.isInteger(part) && floor <= part && part <= cap) &&
  parts.reduce((sum, part) => sum + part, 0) === READING_WHOLE

/**
 * Parts in the ratio of reading times, as far as the limits allow; null if nothing was read.
 * @param times of each creator, in any unit
 */
export const partsByTime = (
  times: ReadonlyArray<number>,
  { floor, cap }: ReadingBounds,
): ReadonlyArray<number> | null => {
  const whole = times.reduce((sum, time) => sum + time, 0)
  if (whole <= 0) return null
  const counted = times.map((time) => Math.max(time / whole, 1 / UNREAD_DIVISOR))
  const partsBy = (factor: number) => counted.map((time) => Math.min(cap, Math.max(floor, time * factor)))
  const sumOf = (parts: ReadonlyArray<number>) => parts.reduce((sum, part) => sum + part, 0)
  // The sum grows with the factor, from all floors to all caps.
  let [low, high] = [0, cap * UNREAD_DIVISOR]
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2
    if (sumOf(partsBy(middle)) > READING_WHOLE) high = middle
    else low = middle
  }
  const exact = partsBy(low)
  const parts = exact.map(Math.floor)
  const byRemainder = exact.map((part, place) => ({ place, rest: part - Math.floor(part) }))
  byRemainder.sort((one, other) => other.rest - one.rest || one.place - other.place)
  for (let remaining = READING_WHOLE - sumOf(parts); remaining > 0; )
    for (const { place } of byRemainder) {
      if (remaining === 0 || (parts[place] ?? cap) >= cap) continue
      parts[place] = (parts[place] ?? 0) + 1
      remaining -= 1
    }
  return parts
}
