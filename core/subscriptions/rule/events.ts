import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { ON_LEAVE, REMINDER_DAYS, TERM_PERIODS } from "../limits.ts"

/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
/** Minor units as text. */
const Units = Schema.String
/** The payer, and the number of the rule among their rules. */
const rule = { personId: Schema.String, number: Schema.Int }

/** A rule was added, with the defaults. */
export const RuleAdded = Schema.TaggedStruct("subscriptions.RuleAdded.v1", { ...rule, addedAt: Time })

/** The terms of the next charge were set; the event contains all of them. */
export const TermsSet = Schema.TaggedStruct("subscriptions.TermsSet.v1", {
  ...rule,
  /** The asset that pays, and the base currency of the fee. */
  assetTypeId: Schema.Int,
  currencyId: Schema.Int,
  /** The monthly fee in minor units of the base currency. */
  msf: Units,
  periods: Schema.Literals(TERM_PERIODS),
  autoRenew: Schema.Boolean,
  /** What becomes of the rest of a leaving creator's share; `others` by default. */
  onLeave: Schema.optionalKey(Schema.Literals(ON_LEAVE)),
  setAt: Time,
})

/** A creator was added to the rule, got another weight, or was removed with weight 0. */
export const CreatorSet = Schema.TaggedStruct("subscriptions.CreatorSet.v1", {
  ...rule,
  creatorId: Schema.String,
  weight: Schema.Int,
  /** A creator who leaves is removed from all rules; operators who withhold a channel remove its creator until they give it back. */
  by: Schema.Literals(["payer", "creator", "operator"]),
  /** When a removed creator stops to count; null for one who is in the rule. */
  countsUntil: Schema.NullOr(Time),
  /** Whether a paid term runs, so that the creator is open to the payer from now on. */
  isPaid: Schema.Boolean,
  setAt: Time,
})

/** The payer turned sharing by reading time on or off. */
export const ReadingShareSet = Schema.TaggedStruct("subscriptions.ReadingShareSet.v1", {
  ...rule,
  isOn: Schema.Boolean,
  /** The running cycle, which loses its parts when it is turned off; null if none runs. */
  cycle: Schema.NullOr(Schema.Int),
  setAt: Time,
})

/** What each creator gets of a running cycle by the payer's reading time, in thousandths; replaces earlier parts. */
export const ReadingPartsSet = Schema.TaggedStruct("subscriptions.ReadingPartsSet.v1", {
  ...rule,
  cycle: Schema.Int,
  parts: Schema.Array(Schema.Struct({ creatorId: Schema.String, perMille: Schema.Int })),
  setAt: Time,
})

/** The payer paused, resumed or cancelled the rule. The running term stays. */
export const IntentSet = Schema.TaggedStruct("subscriptions.IntentSet.v1", {
  ...rule,
  intent: Schema.Literals(["active", "paused", "cancelled"]),
  setAt: Time,
})

/** A term was charged. Each of its periods is a cycle with a stream of its own. */
export const TermBegun = Schema.TaggedStruct("subscriptions.TermBegun.v1", {
  ...rule,
  /** The creators in the rule, who are open to the payer from now on. */
  creatorIds: Schema.Array(Schema.String),
  /** Boundaries are computed from it. */
  anchorAt: Time,
  /** Months between the anchor and the first cycle. */
  place: Schema.Int,
  /** Whole periods before it that passed uncharged. */
  skipped: Schema.Int,
  assetTypeId: Schema.Int,
  currencyId: Schema.Int,
  msf: Units,
  /** The price of one period in the asset. */
  feeUnits: Units,
  cycles: Schema.Array(Schema.Struct({ n: Schema.Int, startsAt: Time, endsAt: Time, units: Units })),
  begunAt: Time,
})

/** Why a renewal was not charged. */
export const MISSED_REASONS = ["balance", "frozen", "rate", "price", "share", "asset"] as const
export type MissedReason = (typeof MISSED_REASONS)[number]

/** The next term could not be charged when it was due. Access continues for the grace period. */
export const RenewalMissed = Schema.TaggedStruct("subscriptions.RenewalMissed.v1", {
  ...rule,
  reason: Schema.Literals(MISSED_REASONS),
  /** The end of the grace period. */
  graceUntil: Time,
  missedAt: Time,
})

/**
 * Access ended: with the last paid cycle, with the grace period, because the payer took a refund, or because the deposit
 * that had paid was undone.
 */
export const RuleLapsed = Schema.TaggedStruct("subscriptions.RuleLapsed.v1", {
  ...rule,
  reason: Schema.Literals(["ended", "missed", "refunded", "undone"]),
  /** The creators in the rule, who are no longer open to the payer. */
  creatorIds: Schema.Array(Schema.String),
  lapsedAt: Time,
})

/** The payer was reminded of a renewal that the balance may not cover. */
export const RenewalReminded = Schema.TaggedStruct("subscriptions.RenewalReminded.v1", {
  ...rule,
  days: Schema.Literals(REMINDER_DAYS),
  assetTypeId: Schema.Int,
  currencyId: Schema.Int,
  msf: Units,
  /** The announced price of one period, and of the whole renewal with premium. */
  feeUnits: Units,
  units: Units,
  renewsAt: Time,
  remindedAt: Time,
})

/** Premium with a creator. */
const seat = { channelId: Schema.Int, creatorId: Schema.String }

/** Premium seats were paid until the end of the term, by its charge or during it. */
export const SeatsPaid = Schema.TaggedStruct("subscriptions.SeatsPaid.v1", {
  ...rule,
  creatorIds: Schema.Array(Schema.String),
  /** The monthly price in minor units of the base currency that the payer agreed to. */
  seats: Schema.Array(Schema.Struct({ ...seat, pmsf: Units })),
  from: Time,
  until: Time,
  paidAt: Time,
})

/** The payer gave up a premium seat at the end of the term, or changed their mind. */
export const SeatRenewalSet = Schema.TaggedStruct("subscriptions.SeatRenewalSet.v1", {
  ...rule,
  ...seat,
  isRenewing: Schema.Boolean,
  setAt: Time,
})

/** Why a premium seat was lost; the level of subscribers may stay. */
export const LOST_SEAT_REASONS = [
  "unwanted",
  "withdrawn",
  "balance",
  "lapsed",
  "refunded",
  "creatorLeft",
  "undone",
] as const

/** Premium seats were given back: given up, no longer offered, not paid, or ended with the rule. */
export const SeatsLost = Schema.TaggedStruct("subscriptions.SeatsLost.v1", {
  ...rule,
  creatorIds: Schema.Array(Schema.String),
  seats: Schema.Array(Schema.Struct(seat)),
  reason: Schema.Literals(LOST_SEAT_REASONS),
  lostAt: Time,
})

export const RuleEvent = Schema.Union([
  RuleAdded,
  TermsSet,
  CreatorSet,
  IntentSet,
  TermBegun,
  RenewalMissed,
  RuleLapsed,
  SeatsPaid,
  SeatRenewalSet,
  SeatsLost,
  RenewalReminded,
  ReadingShareSet,
  ReadingPartsSet,
]).pipe(Schema.toTaggedUnion("_tag"))
export type RuleEvent = typeof RuleEvent.Type

export const RuleEvents = makeEventFamily(RuleEvent)
