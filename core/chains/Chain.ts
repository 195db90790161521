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

/** Hashes, transactions and scripts are lower-case hexadecimal; hashes as people write them, last byte first. */
export type Hex = string

/** A coin by where it was made. */
export interface Outpoint {
  readonly txid: Hex
  readonly vout: number
}

export interface BlockRef {
  readonly height: number
  readonly hash: Hex
  /** When its miner says it was made, in milliseconds since 1970. */
  readonly timeMs: number
}

/** Where the key of a script of ours lies, as a PSBT says it (BIP174): the signer needs no more to find it. */
export interface KeyOrigin {
  /** First four bytes of the hash of the master key. */
  readonly fingerprint: Hex
  /** Like m/84'/2'/0'/0/5. */
  readonly path: string
  /** Compressed, 33 bytes. */
  readonly publicKey: Hex
}

/** A script of ours: `network.ownScript` of the key. */
export interface Watch {
  readonly script: Hex
  readonly key: KeyOrigin
  /**
   * The first block that may pay to it; null for a script that nobody has been told of yet. Nodes look through all blocks
   * from there on, which takes minutes to hours.
   */
  readonly birthHeight: number | null
}

/**
 * How a transaction stands, and with it each of its outputs.
 * - `Mempool`: passed on, in no block yet. `isReplaceable`: it says itself that it may be replaced (BIP125).
 * - `Confirmed`: in a block of the chain; one confirmation in the tip itself.
 * - `Conflicted`: another transaction (`by`) spends one of its inputs, in the mempool (`confirmations` 0) or in a block. It can
 *   come back only while that one's block can be undone.
 * - `Absent`: in no block and not in the mempool, though nothing stands against it: dropped, or never seen. May come (back).
 */
export type TransactionStatus =
  | { readonly _tag: "Mempool"; readonly isReplaceable: boolean }
  | { readonly _tag: "Confirmed"; readonly block: BlockRef; readonly confirmations: number }
  | { readonly _tag: "Conflicted"; readonly by: Hex; readonly confirmations: number }
  | { readonly _tag: "Absent" }

/** An output to a watched script, change included, as it stands now. */
export interface Movement {
  readonly outpoint: Outpoint
  readonly script: Hex
  /** In minor units of the asset. */
  readonly amount: bigint
  readonly status: TransactionStatus
  /** A miner's output, which nobody can spend for some time yet: not to be credited. */
  readonly isImmature: boolean
}

export interface Movements {
  /** The block under which nothing changes any more, `windowBlocks` under the tip: what to ask with next time. */
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
  /** A payment that was built spends it. */
  readonly isLocked: boolean
}

export interface Coins {
  /** The block at which all of this is so. */
  readonly tip: BlockRef
  readonly coins: ReadonlyArray<Coin>
}

/** Scripts of an account by its extended public key: those of m/.../branch/0 to branch/count-1. */
export interface ScanRange {
  readonly xpub: string
  /** 0 for addresses, 1 for change. */
  readonly branch: 0 | 1
  readonly count: number
}

export interface Payment {
  readonly outputs: ReadonlyArray<{ readonly script: Hex; readonly amount: bigint }>
  /** Watched, and not given to anybody. Change that would be dust goes to the fee. */
  readonly changeScript: Hex
  /** In minor units for 1,000 virtual bytes; held within the network's bounds. */
  readonly feeRate: bigint
  /** In minor units, for all of it. */
  readonly feeMax: bigint
  /** Confirmations of a coin below which it is left alone; at least 1. */
  readonly confirmationsMin: number
  /**
   * Coins that are spent whether they are locked or not, and however few confirmations they have, before others are
   * chosen. All inputs of an earlier payment: a replacement.
   */
  readonly mustSpend?: ReadonlyArray<Outpoint>
}

export interface BuiltPayment {
  /** Base64 (BIP174, version 0): with the coins' earlier outputs and the origins of their keys; says nothing signed. */
  readonly psbt: string
  readonly inputs: ReadonlyArray<Coin>
  readonly fee: bigint
  readonly change: { readonly vout: number; readonly amount: bigint } | null
  /** Estimated virtual bytes of the signed transaction; no less than it will have. */
  readonly vbytes: number
}

export interface FeeEstimate {
  /** In minor units for 1,000 virtual bytes, within the network's bounds. */
  readonly feeRate: bigint
  /** The chain has seen too little to know: this is the network's fallback. */
  readonly isFallback: boolean
}

/** What an engine can do as well: said, never guessed. */
export interface Capabilities {
  /** Demo coins: whatever shows an amount or an address of it says so. */
  readonly isDemo: boolean
  /** A payment that takes long may be sent again with a higher fee, and nodes will pass that on. */
  readonly replacesByFee: boolean
  /** Kinds of script that payments may go to. */
  readonly payableScripts: ReadonlyArray<ScriptType>
}

/**
 * One chain as deposits, withdrawals and reconciliation need it, with one set of watched scripts. Nothing here holds a
 * private key. Every call but `build` may be repeated: a second one with the same input changes nothing more.
 */
export interface Chain {
  readonly network: Network
  readonly capabilities: Capabilities

  /** The newest block. A node that still catches up is unavailable (`syncing`). */
  readonly tip: Effect.Effect<BlockRef, ChainUnavailable>

  /** The block of the chain at a height; null above the tip. Its hash is a cursor for movements after it. */
  blockAt(height: number): Effect.Effect<BlockRef | null, ChainUnavailable>

  /**
   * Watches scripts of ours, WATCH_MAX at most. Once it answers, no payment to them is missed; what they were paid before lies
   * behind a cursor of then: ask for movements from the block of the birth height.
   */
  watch(scripts: ReadonlyArray<Watch>): Effect.Effect<void, ChainUnavailable>

  /**
   * All movements that may stand otherwise than when the cursor was given: those in blocks after it, those in the mempool, and
   * those that were in either since and are in neither now. The cursor lies a window under the tip, so every movement is told
   * again and again until it is deep: a lost, late or repeated answer harms nobody who books by outpoint and status.
   * What conflicts or is absent is told for at least a window of blocks. Just after a broadcast one may be missing until the
   * next look (notification in nodes is asynchronous).
   * @param cursor of the last answer; null for everything from the first block on
   */
  movements(cursor: Hex | null): Effect.Effect<Movements, ChainUnavailable | ReorgTooDeep>

  /** What a payment should pay to be in a block within so many blocks (1 to 1,008). */
  feeRate(blocks: number): Effect.Effect<FeeEstimate, ChainUnavailable>

  /**
   * Chooses coins that are not locked, locks them and answers the unsigned transaction. Signals that it may be replaced where
   * the chain knows that. OUTPUTS_MAX outputs at most. What was built and is lost is let go by `lockOnly`.
   */
  build(
    payment: Payment,
  ): Effect.Effect<BuiltPayment, NotEnoughCoins | Dust | UnknownScript | FeeTooHigh | NoSuchCoin | ChainUnavailable>

  /** Lets coins be chosen again. Those that are not locked, or spent by now, are passed over. */
  release(inputs: ReadonlyArray<Outpoint>): Effect.Effect<void, ChainUnavailable>

  /**
   * From now on exactly these coins are locked. Nodes forget locks when they end, and a crash after `build` leaves one that
   * nobody knows of: anyone who keeps payments says at the start which coins they spend. Those spent by now are passed over.
   */
  lockOnly(inputs: ReadonlyArray<Outpoint>): Effect.Effect<void, ChainUnavailable>

  /**
   * Hands a signed transaction to the network and answers its id. That it is in the mempool or in a block already is
   * success too.
   */
  broadcast(raw: Hex): Effect.Effect<Hex, BroadcastRefused | ChainUnavailable>

  /**
   * How a transaction of ours stands. With its inputs also a conflict is found of one that the chain never saw.
   */
  statusOf(transaction: {
    readonly txid: Hex
    readonly inputs: ReadonlyArray<Outpoint>
  }): Effect.Effect<TransactionStatus, ChainUnavailable>

  /** Every unspent output to watched scripts, those in the mempool too. What the mempool dropped has spent nothing. */
  readonly unspent: Effect.Effect<Coins, ChainUnavailable>

  /**
   * The same from the chain's own set of unspent outputs and the extended keys alone, whatever is watched: confirmed ones.
   * Takes a node minutes on a main network. `isLocked` is false throughout.
   */
  scan(ranges: ReadonlyArray<ScanRange>): Effect.Effect<Coins, ChainUnavailable>
}
