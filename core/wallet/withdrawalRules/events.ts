import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

const Units = Schema.String.check(Schema.isPattern(/^(0|[1-9][0-9]{0,37})$/))

/** What may be withdrawn of an asset, in minor units. */
const AssetRules = Schema.Struct({
  assetTypeId: Schema.Int,
  /** The minimum that one withdrawal may be. */
  minimum: Units,
  /** The most within 24 hours: of one person, and of all together. */
  personDaily: Units,
  allDaily: Units,
  /** From that amount on two operators have to agree. */
  approvalThreshold: Units,
  /** The most that may be on its way at once. */
  inFlightMax: Units,
  /** What a person may give to others within 24 hours without showing more than their session. */
  unverifiedDonationMax: Schema.optionalKey(Units),
  hotWalletMax: Schema.optionalKey(Units),
  /** What the platform bears of fees within 24 hours at most. */
  feeSubsidyDailyMax: Schema.optionalKey(Units),
  /** How long one waits before anything happens, and one that operators have to agree to. */
  coolingSeconds: Schema.optionalKey(Schema.Int),
  largeCoolingSeconds: Schema.optionalKey(Schema.Int),
  /** After how many blocks it counts as arrived, and one that operators have to agree to. */
  confirmations: Schema.optionalKey(Schema.Int),
  largeConfirmations: Schema.optionalKey(Schema.Int),
})

/** What the network takes at a level of haste. */
const LevelFee = Schema.Struct({
  level: Schema.Int,
  fee: Schema.String,
})

/** The rules of withdrawals were set, all of them. */
export const WithdrawalRulesSet = Schema.TaggedStruct("wallet.WithdrawalRulesSet.v1", {
  assets: Schema.Array(AssetRules),
  /** Fees by their level, in whole coins as decimal text. */
  fees: Schema.Array(LevelFee),
  /** How long a withdrawal of an asset waits that says nothing of its own. */
  coolingSeconds: Schema.Int,
  /** Why, in the words of who set them. */
  reason: Schema.optionalKey(Schema.String),
  by: Schema.String,
  at: Schema.String,
})

/** Nothing is sent any more of one asset, or (null) of any. */
export const WithdrawalsStopped = Schema.TaggedStruct("wallet.WithdrawalsStopped.v1", {
  assetTypeId: Schema.NullOr(Schema.Int),
  reason: Schema.String,
  by: Schema.String,
  at: Schema.String,
})
/** It goes on. */
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
