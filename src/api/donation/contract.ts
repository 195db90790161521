import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SUBSCRIBER_LEVEL } from "#contract/subscriptions"
import { DONATION_MESSAGE_LENGTH_MAX } from "#contract/wallet"
import { ruleErrors, rulesAnswer, terms, Weight, which } from "../channel/rules.contract.ts"
import { answerOf, BadRequest, Busy, Conflict, describedAs, NotFound, TooMany, Unauthorized } from "../envelope.ts"
import { Cursor, Id } from "../fields.ts"
import { Guard } from "../Guard.ts"
import { AmountText, AssetTypeId } from "../walletFields.ts"
import { receiptAnswer, receiptsAnswer } from "./receipts.contract.ts"

/** TOTP code; empty if two-step verification is off. */
const Code = Schema.String.check(Schema.isMaxLength(6))

const Donation = Schema.Struct({
  donationId: Schema.String,
  /** Whether the caller is the donor. */
  isOwn: Schema.Boolean,
  /** The other person; null if their account was deleted. */
  userCode: Schema.NullOr(Schema.String),
  displayName: Schema.NullOr(Schema.String),
  assetTypeId: Schema.Int,
  /** Decimal text of the asset. */
  amount: Schema.String,
  message: Schema.NullOr(Schema.String),
  /** Milliseconds since 1970. */
  at: Schema.Int,
}).annotate({ identifier: "Donation" })

/** Donations between people. */
export class DonationApi extends HttpApiGroup.make("Donation")
  .add(
    HttpApiEndpoint.post("donate", "/donate", {
      payload: Schema.Struct({
        /** The recipient: the code of a user or of a creator's channel. */
        userCode: Id,
        assetTypeId: AssetTypeId,
        amount: AmountText,
        code: Schema.optionalKey(Code),
        /** The withdrawal password, if it is required. */
        password: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(1_000))),
        message: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(DONATION_MESSAGE_LENGTH_MAX * 2))),
      }),
      success: answerOf(Schema.Struct({ donationId: Schema.String })),
      error: [Unauthorized, BadRequest, NotFound, Conflict, TooMany, Busy],
    }).annotateMerge(
      describedAs(
        "Donates coins immediately. Send an `Idempotency-Key`: a repeated request with the same key has no further effect. `code` " +
          "is required if two-step verification is on. Otherwise `password`, the withdrawal password, is required above a small " +
          "amount within 24 hours. That amount is the maximum for 24 hours after either of them, the sign-in password or the " +
          "second step was set up or changed.",
      ),
    ),
    HttpApiEndpoint.post("LoadDonationLimits", "/LoadDonationLimits", {
      payload: Schema.Struct({}),
      success: answerOf(
        Schema.Struct({
          /** Milliseconds since 1970; null if nothing limits the caller's donations. */
          until: Schema.NullOr(Schema.Int),
          limits: Schema.Array(Schema.Struct({ assetTypeId: Schema.Int, amount: Schema.String })),
        }),
      ),
      error: [Unauthorized, BadRequest],
    }).annotateMerge(
      describedAs(
        "What the caller can donate at most, by asset, for 24 hours after the sign-in password, the second step or the withdrawal " +
          "password was set up or changed.",
      ),
    ),
    HttpApiEndpoint.post("AddSubscribeRule", "/AddSubscribeRule", {
      payload: Schema.Struct(terms),
      success: rulesAnswer,
      error: ruleErrors,
    }).annotateMerge(describedAs("Adds a rule: a monthly fee for creators of its own. Nothing is charged.")),
    HttpApiEndpoint.post("AddCreatorToSubscribeRule", "/AddCreatorToSubscribeRule", {
      payload: Schema.Struct({
        ...which,
        channelCode: Id,
        weight: Schema.optionalKey(Weight),
        /** Gives up premium at the end of the paid term. */
        levelId: Schema.optionalKey(Schema.Literal(SUBSCRIBER_LEVEL)),
      }),
      success: rulesAnswer,
      error: ruleErrors,
    }).annotateMerge(
      describedAs(
        "Adds a creator to a rule, or changes their weight. A paid term opens the channel at once; nothing is charged.",
      ),
    ),
    HttpApiEndpoint.post("RemoveCreatorToSubscribeRule", "/RemoveCreatorToSubscribeRule", {
      payload: Schema.Struct({ ...which, channelCode: Id }),
      success: rulesAnswer,
      error: ruleErrors,
    }).annotateMerge(
      describedAs(
        "Removes a creator from a rule. In a paid term they count, and stay open to the caller, for at least 7 days of the period.",
      ),
    ),
    HttpApiEndpoint.post("LoadDonations", "/LoadDonations", {
      payload: Schema.Struct({ cursor: Schema.optionalKey(Cursor) }),
      success: answerOf(Schema.Struct({ donations: Schema.Array(Donation), next: Schema.NullOr(Schema.String) })),
      error: [Unauthorized, BadRequest],
    }).annotateMerge(describedAs("Donations that the caller made and received, newest first.")),
    HttpApiEndpoint.post("LoadReceipt", "/LoadReceipt", {
      payload: Schema.Struct({ ...which, cycle: Schema.Int.check(Schema.isGreaterThan(0)) }),
      success: receiptAnswer,
      error: [Unauthorized, BadRequest],
    }).annotateMerge(
      describedAs(
        "The receipt of a paid period of the caller's subscription, with its proof. It can be verified without this service, and " +
          "tells nothing about other people. Null until the period is over and proved, which happens every hour.",
      ),
    ),
    HttpApiEndpoint.post("LoadIncomeReceipts", "/LoadIncomeReceipts", {
      payload: Schema.Struct({ paydayId: Id }),
      success: receiptsAnswer,
      error: [Unauthorized, BadRequest],
    }).annotateMerge(
      describedAs("The receipts of a payday that paid the caller. They do not tell who paid, and for whom else."),
    ),
  )
  .prefix("/Donation")
  .middleware(Guard)
  .annotateMerge(OpenApi.annotations({ description: "Donations between people." })) {}
