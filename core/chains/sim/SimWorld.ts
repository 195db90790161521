import type { Effect } from "effect"
import type { BlockRef, Hex } from "../Chain.ts"
import type { BroadcastRefused } from "../refusals.ts"
import type { CannotHappen } from "./CannotHappen.ts"

export interface Mining {
  /** Signed transactions that a miner takes in whatever stands against them in the mempool. */
  readonly include?: ReadonlyArray<Hex>
  /** Transactions that pay less for 1,000 virtual bytes stay in the mempool. */
  readonly feeRateMin?: bigint
}

/**
 * What happens on a demo chain in addition to what our wallet does: miners, other people's payments, and everything that goes
 * wrong there. For operators, demonstrations and tests; one who asks for what cannot happen there is told so.
 */
export interface SimWorld {
  /** Pays demo coins from the faucet, from 1 to FAUCET_UNITS_MAX, to a script. Answers the transaction, which waits in the mempool. */
  faucet(payment: {
    readonly script: Hex
    readonly amount: bigint
    /** In minor units for 1,000 virtual bytes; the network's fallback unless told otherwise. */
    readonly feeRate?: bigint
  }): Effect.Effect<Hex, BroadcastRefused | CannotHappen>

  /** Mines blocks, BLOCKS_MAX at most; the first takes in what waits. Answers the tip. */
  mine(blocks: number, mining?: Mining): Effect.Effect<BlockRef, BroadcastRefused>

  /**
   * Mines one block if the last one is as old as this and somebody waits for one: in the mempool, or for confirmations. Answers
   * whether it did. So a chain that nobody uses does not grow.
   */
  mineDue(blockSeconds: number): Effect.Effect<boolean>

  /**
   * Another branch becomes the chain: the newest `depth` blocks are undone and one more than that are mined, empty. What was
   * in them waits in the mempool again; with `isLost` nobody has it any more. Answers the tip.
   */
  reorg(depth: number, isLost?: boolean): Effect.Effect<BlockRef, CannotHappen>

  /** Anyone who sent a payment of the faucet sends it again with twice the fee, taken from the change. Answers the new one. */
  bump(txid: Hex): Effect.Effect<Hex, BroadcastRefused | CannotHappen>

  /**
   * Anyone who sent a payment of the faucet pays the same coins to themselves, and a miner takes that: in the next block, or, if the
   * payment is in a block already, in another branch. Answers the new one.
   */
  doubleSpend(txid: Hex): Effect.Effect<Hex, BroadcastRefused | CannotHappen>

  /** Nodes forget a transaction that waits, and all that depend on it. Answers how many that were. */
  evict(txid: Hex): Effect.Effect<number>

  /** From now on nothing answers behind the port, or everything again. */
  setAway(isAway: boolean): Effect.Effect<void>
}
