/** How soon a withdrawal is to be in a block, by what it pays for that. */
export const SPEEDS = ["slow", "normal", "fast"] as const
export type Speed = (typeof SPEEDS)[number]
