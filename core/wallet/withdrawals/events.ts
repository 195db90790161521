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
 * A withdrawal was requested; a hold with the same id covers `amount` and `fee`. Nothing is sealed: payment records
 * outlive the account, and most of this is on the public chain.
 */
export const WithdrawalRequested = Schema.TaggedStruct("wallet.WithdrawalRequested.v1", {
  ...withdrawal,
  personId: Schema.String,
  assetTypeId: Schema.Int,
  stage: Schema.String,
  amount: Units,
  /** Maximum network fee the person agreed to. */
  fee: Units,
  speed: Schema.Literals(SPEEDS),
  entryId: Schema.String,
  address: Schema.String,
  script: Schema.String,
  /** Owner of the address if it is one of ours; then it is paid in the books only. */
  internalRecipientId: Schema.NullOr(Schema.String),
  /** Delay: not processed before. */
  dueAt: Time,
  /** Number of operators who must approve. */
  approvalsNeeded: Schema.Int,
  /** Confirmations after which it is final. */
  confirmationsNeeded: Schema.optionalKey(Schema.Int),
  /** Limits at the time of the request: per person and for all in 24 hours, and the threshold for approvals. */
  limits: Schema.Struct({ person: Units, all: Units, approvalThreshold: Schema.optionalKey(Units) }),
  /** Reason of a sweep to cold storage. */
  reason: Schema.optionalKey(Schema.String),
  requestedAt: Time,
})

/** One operator approved it. */
export const ApprovalGiven = Schema.TaggedStruct("wallet.ApprovalGiven.v1", {
  ...withdrawal,
  by: Schema.String,
  at: Time,
})
/** The quorum is reached and the delay is over. */
export const WithdrawalApproved = Schema.TaggedStruct("wallet.WithdrawalApproved.v1", { ...withdrawal, at: Time })

/** Cancelled before anything was signed; the hold is void. */
export const WithdrawalCancelled = Schema.TaggedStruct("wallet.WithdrawalCancelled.v1", {
  ...withdrawal,
  /** `chain`: the deposit behind it was undone, or the recipient has closed the wallet. */
  by: Schema.Literals(["person", "operator", "chain"]),
  reason: Schema.NullOr(Schema.String),
  at: Time,
})

/** A transaction was built and its inputs are reserved. It may not be sent yet. */
export const WithdrawalBuilt = Schema.TaggedStruct("wallet.WithdrawalBuilt.v1", {
  ...withdrawal,
  assetTypeId: Schema.Int,
  /** Base64 (BIP174). */
  psbt: Schema.String,
  inputs: Schema.Array(Outpoint),
  fee: Units,
  at: Time,
})

/** The built transaction is discarded. An operator must check, unless an earlier attempt was sent. */
export const WithdrawalHeldBack = Schema.TaggedStruct("wallet.WithdrawalHeldBack.v1", {
  ...withdrawal,
  reason: Schema.String,
  isSent: Schema.Boolean,
  at: Time,
})

/**
 * - `coins`: the spendable coins of the hot wallet do not suffice, or too many inputs are needed;
 * - `fee`: the network fee exceeds the maximum.
 */
const WAITS_FOR = ["coins", "fee"] as const
export type WaitsFor = (typeof WAITS_FOR)[number]

/** It is approved, but no transaction could be built for some time. Building is retried, and it can be cancelled. */
export const WithdrawalDelayed = Schema.TaggedStruct("wallet.WithdrawalDelayed.v1", {
  ...withdrawal,
  waitsFor: Schema.Literals(WAITS_FOR),
  at: Time,
})

/** Part of the fee that the platform pays, above what the person agreed to; zero if absent. */
const subsidy = { subsidy: Schema.optionalKey(Units) }

/** The signed transaction, stored before it is handed to anyone. */
export const WithdrawalSigned = Schema.TaggedStruct("wallet.WithdrawalSigned.v1", {
  ...withdrawal,
  txid: Schema.String,
  /** Hexadecimal. */
  raw: Schema.String,
  fee: Units,
  ...subsidy,
  at: Time,
})
/** The network accepted it. */
export const WithdrawalBroadcast = Schema.TaggedStruct("wallet.WithdrawalBroadcast.v1", {
  ...withdrawal,
  txid: Schema.String,
  at: Time,
})
/** It is in the mempool or in a block. */
export const WithdrawalSeen = Schema.TaggedStruct("wallet.WithdrawalSeen.v1", {
  ...withdrawal,
  txid: Schema.String,
  at: Time,
})

/**
 * It is confirmed: the hold is posted, and the unused fee is released. Appended again if a reorganisation confirms
 * another attempt; that fee applies.
 */
export const WithdrawalConfirmed = Schema.TaggedStruct("wallet.WithdrawalConfirmed.v1", {
  ...withdrawal,
  /** Null if it was paid in the books only. */
  txid: Schema.NullOr(Schema.String),
  /** Actual network fee. */
  fee: Units,
  ...subsidy,
  /** Part of a higher fee that the person could not pay; zero if absent. */
  missing: Schema.optionalKey(Units),
  height: Schema.NullOr(Schema.Int),
  at: Time,
})

/** It can never confirm, because a foreign transaction spent one of its inputs; the hold is void. */
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
