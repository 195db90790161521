import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { SPEEDS } from "./speeds.ts"

/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
/** Whole minor units as text. */
const Units = Schema.String.check(Schema.isPattern(/^(0|[1-9][0-9]{0,37})$/))
const withdrawal = { withdrawalId: Schema.String }

const Outpoint = Schema.Struct({ txid: Schema.String, vout: Schema.Int })

/**
 * Somebody wants coins sent to an address; a hold of the same id has set `amount` and `fee` aside. Nothing here is sealed:
 * what was paid to whom is kept beyond the account, and most of it stands on the chain.
 */
export const WithdrawalRequested = Schema.TaggedStruct("wallet.WithdrawalRequested.v1", {
  ...withdrawal,
  personId: Schema.String,
  assetTypeId: Schema.Int,
  stage: Schema.String,
  amount: Units,
  /** What the network may take at most, as the person agreed. */
  fee: Units,
  speed: Schema.Literals(SPEEDS),
  entryId: Schema.String,
  address: Schema.String,
  script: Schema.String,
  /** Whose address of ours it is: paid in the books alone. */
  internalRecipientId: Schema.NullOr(Schema.String),
  /** Before that nothing happens. */
  dueAt: Time,
  /** How many operators have to agree. */
  approvalsNeeded: Schema.Int,
  /** After how many blocks it counts as arrived. */
  confirmationsNeeded: Schema.optionalKey(Schema.Int),
  /** What could be withdrawn within 24 hours when it was asked for, and from what sum of a person on operators had to agree. */
  limits: Schema.Struct({ person: Units, all: Units, approvalThreshold: Schema.optionalKey(Units) }),
  /** Why operators send it to cold storage. */
  reason: Schema.optionalKey(Schema.String),
  requestedAt: Time,
})

/** An operator agreed. */
export const ApprovalGiven = Schema.TaggedStruct("wallet.ApprovalGiven.v1", {
  ...withdrawal,
  by: Schema.String,
  at: Time,
})
/** All who have to have agreed, and there was time to object. */
export const WithdrawalApproved = Schema.TaggedStruct("wallet.WithdrawalApproved.v1", { ...withdrawal, at: Time })

/** It was given up before anything was signed; the hold is void. */
export const WithdrawalCancelled = Schema.TaggedStruct("wallet.WithdrawalCancelled.v1", {
  ...withdrawal,
  /** `chain`: a deposit was undone whose coins it would have sent, or its receiver has left. */
  by: Schema.Literals(["person", "operator", "chain"]),
  reason: Schema.NullOr(Schema.String),
  at: Time,
})

/** A transaction was made and its coins are taken; nothing says yet that it may be sent. */
export const WithdrawalBuilt = Schema.TaggedStruct("wallet.WithdrawalBuilt.v1", {
  ...withdrawal,
  assetTypeId: Schema.Int,
  /** Base64 (BIP174). */
  psbt: Schema.String,
  inputs: Schema.Array(Outpoint),
  fee: Units,
  at: Time,
})

/** What was built is not used: an operator has to look, unless an earlier transaction of it was sent already. */
export const WithdrawalHeldBack = Schema.TaggedStruct("wallet.WithdrawalHeldBack.v1", {
  ...withdrawal,
  reason: Schema.String,
  isSent: Schema.Boolean,
  at: Time,
})

/**
 * - `coins`: those of the hot wallet that may be spent do not reach, or too many of them are needed;
 * - `fee`: the network takes more than any withdrawal may cost.
 */
const WAITS_FOR = ["coins", "fee"] as const
export type WaitsFor = (typeof WAITS_FOR)[number]

/** It is agreed to, and no transaction could be made for some time. It is tried again and again, and can be given up. */
export const WithdrawalDelayed = Schema.TaggedStruct("wallet.WithdrawalDelayed.v1", {
  ...withdrawal,
  waitsFor: Schema.Literals(WAITS_FOR),
  at: Time,
})

/** What of a fee the platform pays, because it is more than its person agreed to; zero where it is not said. */
const subsidy = { subsidy: Schema.optionalKey(Units) }

/** The signed transaction, stored before anybody is handed it. */
export const WithdrawalSigned = Schema.TaggedStruct("wallet.WithdrawalSigned.v1", {
  ...withdrawal,
  txid: Schema.String,
  /** Hexadecimal. */
  raw: Schema.String,
  fee: Units,
  ...subsidy,
  at: Time,
})
/** The network took it. */
export const WithdrawalBroadcast = Schema.TaggedStruct("wallet.WithdrawalBroadcast.v1", {
  ...withdrawal,
  txid: Schema.String,
  at: Time,
})
/** It stands in the mempool or in a block. */
export const WithdrawalSeen = Schema.TaggedStruct("wallet.WithdrawalSeen.v1", {
  ...withdrawal,
  txid: Schema.String,
  at: Time,
})

/**
 * It arrived; the hold is posted, and what the network did not take of it is free again. Said again where a reorganisation
 * put another transaction of it into the chain: that one's fee is what it costs.
 */
export const WithdrawalConfirmed = Schema.TaggedStruct("wallet.WithdrawalConfirmed.v1", {
  ...withdrawal,
  /** Null where it was paid in the books alone. */
  txid: Schema.NullOr(Schema.String),
  /** What the network took. */
  fee: Units,
  ...subsidy,
  /** What its person had no longer of a higher fee than they paid at first; zero where it is not said. */
  missing: Schema.optionalKey(Units),
  height: Schema.NullOr(Schema.Int),
  at: Time,
})

/** It can never arrive, because a transaction that is none of ours spent one of its coins; the hold is void. */
export const WithdrawalFailed = Schema.TaggedStruct("wallet.WithdrawalFailed.v1", {
  ...withdrawal,
  conflictTxid: Schema.String,
  at: Time,
})

const WithdrawalEvent = Schema.Union([
  WithdrawalRequested,
  ApprovalGiven,
  WithdrawalApproved,
  WithdrawalCancelled,
  WithdrawalBuilt,
  WithdrawalHeldBack,
  WithdrawalDelayed,
  WithdrawalSigned,
  WithdrawalBroadcast,
  WithdrawalSeen,
  WithdrawalConfirmed,
  WithdrawalFailed,
]).pipe(Schema.toTaggedUnion("_tag"))
export type WithdrawalEvent = typeof WithdrawalEvent.Type

export const WithdrawalEvents = makeEventFamily(WithdrawalEvent)
