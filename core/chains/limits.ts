/** Scripts that one call watches at most. */
export const WATCH_MAX = 1_000
/** Movements or coins that one answer holds at most; a chain that has more to say is unavailable (`tooMuch`). */
export const ANSWER_ROWS_MAX = 200_000
/** Outputs that one payment has at most, in addition to the change. */
export const OUTPUTS_MAX = 500
/** Coins that one payment spends at most: with as many outputs it stays below the 100,000 virtual bytes that nodes pass on. */
export const INPUTS_MAX = 500
