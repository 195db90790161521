/** Maximum number of waiting transactions on one demo chain; more are refused. */
export const MEMPOOL_TRANSACTIONS_MAX = 2_000
/** Maximum number of mempool transactions in one block. */
export const BLOCK_TRANSACTIONS_MAX = 1_000
/** Maximum virtual bytes of one transaction, as in nodes (Bitcoin Core, MAX_STANDARD_TX_WEIGHT). */
export const TRANSACTION_VBYTES_MAX = 100_000
/** Maximum number of blocks mined or undone at once. */
export const BLOCKS_MAX = 1_000
/** Maximum amount of one faucet payment in minor units: 100 coins. */
export const FAUCET_UNITS_MAX = 10_000_000_000n
/** Maximum number of scripts that one scan derives. */
export const SCAN_SCRIPTS_MAX = 100_000

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
