import { Schema } from "effect"
import { STAGES } from "#core/chains"
import { makeEventFamily } from "#core/kernel"

/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String

/** A person was given a deposit address, permanently. */
export const AddressGiven = Schema.TaggedStruct("wallet.AddressGiven.v1", {
  personId: Schema.String,
  assetTypeId: Schema.Int,
  stage: Schema.Literals(STAGES),
  /** Index of its key in the account. */
  index: Schema.Int,
  address: Schema.String,
  /** Lower-case hexadecimal; the value that is compared. */
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

/** An output to a deposit address was seen, unconfirmed. */
export const DepositSeen = Schema.TaggedStruct("wallet.DepositSeen.v1", {
  ...deposit,
  txid: Schema.String,
  vout: Schema.Int,
  script: Schema.String,
  /** Confirmations required to credit it. */
  confirmationsNeeded: Schema.Int,
})
/** The output is in a block. */
export const DepositMined = Schema.TaggedStruct("wallet.DepositMined.v1", {
  ...deposit,
  ...block,
  /** Confirmations required, from the total exposure of its block; if absent, the value of DepositSeen applies. */
  confirmationsNeeded: Schema.optionalKey(Schema.Int),
})
/** Its block was removed by a reorganisation. */
export const DepositUnmined = Schema.TaggedStruct("wallet.DepositUnmined.v1", deposit)
/** The deposit is credited. The ledger entries are in the transfer appended with this event. */
export const DepositCredited = Schema.TaggedStruct("wallet.DepositCredited.v1", {
  ...deposit,
  ...block,
  /**
   * Minor units that go to suspense instead of the owner: what the owner had spent when the deposit was undone, or all
   * of it if the wallet is closed. Zero if absent.
   */
  owed: Schema.optionalKey(Schema.String),
})
/** A credited deposit was undone and taken back. */
export const DepositReversed = Schema.TaggedStruct("wallet.DepositReversed.v1", {
  ...deposit,
  /** Minor units that the owner could not pay back; they are in suspense. */
  missing: Schema.String,
})
/** A conflicting transaction was confirmed. The output can only return if that transaction is undone. */
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
