/** Movement below this is a tap. */
const TAP_PX_MAX = 10
/** A swipe is so many times wider than it is high. */
const SWIPE_RATIO_MIN = 1.5
/** Touches that start this close to the edge belong to the browser, for example to go back. */
const EDGE_PX_MAX = 24
/** A swipe acts from this part of the item's width, and at the latest from this distance. */
const SWIPE_PART = 0.3
const SWIPE_PX_MAX = 120
/** The part of further movement that an item follows. */
const BEYOND_PART = 0.25
/** A pull moves the sign by this part, and refreshes the list from this distance. */
const PULL_PART = 0.5
const PULL_PX_MIN = 64
const PULL_PX_MAX = 96

export type Direction = "right" | "left" | "down" | "other"

/** How far something moves with a finger, and whether letting go acts. */
export interface Drag {
  readonly offsetPx: number
  readonly isArmed: boolean
}

/** The direction of a touch since its start; undefined while it may still be a tap. */
export const directionOf = (acrossPx: number, downPx: number): Direction | undefined => {
  const [across, along] = [Math.abs(acrossPx), Math.abs(downPx)]
  if (Math.max(across, along) < TAP_PX_MAX) return undefined
  if (across >= along * SWIPE_RATIO_MIN) return acrossPx > 0 ? "right" : "left"
  return downPx > across ? "down" : "other"
}

export const startsAtEdge = (xPx: number, screenPx: number): boolean =>
  xPx < EDGE_PX_MAX || xPx > screenPx - EDGE_PX_MAX

/** The drag of an item to the right (1) or the left (-1). It never moves to the other side. */
export const swipeOf = (acrossPx: number, side: 1 | -1, widthPx: number): Drag => {
  const threshold = Math.min(widthPx * SWIPE_PART, SWIPE_PX_MAX)
  const moved = Math.max(0, acrossPx * side)
  const followed = Math.min(moved, threshold) + Math.max(0, moved - threshold) * BEYOND_PART
  return { offsetPx: followed === 0 ? 0 : followed * side, isArmed: moved >= threshold }
}

/** The drag of the sign that a pull at the top of the list shows. */
export const pullOf = (downPx: number): Drag => {
  const offsetPx = Math.min(Math.max(0, downPx) * PULL_PART, PULL_PX_MAX)
  return { offsetPx, isArmed: offsetPx >= PULL_PX_MIN }
}
