import { Schema } from "effect"
import { LEVELS } from "#contract/identity"
import { makeEventFamily } from "#core/kernel"
import { LIMITED_LEVELS } from "./allowance.ts"

const Units = Schema.String.check(Schema.isPattern(/^(0|[1-9][0-9]{0,37})$/))

/** Limits of an asset, in minor units. */
const AssetRules = Schema.Struct({
  assetTypeId: Schema.Int,
  /** Smallest amount of one withdrawal. */
  minimum: Units,
  /** Maximum within 24 hours, per person and for all together. */
  personDaily: Units,
  allDaily: Units,
  /** From this sum of one person within 24 hours two operators must approve. */
  approvalThreshold: Units,
  /** Maximum in flight to people at once. */
  inFlightMax: Units,
  /** Donations of one person within 24 hours with the session alone. */
  unverifiedDonationMax: Units,
  hotWalletMax: Units,
  /** Fees that the platform pays within 24 hours. */
  feeSubsidyDailyMax: Units,
  /** Delay in seconds before a withdrawal proceeds. */
  coolingSeconds: Schema.Int,
  largeCoolingSeconds: Schema.Int,
  /** Confirmations after which a withdrawal is final. */
  confirmations: Schema.Int,
  largeConfirmations: Schema.Int,
})

/** Network fee at a level. */
const LevelFee = Schema.Struct({
  level: Schema.Int,
  fee: Schema.String,
})

/** What withdrawals ask of a verified identity. */
const IdentityRules = Schema.Struct({
  /** Level that people with a channel need to withdraw; 0 asks for nothing. */
  creatorLevel: Schema.Literals([0, ...LEVELS]),
  /** Maximum within 24 hours of people up to a level, in minor units. People above have the maximum of all. */
  limits: Schema.Array(
    Schema.Struct({ assetTypeId: Schema.Int, level: Schema.Literals(LIMITED_LEVELS), personDaily: Units }),
  ),
})

/** All withdrawal rules were set. */
export const WithdrawalRulesSet = Schema.TaggedStruct("wallet.WithdrawalRulesSet.v1", {
  assets: Schema.Array(AssetRules),
  /** Fees by level, in coins as decimal text. */
  fees: Schema.Array(LevelFee),
  /** Missing in rules that were set before levels existed. */
  identity: Schema.optionalKey(IdentityRules),
  /** Reason given by the operator. */
  reason: Schema.String,
  by: Schema.String,
  at: Schema.String,
})

/** Withdrawals of one asset, or (null) of all, were stopped. */
export const WithdrawalsStopped = Schema.TaggedStruct("wallet.WithdrawalsStopped.v1", {
  assetTypeId: Schema.NullOr(Schema.Int),
  reason: Schema.String,
  by: Schema.String,
  at: Schema.String,
})
/** A stop was lifted. */
export const WithdrawalsResumed = Schema.TaggedStruct("wallet.WithdrawalsResumed.v1", {
  assetTypeId: Schema.NullOr(Schema.Int),
  by: Schema.String,
  at: Schema.String,
})

const RuleEvent = Schema.Union([WithdrawalRulesSet, WithdrawalsStopped, WithdrawalsResumed]).pipe(
  Schema.toTaggedUnion("_tag"),
)
export type RuleEvent = typeof RuleEvent.Type

export const RuleEvents = makeEventFamily(RuleEvent)
