import { Schema } from "effect"
import { Coins } from "./amounts.ts"

/** Schemas of node responses, limited to the fields that are used. */

export const Hash = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/))
export const Hex = Schema.String.check(Schema.isPattern(/^([0-9a-f]{2})*$/))
/** For responses that are ignored. */
export const UnknownAnswer = Schema.Unknown

export const ChainInfo = Schema.Struct({
  chain: Schema.String,
  blocks: Schema.Int,
  headers: Schema.Int,
  bestblockhash: Hash,
  initialblockdownload: Schema.Boolean,
})

export const Header = Schema.Struct({
  hash: Hash,
  height: Schema.Int,
  /** In seconds. */
  time: Schema.Int,
  /** -1 for a block that is not on the chain. */
  confirmations: Schema.Int,
  previousblockhash: Schema.optional(Hash),
})

/** A wallet transaction; `listsinceblock` returns one row per output. */
const TransactionStatus = {
  txid: Hash,
  confirmations: Schema.Int,
  blockhash: Schema.optional(Hash),
  walletconflicts: Schema.optional(Schema.Array(Hash)),
}
export const WalletRow = Schema.Struct({
  ...TransactionStatus,
  category: Schema.String,
  amount: Coins,
  vout: Schema.optional(Schema.Int),
  label: Schema.optional(Schema.String),
  /** For our payments: the wallet has abandoned it and counts its coins again. */
  abandoned: Schema.optional(Schema.Boolean),
})
export type WalletRow = typeof WalletRow.Type
export const SinceBlock = Schema.Struct({ transactions: Schema.Array(WalletRow), lastblock: Schema.String })
/** Every address that ever received something, whatever its later status. */
export const Received = Schema.Array(
  Schema.Struct({ label: Schema.optional(Schema.String), txids: Schema.Array(Hash) }),
)
export const WalletTransaction = Schema.Struct({ ...TransactionStatus, hex: Hex })
export type WalletTransaction = typeof WalletTransaction.Type

export const MempoolEntry = Schema.Struct({ "bip125-replaceable": Schema.optional(Schema.Boolean) })

export const Unspent = Schema.Array(
  Schema.Struct({
    txid: Hash,
    vout: Schema.Int,
    scriptPubKey: Hex,
    amount: Coins,
    confirmations: Schema.Int,
    label: Schema.optional(Schema.String),
  }),
)
export const LockedUnspent = Schema.Array(Schema.Struct({ txid: Hash, vout: Schema.Int }))
export const TxOut = Schema.NullOr(
  Schema.Struct({
    confirmations: Schema.Int,
    value: Coins,
    scriptPubKey: Schema.Struct({ hex: Hex }),
  }),
)
export const AddressInfo = Schema.Struct({
  /** A string in older nodes. */
  label: Schema.optional(Schema.String),
  labels: Schema.optional(Schema.Array(Schema.Unknown)),
})

export const SmartFee = Schema.Struct({ feerate: Schema.optional(Coins) })

export const Scanned = Schema.Struct({
  success: Schema.optional(Schema.Boolean),
  unspents: Schema.Array(
    Schema.Struct({ txid: Hash, vout: Schema.Int, scriptPubKey: Hex, amount: Coins, height: Schema.Int }),
  ),
})

export const BlockOfTransactions = Schema.Struct({
  tx: Schema.Array(
    Schema.Struct({
      txid: Hash,
      vin: Schema.Array(Schema.Struct({ txid: Schema.optional(Hash), vout: Schema.optional(Schema.Int) })),
    }),
  ),
})

export const Imported = Schema.Array(
  Schema.Struct({
    success: Schema.Boolean,
    error: Schema.optional(Schema.Struct({ code: Schema.Int, message: Schema.String })),
  }),
)
export const DescriptorInfo = Schema.Struct({ descriptor: Schema.String })
/** The mempool transactions that spend outputs (Bitcoin Core 24 and newer). */
export const SpendingPrevout = Schema.Array(
  Schema.Struct({ txid: Hash, vout: Schema.Int, spendingtxid: Schema.optional(Hash) }),
)
