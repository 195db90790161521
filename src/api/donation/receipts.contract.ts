import { Schema } from "effect"
import { answerOf } from "../envelope.ts"

const Hex = Schema.String

/** What a closed period brought somebody, with its way to the root of the proof. */
const Entry = Schema.Struct({
  kind: Schema.Literals(["paid", "share", "premium", "forwarded", "cut", "returned"]),
  recipient: Schema.String,
  assetTypeId: Schema.Int,
  /** Minor units as text. */
  units: Schema.String,
  tag: Hex,
  salt: Hex,
  path: Schema.Array(Schema.Struct({ hash: Hex, isLeft: Schema.Boolean })),
})

const Proof = Schema.Struct({
  number: Schema.Int,
  cycles: Schema.Int,
  entries: Schema.Int,
  root: Hex,
  previous: Hex,
  /** The last proof of the wallet at that time. */
  walletProof: Schema.String,
  digest: Hex,
})

const Receipt = Schema.Struct({
  /** Null on the receipt of a creator, which does not say who paid. */
  cycle: Schema.NullOr(Schema.Struct({ personId: Schema.String, number: Schema.Int, n: Schema.Int, salt: Hex })),
  entries: Schema.Array(Entry),
  proof: Proof,
}).annotate({ identifier: "Receipt" })

/** The receipt of one period; null until it is closed and proved. */
export const receiptAnswer = answerOf(Schema.Struct({ receipt: Schema.NullOr(Receipt) }))
/** Receipts of one payday, one for each proof. */
export const receiptsAnswer = answerOf(Schema.Struct({ receipts: Schema.Array(Receipt) }))
