/** Whole-number division of exact fractions. The divisor is positive. */

/** Towards minus infinity. */
export const divideDown = (dividend: bigint, divisor: bigint): bigint =>
  dividend % divisor < 0n ? dividend / divisor - 1n : dividend / divisor

/** To the nearest; a half goes away from zero, as people round. */
export const divideRound = (dividend: bigint, divisor: bigint): bigint =>
  dividend < 0n ? -divideRound(-dividend, divisor) : (2n * dividend + divisor) / (2n * divisor)
