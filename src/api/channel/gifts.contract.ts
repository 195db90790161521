import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { GIFT_PERIODS } from "#contract/subscriptions"
import { answerOf, describedAs, NotFound, TooMany, Unauthorized } from "../envelope.ts"
import { EpochMs, Id } from "../fields.ts"
import { AmountText, AssetTypeId } from "../walletFields.ts"
import { credentials, ruleErrors } from "./rules.contract.ts"

const Channel = { channelCode: Schema.String, subject: Schema.String }
/** The monthly fee in the base currency, and for how many months. */
const terms = { msf: Schema.String, currencyId: Schema.Int, periods: Schema.Int }

/** A gift that the caller paid for. */
const Gift = Schema.Struct({
  giftId: Schema.String,
  ...Channel,
  ...terms,
  assetTypeId: Schema.Int,
  /** What was paid: decimal text of the asset. */
  amount: Schema.String,
  status: Schema.Literals(["open", "claimed", "returned"]),
  /** What opens the gift; null once it was claimed or returned. */
  giftCode: Schema.NullOr(Schema.String),
  boughtAt: EpochMs,
  /** When it goes back if nobody has claimed it. */
  returnsAt: EpochMs,
  /** When it was claimed or returned. */
  endedAt: Schema.NullOr(EpochMs),
}).annotate({ identifier: "Gift" })

/** A gift that the caller claimed. */
const ClaimedGift = Schema.Struct({
  ...Channel,
  /** The months that are paid; the first one may begin when an earlier subscription is over. */
  starts: EpochMs,
  ends: EpochMs,
}).annotate({ identifier: "ClaimedGift" })

const giftsAnswer = answerOf(Schema.Struct({ gifts: Schema.Array(Gift), claimed: Schema.Array(ClaimedGift) }))
const giftCode = Schema.String.check(Schema.isMaxLength(64))

/** Calls about subscriptions that people pay for others. */
export const giftEndpoints = [
  HttpApiEndpoint.post("LoadGifts", "/LoadGifts", {
    payload: Schema.Struct({}),
    success: giftsAnswer,
    error: [Unauthorized, TooMany],
  }).annotateMerge(describedAs("Gifts that the caller paid for, and those that they claimed.")),
  HttpApiEndpoint.post("BuyGift", "/BuyGift", {
    payload: Schema.Struct({
      channelCode: Id,
      msf: AmountText,
      currencyId: Schema.optionalKey(AssetTypeId),
      mainAssetTypeId: Schema.optionalKey(AssetTypeId),
      periods: Schema.Literals(GIFT_PERIODS),
      ...credentials,
    }),
    success: giftsAnswer,
    error: ruleErrors,
  }).annotateMerge(
    describedAs(
      "Pays a subscription to a creator's channel for somebody else, who claims it with `giftCode`. It goes back to the wallet " +
        "if nobody has claimed it within 90 days. Send an `Idempotency-Key`: a repeated request with the same key has no further " +
        "effect. `code` and `password` are needed as in Donation/donate.",
    ),
  ),
  HttpApiEndpoint.post("LoadGift", "/LoadGift", {
    payload: Schema.Struct({ giftCode }),
    success: answerOf(
      Schema.Struct({ ...Channel, ...terms, status: Schema.Literals(["open", "claimed", "returned"]) }),
    ),
    error: [Unauthorized, NotFound, TooMany],
  }).annotateMerge(describedAs("What a gift contains, before it is claimed. It does not tell who paid for it.")),
  HttpApiEndpoint.post("ClaimGift", "/ClaimGift", {
    payload: Schema.Struct({ giftCode }),
    success: giftsAnswer,
    error: ruleErrors,
  }).annotateMerge(
    describedAs(
      "Claims a gift: its months begin now, or when what the caller has paid for this creator is over. Nothing is charged, now " +
        "or later.",
    ),
  ),
  HttpApiEndpoint.post("ReturnGift", "/ReturnGift", {
    payload: Schema.Struct({ giftId: Id }),
    success: giftsAnswer,
    error: ruleErrors,
  }).annotateMerge(
    describedAs("Returns a gift of the caller that nobody has claimed: its price goes back to the wallet."),
  ),
] as const
