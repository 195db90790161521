import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { DEPOSIT_STATUSES } from "#contract/wallet"
import { answerOf, Busy, Conflict, describedAs, NotOffered, Unauthorized } from "../envelope.ts"
import { AssetTypeId } from "../walletFields.ts"

const Deposit = Schema.Struct({
  depositId: Schema.String,
  assetTypeId: Schema.Int,
  /** Decimal text of the asset. */
  amount: Schema.String,
  status: Schema.Literals(DEPOSIT_STATUSES),
  confirmations: Schema.Int,
  confirmationsNeeded: Schema.Int,
  txid: Schema.String,
  /** Milliseconds since 1970. */
  at: Schema.Int,
}).annotate({ identifier: "Deposit" })

/** Deposits and their addresses. */
export const depositEndpoints = [
  HttpApiEndpoint.post("LoadDepositAddress", "/LoadDepositAddress", {
    payload: Schema.Struct({
      assetTypeId: AssetTypeId,
      /** Issues another address; earlier ones stay valid. */
      wantsNew: Schema.optionalKey(Schema.Boolean),
    }),
    success: answerOf(
      Schema.Struct({
        address: Schema.String,
        /** Payment link for wallets (BIP21). */
        uri: Schema.String,
        /** The link as a QR code, SVG. */
        qr: Schema.String,
        /** On a demo chain; the coins are worthless. */
        isDemo: Schema.Boolean,
        confirmations: Schema.Struct({ usual: Schema.Int, large: Schema.Int }),
      }),
    ),
    error: [Unauthorized, Busy, Conflict],
  }).annotateMerge(describedAs("The caller's deposit address of an asset.")),
  HttpApiEndpoint.post("DemoCoins", "/DemoCoins", {
    payload: Schema.Struct({ assetTypeId: AssetTypeId }),
    success: answerOf(
      Schema.Struct({
        /** Decimal text of the asset. */
        amount: Schema.String,
        txid: Schema.String,
      }),
    ),
    error: [Unauthorized, Busy, NotOffered, Conflict],
  }).annotateMerge(describedAs("Sends worthless coins of a demo chain to the caller's address.")),
  HttpApiEndpoint.post("LoadDeposits", "/LoadDeposits", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Struct({ deposits: Schema.Array(Deposit) })),
    error: Unauthorized,
  }).annotateMerge(describedAs("Deposits of the caller: the pending ones, then the newest.")),
] as const
