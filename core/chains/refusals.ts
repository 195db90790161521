import { Data } from "effect"
import type { ChainName } from "./networks.ts"

/**
 * The chain is temporarily unavailable: the node does not respond, is syncing or busy, refuses our credentials, gives
 * unexpected responses, or exceeds the size limit of a response. Retry later.
 */
export class ChainUnavailable extends Data.TaggedError("ChainUnavailable")<{
  readonly chain: ChainName
  readonly reason: "unreachable" | "syncing" | "busy" | "forbidden" | "strange" | "tooMuch"
  /** For operators; holds no secrets. */
  readonly detail: string
}> {
  readonly messageKey = "wallet.chain.unavailable"
}

/**
 * The block of a cursor is not on the chain: a reorganization deeper than the window. Credit and send nothing until an
 * operator has checked it and continues from `fork`.
 */
export class ReorgTooDeep extends Data.TaggedError("ReorgTooDeep")<{
  readonly chain: ChainName
  readonly cursor: string
  /** The last common block; null if the chain does not know the cursor. */
  readonly fork: { readonly height: number; readonly hash: string } | null
}> {
  readonly messageKey = "wallet.chain.reorgTooDeep"
}

/** The spendable coins do not cover the outputs and the fee. */
export class NotEnoughCoins extends Data.TaggedError("NotEnoughCoins")<{
  /** Required amount including the fee, and available amount, in minor units. */
  readonly needed: bigint
  readonly available: bigint
}> {
  readonly messageKey = "wallet.chain.notEnoughCoins"
}

/** An output is below the dust limit, so nodes do not relay it. */
export class Dust extends Data.TaggedError("Dust")<{ readonly amount: bigint; readonly atLeast: bigint }> {
  readonly messageKey = "wallet.chain.dust"
}

/** The script cannot be paid here: its type or witness version is unknown, or the chain does not support it. */
export class UnknownScript extends Data.TaggedError("UnknownScript")<{ readonly script: string }> {
  readonly messageKey = "wallet.chain.unknownScript"
}

/** The fee would exceed the maximum of the payment. */
export class FeeTooHigh extends Data.TaggedError("FeeTooHigh")<{ readonly fee: bigint; readonly atMost: bigint }> {
  readonly messageKey = "wallet.chain.feeTooHigh"
}

/** A coin to spend or to lock is not ours, is spent, or does not exist. */
export class NoSuchCoin extends Data.TaggedError("NoSuchCoin")<{
  readonly outpoint: { readonly txid: string; readonly vout: number }
}> {
  readonly messageKey = "wallet.chain.noSuchCoin"
}

/**
 * The network rejected a transaction. `conflict`: another one spends an input, in the mempool or in a block; `fee`: the
 * fee is too low; `missing`: an input never existed; `invalid`: any other reason. Only the status of what spends its
 * inputs proves that it can never confirm, because another node may accept it.
 */
export class BroadcastRefused extends Data.TaggedError("BroadcastRefused")<{
  readonly reason: "conflict" | "fee" | "missing" | "invalid"
  readonly detail: string
}> {
  readonly messageKey = "wallet.chain.broadcastRefused"
}
