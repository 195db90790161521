/** Maximum number of scripts in one call of `watch`. */
export const WATCH_MAX = 1_000
/** Maximum number of movements or coins in one response; a chain with more is unavailable (`tooMuch`). */
export const ANSWER_ROWS_MAX = 200_000
/** Maximum number of outputs of one payment, without the change. */
export const OUTPUTS_MAX = 500
/**
 * Maximum number of inputs of one payment: with the maximum of outputs it stays below the 100,000 virtual bytes that
 * nodes relay.
 */
export const INPUTS_MAX = 500
