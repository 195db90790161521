import { Schema } from "effect"
import { ChannelItem } from "#contract/library"
import {
  ON_LEAVE,
  PREMIUM_LEVEL,
  RULE_CREATORS_MAX,
  RULES_MAX,
  SUBSCRIBER_LEVEL,
  TERM_PERIODS,
  WEIGHT_MAX,
} from "#contract/subscriptions"
import { answerOf, BadRequest, Busy, Conflict, NotFound, TooMany, Unauthorized } from "../envelope.ts"
import { EpochMs, Id } from "../fields.ts"
import { AmountText, AssetTypeId } from "../walletFields.ts"
import { FreeChannel } from "./freeAccess.contract.ts"
import { PremiumSeat } from "./offers.contract.ts"

/** Levels of Home/Levels that a subscription asks for. */
export const WantedLevel = Schema.Literals([SUBSCRIBER_LEVEL, PREMIUM_LEVEL])

/** The caller's rule, by its number; by default the first one, which the first call adds. */
export const RuleId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: RULES_MAX }))
export const which = { ruleId: Schema.optionalKey(RuleId) }

/** What a creator counts against the others of the rule. */
export const Weight = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: WEIGHT_MAX }))

/** Terms of a rule; omitted ones stay. */
export const terms = {
  /** The monthly fee: decimal text in the base currency. */
  msf: Schema.optionalKey(AmountText),
  /** The base currency, and the asset that pays. */
  currencyId: Schema.optionalKey(AssetTypeId),
  mainAssetTypeId: Schema.optionalKey(AssetTypeId),
  /** Periods that one charge pays for; 0 stands for one. */
  periods: Schema.optionalKey(Schema.Literals(TERM_PERIODS)),
  autoRenew: Schema.optionalKey(Schema.Boolean),
  /** What becomes of the rest of a creator's share who leaves: the others get it, or it goes back to the wallet. */
  onLeave: Schema.optionalKey(Schema.Literals(ON_LEAVE)),
}

export const credentials = {
  /** TOTP code, if two-step verification is on. */
  code: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(6))),
  /** The withdrawal password, if it is required. */
  password: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(1_000))),
}

/** A creator of a whole list. */
export const ListedCreators = Schema.Array(Schema.Struct({ channelCode: Id, weight: Weight })).check(
  Schema.isMaxLength(RULE_CREATORS_MAX),
)

/** Sharing a rule by reading time. */
const ReadingShare = Schema.Struct({
  isOn: Schema.Boolean,
  /** The running paid period; null if none runs. */
  starts: Schema.NullOr(EpochMs),
  ends: Schema.NullOr(EpochMs),
  /** What each creator gets at least and at most, in thousandths; null if the fee or the creators leave nothing to decide. */
  floor: Schema.NullOr(Schema.Int),
  cap: Schema.NullOr(Schema.Int),
  /** The parts of the running period; empty while the weights decide. */
  parts: Schema.Array(Schema.Struct({ channelCode: Schema.String, perMille: Schema.Int })),
  setAt: Schema.NullOr(EpochMs),
}).annotate({ identifier: "ReadingShare" })

/** A rule; without one, the defaults (S3-017). */
const Rule = Schema.Struct({
  ruleId: RuleId,
  autoRenew: Schema.Boolean,
  periods: Schema.Int,
  onLeave: Schema.Literals(ON_LEAVE),
  /** The monthly fee and the sum of premium fees: decimal text in the base currency. */
  msf: Schema.String,
  pmsf: Schema.String,
  mainAssetTypeId: Schema.Int,
  currencyId: Schema.Int,
  /** Id of Home/LoadSubscribeRuleStatus. */
  subscribeRuleStatusId: Schema.Int,
  /** The paid term; null if none runs. */
  starts: Schema.NullOr(EpochMs),
  ends: Schema.NullOr(EpochMs),
  /** Why the renewal could not be charged, and until when access continues. */
  missed: Schema.NullOr(Schema.String),
  graceUntil: Schema.NullOr(EpochMs),
  reading: ReadingShare,
}).annotate({ identifier: "SubscribeRule" })
export type Rule = typeof Rule.Type

/** A creator's channel in a rule. */
const RuleChannel = Schema.Struct({
  ...ChannelItem.fields,
  ruleId: RuleId,
  weight: Schema.Int,
  /** The creator's part of the monthly fee: decimal text in the base currency, rounded down. */
  share: Schema.String,
  /** Id of Home/Levels that the rule opens now: 1 if nothing is paid. */
  levelId: Schema.Int,
  /** Premium: the agreed monthly price, until when it is paid, and whether the next charge pays for it. */
  premium: Schema.NullOr(Schema.Struct({ pmsf: Schema.String, until: EpochMs, isRenewing: Schema.Boolean })),
}).annotate({ identifier: "SubscribedChannel" })

export const rulesAnswer = answerOf(
  Schema.Struct({
    /** The caller's own channels. */
    userChannels: Schema.Array(ChannelItem),
    channels: Schema.Array(RuleChannel),
    /** The caller's premium seats, reservations and places in waiting lists. */
    seats: Schema.Array(PremiumSeat),
    /** What the caller reads without payment. */
    free: Schema.Array(FreeChannel),
    /** The first rule. */
    rule: Rule,
    rules: Schema.Array(Rule),
  }),
)

export const ruleErrors = [Unauthorized, BadRequest, NotFound, Conflict, TooMany, Busy] as const
