import type { Effect } from "effect"
import type { Network, ScriptType } from "./networks.ts"
import type {
  BroadcastRefused,
  ChainUnavailable,
  Dust,
  FeeTooHigh,
  NoSuchCoin,
  NotEnoughCoins,
  ReorgTooDeep,
  UnknownScript,
} from "./refusals.ts"

/** Hashes, transactions and scripts are lower-case hexadecimal; hashes in display order (last byte first). */
export type Hex = string

/** A coin, identified by the output that created it. */
export interface Outpoint {
  readonly txid: Hex
  readonly vout: number
}

export interface BlockRef {
  readonly height: number
  readonly hash: Hex
  /** The miner's timestamp, in milliseconds since 1970. */
  readonly timeMs: number
}

/** The key origin of one of our scripts, as in a PSBT (BIP174): all that the signer needs to find the key. */
export interface KeyOrigin {
  /** Fingerprint: the first four bytes of the hash of the master key. */
  readonly fingerprint: Hex
  /** Such as m/84'/2'/0'/0/5. */
  readonly path: string
  /** Compressed, 33 bytes. */
  readonly publicKey: Hex
}

/** One of our scripts: `network.ownScript` of the key. */
export interface Watch {
  readonly script: Hex
  readonly key: KeyOrigin
  /**
   * The first block that may pay to it; null for a script that was never published. Nodes scan all blocks from there,
   * which takes minutes to hours.
   */
  readonly birthHeight: number | null
}

/**
 * The status of a transaction, which all its outputs share.
 * - `Mempool`: unconfirmed. `isReplaceable`: it signals replaceability (BIP125).
 * - `Confirmed`: in a block of the chain; one confirmation if that block is the tip.
 * - `Conflicted`: another transaction (`by`) spends one of its inputs, in the mempool (`confirmations` 0) or in a
 *   block. It can   return only while the block of the other one can still be undone.
 * - `Absent`: neither in a block nor in the mempool, and without a conflict: dropped, or never seen. It may still
 *   appear.
 */
export type TransactionStatus =
  | { readonly _tag: "Mempool"; readonly isReplaceable: boolean }
  | { readonly _tag: "Confirmed"; readonly block: BlockRef; readonly confirmations: number }
  | { readonly _tag: "Conflicted"; readonly by: Hex; readonly confirmations: number }
  | { readonly _tag: "Absent" }

/** An output to a watched script, including change, with its current status. */
export interface Movement {
  readonly outpoint: Outpoint
  readonly script: Hex
  /** In minor units of the asset. */
  readonly amount: bigint
  readonly status: TransactionStatus
  /** A mining reward, which cannot be spent yet: do not credit it. */
  readonly isImmature: boolean
}

export interface Movements {
  /** The block `windowBlocks` below the tip, below which nothing changes any more: pass it to the next call. */
  readonly cursor: Hex
  readonly tip: BlockRef
  readonly movements: ReadonlyArray<Movement>
}

/** An unspent output to a watched script. */
export interface Coin {
  readonly outpoint: Outpoint
  readonly script: Hex
  readonly amount: bigint
  /** 0 in the mempool. */
  readonly confirmations: number
  readonly isImmature: boolean
  /** Reserved as an input of a built payment. */
  readonly isLocked: boolean
}

export interface Coins {
  /** The block at which the coins were listed. */
  readonly tip: BlockRef
  readonly coins: ReadonlyArray<Coin>
}

/** A range of an account's scripts, by its extended public key: those of m/.../branch/0 to branch/count-1. */
export interface ScanRange {
  readonly xpub: string
  /** 0 for addresses, 1 for change. */
  readonly branch: 0 | 1
  readonly count: number
}

export interface Payment {
  readonly outputs: ReadonlyArray<{ readonly script: Hex; readonly amount: bigint }>
  /** A watched script that was given to no one. Change below the dust limit goes to the fee. */
  readonly changeScript: Hex
  /** In minor units per 1,000 virtual bytes; clamped to the network's limits. */
  readonly feeRate: bigint
  /** Maximum total fee in minor units. */
  readonly feeMax: bigint
  /** Minimum confirmations of a coin to be chosen; at least 1. */
  readonly confirmationsMin: number
  /**
   * Coins that must be spent, locked or not, with any number of confirmations, before others are chosen. For a
   * replacement: all inputs of the earlier payment.
   */
  readonly mustSpend?: ReadonlyArray<Outpoint>
}

export interface BuiltPayment {
  /** Base64 (BIP174, version 0), unsigned, with the previous outputs of the coins and the origins of their keys. */
  readonly psbt: string
  readonly inputs: ReadonlyArray<Coin>
  readonly fee: bigint
  readonly change: { readonly vout: number; readonly amount: bigint } | null
  /** Estimated virtual bytes of the signed transaction, never less than the actual size. */
  readonly vbytes: number
}

export interface FeeEstimate {
  /** In minor units per 1,000 virtual bytes, within the network's limits. */
  readonly feeRate: bigint
  /** The chain has too little data for an estimate, so this is the network's fallback. */
  readonly isFallback: boolean
}

/** Optional features of an engine. */
export interface Capabilities {
  /** Demo coins: every amount and address must be shown as such. */
  readonly isDemo: boolean
  /** A slow payment can be sent again with a higher fee, and nodes relay the replacement. */
  readonly replacesByFee: boolean
  /** Script types that payments may go to. */
  readonly payableScripts: ReadonlyArray<ScriptType>
}

/**
 * One chain, as deposits, withdrawals and reconciliation use it, with one set of watched scripts. It holds no private
 * keys. Every call except `build` is idempotent.
 */
export interface Chain {
  readonly network: Network
  readonly capabilities: Capabilities

  /** The newest block. A node that is still syncing is unavailable (`syncing`). */
  readonly tip: Effect.Effect<BlockRef, ChainUnavailable>

  /** The block of the chain at a height; null above the tip. Its hash is a cursor for later movements. */
  blockAt(height: number): Effect.Effect<BlockRef | null, ChainUnavailable>

  /**
   * Watches scripts of ours, at most WATCH_MAX per call. Once it succeeds, no later payment to them is missed. For
   * earlier payments, request the movements from the block at the birth height.
   */
  watch(scripts: ReadonlyArray<Watch>): Effect.Effect<void, ChainUnavailable>

  /**
   * All movements with a status that may have changed since the cursor: those in later blocks, those in the mempool,
   * and those that left either. The cursor lies a window below the tip, so each movement is repeated until it is deep.
   * Lost, late or repeated results are therefore harmless if the caller books by outpoint and status. Conflicted and
   * absent movements are reported for at least a window of blocks. A new broadcast may be missing until the next call,
   * because nodes notify wallets asynchronously.
   * @param cursor of the last result; null for everything since the first block
   */
  movements(cursor: Hex | null): Effect.Effect<Movements, ChainUnavailable | ReorgTooDeep>

  /** The fee rate for confirmation within this number of blocks (1 to 1,008). */
  feeRate(blocks: number): Effect.Effect<FeeEstimate, ChainUnavailable>

  /**
   * Chooses unlocked coins, locks them and returns the unsigned transaction, with at most OUTPUTS_MAX outputs. Signals
   * replaceability if the chain supports it. `lockOnly` releases the coins of a lost payment.
   */
  build(
    payment: Payment,
  ): Effect.Effect<BuiltPayment, NotEnoughCoins | Dust | UnknownScript | FeeTooHigh | NoSuchCoin | ChainUnavailable>

  /** Unlocks coins. Coins that are not locked, or already spent, are ignored. */
  release(inputs: ReadonlyArray<Outpoint>): Effect.Effect<void, ChainUnavailable>

  /**
   * Locks exactly these coins and unlocks all others. Nodes forget locks when they stop, and a crash after `build`
   * leaves an unknown lock, so a caller that stores payments passes their coins at startup. Coins that are already
   * spent are ignored.
   */
  lockOnly(inputs: ReadonlyArray<Outpoint>): Effect.Effect<void, ChainUnavailable>

  /**
   * Broadcasts a signed transaction and returns its id. Also succeeds if the transaction is already in the mempool or
   * in a block.
   */
  broadcast(raw: Hex): Effect.Effect<Hex, BroadcastRefused | ChainUnavailable>

  /**
   * The status of one of our transactions. Its inputs reveal a conflict even if the chain never saw the transaction
   * itself.
   */
  statusOf(transaction: {
    readonly txid: Hex
    readonly inputs: ReadonlyArray<Outpoint>
  }): Effect.Effect<TransactionStatus, ChainUnavailable>

  /**
   * Every unspent output to watched scripts, including those in the mempool. Transactions that the mempool dropped
   * spend nothing.
   */
  readonly unspent: Effect.Effect<Coins, ChainUnavailable>

  /**
   * Confirmed unspent outputs, found through the chain's own UTXO set and the extended keys, independent of watching.
   * Takes a node minutes on a main network. `isLocked` is always false.
   */
  scan(ranges: ReadonlyArray<ScanRange>): Effect.Effect<Coins, ChainUnavailable>
}
