import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { DONATION_MESSAGE_LENGTH_MAX } from "#contract/wallet"
import { answerOf, BadRequest, Busy, Conflict, NotFound, said, TooMany, Unauthorized } from "../envelope.ts"
import { Cursor, Id } from "../fields.ts"
import { Guard } from "../Guard.ts"
import { AmountText, AssetTypeId } from "../walletFields.ts"

/** Figures of an authenticator, or nothing where two-step verification is off. */
const Code = Schema.String.check(Schema.isMaxLength(6))

const Donation = Schema.Struct({
  donationId: Schema.String,
  /** Whether the caller gave it; else they got it. */
  isOwn: Schema.Boolean,
  /** The other side; null where they left. */
  userCode: Schema.NullOr(Schema.String),
  displayName: Schema.NullOr(Schema.String),
  assetTypeId: Schema.Int,
  /** Decimal text of the asset. */
  amount: Schema.String,
  message: Schema.NullOr(Schema.String),
  /** Milliseconds since 1970. */
  at: Schema.Int,
}).annotate({ identifier: "Donation" })

/** What people give each other. */
export class DonationApi extends HttpApiGroup.make("Donation")
  .add(
    HttpApiEndpoint.post("donate", "/donate", {
      payload: Schema.Struct({
        /** Of the receiver: a user's code, or that of a creator's channel. */
        userCode: Id,
        assetTypeId: AssetTypeId,
        amount: AmountText,
        code: Schema.optionalKey(Code),
        /** The withdrawal password, where one is owed. */
        password: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(1_000))),
        message: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(DONATION_MESSAGE_LENGTH_MAX * 2))),
      }),
      success: answerOf(Schema.Struct({ donationId: Schema.String })),
      error: [Unauthorized, BadRequest, NotFound, Conflict, TooMany, Busy],
    }).annotateMerge(
      said(
        "Gives coins of the caller to somebody, at once. Send an `Idempotency-Key`: the same one gives once, however often it " +
          "is sent. `code` is owed where two-step verification is on. Where it is off, `password`, the one for withdrawals, is owed " +
          "for more than a small sum within 24 hours. For 24 hours after one of them, the password for signing in or the second step was set up or changed, no " +
          "more than that sum can be given.",
      ),
    ),
    HttpApiEndpoint.post("LoadDonations", "/LoadDonations", {
      payload: Schema.Struct({ cursor: Schema.optionalKey(Cursor) }),
      success: answerOf(Schema.Struct({ donations: Schema.Array(Donation), next: Schema.NullOr(Schema.String) })),
      error: [Unauthorized, BadRequest],
    }).annotateMerge(said("What the caller gave and was given, newest first.")),
  )
  .prefix("/Donation")
  .middleware(Guard)
  .annotateMerge(OpenApi.annotations({ description: "What people give each other." })) {}
