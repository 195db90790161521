/** Transactions that wait on one demo chain at most; more are refused. */
export const MEMPOOL_TRANSACTIONS_MAX = 2_000
/** Transactions of the mempool that one block takes at most. */
export const BLOCK_TRANSACTIONS_MAX = 1_000
/** Virtual bytes of one transaction at most, as nodes have it (Bitcoin Core, MAX_STANDARD_TX_WEIGHT). */
export const TRANSACTION_VBYTES_MAX = 100_000
/** Blocks that are mined or undone at once at most. */
export const BLOCKS_MAX = 1_000
/** What the faucet gives at once at most, in minor units: 100 coins. */
export const FAUCET_UNITS_MAX = 10_000_000_000n
/** Scripts that one scan derives at most. */
export const SCAN_SCRIPTS_MAX = 100_000
