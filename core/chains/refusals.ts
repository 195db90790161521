import { Data } from "effect"
import type { ChainName } from "./networks.ts"

/**
 * The chain cannot be asked just now: nothing answers, the node still catches up or is too busy, it refuses our name or
 * speaks otherwise than expected, or it has more to say than one answer may hold. Ask again later.
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
 * The block of a cursor is not on the chain any more, or never was: a reorganisation deeper than the window. Nothing may be
 * credited or sent until an operator looked at it and goes on from `fork`.
 */
export class ReorgTooDeep extends Data.TaggedError("ReorgTooDeep")<{
  readonly chain: ChainName
  readonly cursor: string
  /** The last block that both have; null where the chain does not know the cursor. */
  readonly fork: { readonly height: number; readonly hash: string } | null
}> {
  readonly messageKey = "wallet.chain.reorgTooDeep"
}

/** The coins that may be spent do not reach for the outputs and the fee. */
export class NotEnoughCoins extends Data.TaggedError("NotEnoughCoins")<{
  /** What was needed with the fee, and what there is, in minor units. */
  readonly needed: bigint
  readonly available: bigint
}> {
  readonly messageKey = "wallet.chain.notEnoughCoins"
}

/** An output is too small to be passed on. */
export class Dust extends Data.TaggedError("Dust")<{ readonly amount: bigint; readonly atLeast: bigint }> {
  readonly messageKey = "wallet.chain.dust"
}

/** Nobody pays to such a script here: of an unknown kind, an unknown witness version, or of a kind that the chain lacks. */
export class UnknownScript extends Data.TaggedError("UnknownScript")<{ readonly script: string }> {
  readonly messageKey = "wallet.chain.unknownScript"
}

/** The fee would be more than anyone who asked for the payment agreed to. */
export class FeeTooHigh extends Data.TaggedError("FeeTooHigh")<{ readonly fee: bigint; readonly atMost: bigint }> {
  readonly messageKey = "wallet.chain.feeTooHigh"
}

/** A coin that has to be spent, or that is to be locked, is none of ours, is spent, or is not there. */
export class NoSuchCoin extends Data.TaggedError("NoSuchCoin")<{
  readonly outpoint: { readonly txid: string; readonly vout: number }
}> {
  readonly messageKey = "wallet.chain.noSuchCoin"
}

/**
 * The network does not take a transaction. `conflict`: another one spends an input, in the mempool or in a block; `fee`: it
 * pays too little; `missing`: an input was never there; `invalid`: whatever else. Only a look at what spends its inputs says
 * that it can never confirm: the next node may take it.
 */
export class BroadcastRefused extends Data.TaggedError("BroadcastRefused")<{
  readonly reason: "conflict" | "fee" | "missing" | "invalid"
  readonly detail: string
}> {
  readonly messageKey = "wallet.chain.broadcastRefused"
}
