import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { PURPOSES } from "#contract/wallet"
import { answerOf, BadRequest, describedAs, NotFound, Unauthorized } from "../envelope.ts"
import { Cursor, Moments } from "../fields.ts"
import { Guard } from "../Guard.ts"
import { AssetTypeId } from "../walletFields.ts"
import { depositEndpoints } from "./deposit.contract.ts"
import { withdrawalEndpoints } from "./withdrawal.contract.ts"

const Purpose = Schema.Literals(PURPOSES)
/** Decimal text of the asset: `-0.015`. */
const Amount = Schema.String

const Balance = Schema.Struct({
  assetTypeId: Schema.Int,
  /** Can be spent now. */
  availableBalance: Amount,
  /** Reserved by holds. */
  heldBalance: Amount,
}).annotate({ identifier: "Balance" })

const Price = Schema.Struct({
  assetTypeId: Schema.Int,
  /** Price of one whole coin, as decimal text: `67123.45`. */
  mid: Schema.String,
  /** Milliseconds since 1970. */
  takenAt: Schema.Int,
  /** Whether it is recent enough to convert an amount with it. */
  isValid: Schema.Boolean,
  isDemo: Schema.Boolean,
}).annotate({ identifier: "Price" })

const movement = {
  id: Schema.String,
  assetTypeId: Schema.Int,
  purpose: Purpose,
  amount: Amount,
  /** Balance of the asset after it. */
  balance: Amount,
  other: Schema.NullOr(
    Schema.Struct({
      userCode: Schema.String,
      channelCode: Schema.NullOr(Schema.String),
      displayName: Schema.NullOr(Schema.String),
    }),
  ),
  /** The stream that it belongs to, such as a donation. */
  reference: Schema.NullOr(Schema.String),
  /** Milliseconds since 1970. */
  at: Schema.Int,
}

const Entry = Schema.Struct({
  account: Schema.Literals(["you", "other", "platform"]),
  /** Kind of the account: `available`, `fees`. */
  label: Schema.String,
  assetTypeId: Schema.Int,
  amount: Amount,
})

/** Balances and movements of the signed-in person. */
export class BalanceApi extends HttpApiGroup.make("Balance")
  .add(
    HttpApiEndpoint.post("LoadBalance", "/LoadBalance", {
      payload: Schema.Struct({}),
      success: answerOf(Schema.Struct({ balances: Schema.Array(Balance) })),
      error: Unauthorized,
    }).annotateMerge(describedAs("The caller's balance of each coin, zero balances included.")),
    HttpApiEndpoint.post("LoadPrices", "/LoadPrices", {
      payload: Schema.Struct({}),
      success: answerOf(
        Schema.Struct({
          /** Null if the caller has chosen no base currency; there are no prices then. */
          baseAssetTypeId: Schema.NullOr(Schema.Int),
          prices: Schema.Array(Price),
        }),
      ),
      error: Unauthorized,
    }).annotateMerge(describedAs("The last prices of the coins in the caller's base currency.")),
    HttpApiEndpoint.post("LoadMovements", "/LoadMovements", {
      payload: Schema.Struct({
        assetTypeId: Schema.optionalKey(AssetTypeId),
        purpose: Schema.optionalKey(Purpose),
        start: Moments.start,
        end: Moments.end,
        cursor: Schema.optionalKey(Cursor),
      }),
      success: answerOf(
        Schema.Struct({
          movements: Schema.Array(Schema.Struct(movement).annotate({ identifier: "Movement" })),
          next: Schema.NullOr(Schema.String),
        }),
      ),
      error: [Unauthorized, BadRequest],
    }).annotateMerge(describedAs("Movements on the caller's accounts, newest first.")),
    ...depositEndpoints,
    ...withdrawalEndpoints,
    HttpApiEndpoint.post("LoadMovement", "/LoadMovement", {
      payload: Schema.Struct({ id: Cursor }),
      success: answerOf(
        Schema.Struct({
          movement: Schema.Struct({
            ...movement,
            entries: Schema.Array(Entry),
            /** The blockchain transaction; null if there is none. */
            txid: Schema.NullOr(Schema.String),
            /** Null without a transaction. */
            confirmations: Schema.NullOr(Schema.Int),
          }),
        }),
      ),
      error: [Unauthorized, NotFound],
    }).annotateMerge(
      describedAs("One movement of the caller with all its entries; entries of other people are anonymous."),
    ),
  )
  .prefix("/Balance")
  .middleware(Guard)
  .annotateMerge(
    OpenApi.annotations({ description: "Balances, movements, deposits and withdrawals of the signed-in person." }),
  ) {}
