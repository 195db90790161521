import { Schema } from "effect"
import { STAGES } from "#core/chains"
import { makeEventFamily } from "#core/kernel"

/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String

/** Somebody was given an address of ours to pay to. It stays theirs forever. */
export const AddressGiven = Schema.TaggedStruct("wallet.AddressGiven.v1", {
  personId: Schema.String,
  assetTypeId: Schema.Int,
  stage: Schema.Literals(STAGES),
  /** Where its key lies in the account. */
  index: Schema.Int,
  address: Schema.String,
  /** Lower-case hexadecimal: what is compared. */
  script: Schema.String,
  givenAt: Time,
})

const AddressEvent = Schema.Union([AddressGiven]).pipe(Schema.toTaggedUnion("_tag"))
export type AddressEvent = typeof AddressEvent.Type
export const AddressEvents = makeEventFamily(AddressEvent)

const deposit = {
  /** Asset, transaction and output: `1.<txid>.0`. */
  depositId: Schema.String,
  ownerId: Schema.String,
  assetTypeId: Schema.Int,
  /** Minor units as text. */
  amount: Schema.String,
  at: Time,
}
const block = { height: Schema.Int, blockHash: Schema.String }

/** A payment to somebody's address was seen. Nobody can rely on it yet. */
export const DepositSeen = Schema.TaggedStruct("wallet.DepositSeen.v1", {
  ...deposit,
  txid: Schema.String,
  vout: Schema.Int,
  script: Schema.String,
  /** Confirmations at which it counts. */
  confirmationsNeeded: Schema.Int,
})
/** It is in a block of the chain. */
export const DepositMined = Schema.TaggedStruct("wallet.DepositMined.v1", {
  ...deposit,
  ...block,
  /** Confirmations at which it counts, by what came into blocks beside it; as was said before where it is not said. */
  confirmationsNeeded: Schema.optionalKey(Schema.Int),
})
/** Its block is not of the chain any more. */
export const DepositUnmined = Schema.TaggedStruct("wallet.DepositUnmined.v1", deposit)
/** It counts: the owner has it. The movement is the ledger's fact beside this one. */
export const DepositCredited = Schema.TaggedStruct("wallet.DepositCredited.v1", {
  ...deposit,
  ...block,
  /**
   * Part of the amount that goes to suspense, in minor units: what its owner had spent when it was undone settles what stands
   * there instead of being had twice, and of who has left it is all. Zero where it is not said.
   */
  owed: Schema.optionalKey(Schema.String),
})
/** What had counted is not on the chain any more, and was taken back. */
export const DepositReversed = Schema.TaggedStruct("wallet.DepositReversed.v1", {
  ...deposit,
  /** Part of the amount that the owner had no longer, in minor units: it stands in suspense. */
  missing: Schema.String,
})
/** Another transaction spent what it would have spent: it cannot come any more unless that one is undone. */
export const DepositVanished = Schema.TaggedStruct("wallet.DepositVanished.v1", {
  ...deposit,
  conflictTxid: Schema.String,
})

const DepositEvent = Schema.Union([
  DepositSeen,
  DepositMined,
  DepositUnmined,
  DepositCredited,
  DepositReversed,
  DepositVanished,
]).pipe(Schema.toTaggedUnion("_tag"))
export type DepositEvent = typeof DepositEvent.Type
export const DepositEvents = makeEventFamily(DepositEvent)
