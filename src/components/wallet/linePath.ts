import type { ValuePoint } from "./readValueLine.ts"

/** The drawing is so wide and high; the line keeps off its edges. */
const WIDTH = 600
const [TOP, BOTTOM] = [6, 94]
/** Parts of the height that are told apart. */
const STEPS = 10_000n

/** Values as the path of a line in a drawing of 600 by 100; null where there are too few for one. */
export const linePath = (points: ReadonlyArray<ValuePoint>): string | null => {
  const [first, last] = [points.at(0), points.at(-1)]
  if (first === undefined || last === undefined || last.atMs <= first.atMs) return null
  let [least, most] = [first.worth, first.worth]
  for (const { worth } of points) {
    if (worth < least) least = worth
    if (worth > most) most = worth
  }
  const places = points.map(({ atMs, worth }) => {
    // What never changed is drawn in the middle.
    const step = most === least ? STEPS / 2n : ((worth - least) * STEPS) / (most - least)
    const x = ((atMs - first.atMs) / (last.atMs - first.atMs)) * WIDTH
    const y = BOTTOM - (Number(step) / Number(STEPS)) * (BOTTOM - TOP)
    return `${round(x)} ${round(y)}`
  })
  return `M${places.join(" L")}`
}

const round = (place: number): number => Math.round(place * 10) / 10
