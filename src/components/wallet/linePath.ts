import { roundDecimal } from "#contract/wallet"
import type { ValuePoint } from "./readValueLine.ts"

/** Size of the drawing, with a margin above the line. */
const WIDTH = 600
const [TOP, BOTTOM] = [6, 100]
/** Vertical resolution. */
const STEPS = 10_000n

/** The SVG path of a line through the values, from zero up, in a drawing of 600 by 100; null for fewer than two times. */
export const linePath = (points: ReadonlyArray<ValuePoint>): string | null => {
  const [first, last] = [points.at(0), points.at(-1)]
  if (first === undefined || last === undefined || last.atMs <= first.atMs) return null
  // From zero, so that a fall of half a percent looks like one.
  let max = 1n
  for (const { worth } of points) if (worth > max) max = worth
  const coordinates = points.map(({ atMs, worth }) => {
    const step = (worth * STEPS) / max
    const x = ((atMs - first.atMs) / (last.atMs - first.atMs)) * WIDTH
    const y = BOTTOM - (Number(step) / Number(STEPS)) * (BOTTOM - TOP)
    return `${roundDecimal(x, 1)} ${roundDecimal(y, 1)}`
  })
  return `M${coordinates.join(" L")}`
}
