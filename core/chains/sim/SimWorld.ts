import type { Effect } from "effect"
import type { BlockRef, Hex } from "../Chain.ts"
import type { BroadcastRefused } from "../refusals.ts"
import type { CannotHappen } from "./CannotHappen.ts"

export interface Mining {
  /** Signed transactions that a miner includes regardless of conflicts in the mempool. */
  readonly include?: ReadonlyArray<Hex>
  /** Minimum fee rate per 1,000 virtual bytes; transactions below it stay in the mempool. */
  readonly feeRateMin?: bigint
}

/**
 * Simulates the rest of the world on a demo chain: miners, payments of other users, and failures. For operators,
 * demonstrations and tests. Impossible requests fail with CannotHappen.
 */
export interface SimWorld {
  /**
   * Pays demo coins from the faucet, from 1 to FAUCET_UNITS_MAX, to a script. Returns the transaction, which waits in
   * the mempool.
   */
  faucet(payment: {
    readonly script: Hex
    readonly amount: bigint
    /** In minor units per 1,000 virtual bytes; defaults to the network's fallback. */
    readonly feeRate?: bigint
  }): Effect.Effect<Hex, BroadcastRefused | CannotHappen>

  /** Mines up to BLOCKS_MAX blocks; the first includes waiting transactions. Returns the tip. */
  mine(blocks: number, mining?: Mining): Effect.Effect<BlockRef, BroadcastRefused>

  /**
   * Mines one block if the last one has at least this age and something waits for it: a transaction in the mempool, or
   * one that needs confirmations. Returns whether it did. An unused chain does not grow.
   */
  mineDue(blockSeconds: number): Effect.Effect<boolean>

  /**
   * Simulates a reorganization: undoes the newest `depth` blocks and mines one more than that, empty. Their
   * transactions return to the mempool; with `isLost` they are gone. Returns the tip.
   */
  reorg(depth: number, isLost?: boolean): Effect.Effect<BlockRef, CannotHappen>

  /** Replaces a waiting faucet payment by one with twice the fee, taken from the change. Returns the new one. */
  bump(txid: Hex): Effect.Effect<Hex, BroadcastRefused | CannotHappen>

  /**
   * Double-spends a faucet payment: pays the same coins back to the faucet and mines that transaction, in the next
   * block or, if the payment is already in a block, in another branch. Returns the new one.
   */
  doubleSpend(txid: Hex): Effect.Effect<Hex, BroadcastRefused | CannotHappen>

  /** Drops a waiting transaction and all that depend on it from the mempool. Returns the number dropped. */
  evict(txid: Hex): Effect.Effect<number>

  /** Simulates an outage of the chain, or ends it. */
  setAway(isAway: boolean): Effect.Effect<void>
}
