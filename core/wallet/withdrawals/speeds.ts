/** How quickly a withdrawal should confirm. */
export const SPEEDS = ["slow", "normal", "fast"] as const
export type Speed = (typeof SPEEDS)[number]
