import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { PURPOSES } from "#contract/wallet"
import { answerOf, BadRequest, NotFound, said, Unauthorized } from "../envelope.ts"
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
  /** What can be spent now. */
  availableBalance: Amount,
  /** What is set aside. */
  heldBalance: Amount,
}).annotate({ identifier: "Balance" })

const movement = {
  id: Schema.String,
  assetTypeId: Schema.Int,
  purpose: Purpose,
  amount: Amount,
  /** The balance of the asset after it. */
  balance: Amount,
  other: Schema.NullOr(Schema.Struct({ userCode: Schema.String, displayName: Schema.NullOr(Schema.String) })),
  /** What it belongs to. */
  reference: Schema.NullOr(Schema.String),
  /** Milliseconds since 1970. */
  at: Schema.Int,
}

const Entry = Schema.Struct({
  account: Schema.Literals(["you", "other", "platform"]),
  /** Which of the platform's accounts, or of the person's: `available`, `fees`. */
  label: Schema.String,
  assetTypeId: Schema.Int,
  amount: Amount,
})

/** What a signed-in person has, and how it came. */
export class BalanceApi extends HttpApiGroup.make("Balance")
  .add(
    HttpApiEndpoint.post("LoadBalance", "/LoadBalance", {
      payload: Schema.Struct({}),
      success: answerOf(Schema.Struct({ balances: Schema.Array(Balance) })),
      error: Unauthorized,
    }).annotateMerge(said("The caller's balance of each coin, those of nothing too.")),
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
    }).annotateMerge(said("What the caller's accounts gained and lost, newest first.")),
    ...depositEndpoints,
    ...withdrawalEndpoints,
    HttpApiEndpoint.post("LoadMovement", "/LoadMovement", {
      payload: Schema.Struct({ id: Cursor }),
      success: answerOf(
        Schema.Struct({
          movement: Schema.Struct({
            ...movement,
            entries: Schema.Array(Entry),
            /** The transaction by which coins came or went; null for what happened here alone. */
            txid: Schema.NullOr(Schema.String),
            /** Null where nobody counts them. */
            confirmations: Schema.NullOr(Schema.Int),
          }),
        }),
      ),
      error: [Unauthorized, NotFound],
    }).annotateMerge(said("One movement of the caller's with all its entries; those of others without a name.")),
  )
  .prefix("/Balance")
  .middleware(Guard)
  .annotateMerge(OpenApi.annotations({ description: "What a signed-in person has, and how it came." })) {}
