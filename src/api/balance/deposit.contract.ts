import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { answerOf, Busy, Conflict, NotOffered, said, Unauthorized } from "../envelope.ts"
import { AssetTypeId } from "../walletFields.ts"

const Deposit = Schema.Struct({
  depositId: Schema.String,
  assetTypeId: Schema.Int,
  /** Decimal text of the asset. */
  amount: Schema.String,
  /** `seen`: on its way; `credited`: it counts; `vanished`: it cannot come any more. */
  status: Schema.Literals(["seen", "credited", "vanished"]),
  confirmations: Schema.Int,
  confirmationsNeeded: Schema.Int,
  txid: Schema.String,
  /** Milliseconds since 1970. */
  at: Schema.Int,
}).annotate({ identifier: "Deposit" })

/** How coins come into a wallet. */
export const depositEndpoints = [
  HttpApiEndpoint.post("LoadDepositAddress", "/LoadDepositAddress", {
    payload: Schema.Struct({
      assetTypeId: AssetTypeId,
      /** Gives another address than the one before, which goes on to count. */
      wantsNew: Schema.optionalKey(Schema.Boolean),
    }),
    success: answerOf(
      Schema.Struct({
        address: Schema.String,
        /** What a wallet opens by: BIP21. */
        uri: Schema.String,
        /** The same as a picture: SVG. */
        qr: Schema.String,
        /** The coins are of a demo chain and worth nothing. */
        isDemo: Schema.Boolean,
        confirmations: Schema.Struct({ usual: Schema.Int, large: Schema.Int }),
      }),
    ),
    error: [Unauthorized, Busy, Conflict],
  }).annotateMerge(said("The caller's own address to send coins of an asset to.")),
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
  }).annotateMerge(said("Sends coins of a demo chain, which are worth nothing, to the caller's address.")),
  HttpApiEndpoint.post("LoadDeposits", "/LoadDeposits", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Struct({ deposits: Schema.Array(Deposit) })),
    error: Unauthorized,
  }).annotateMerge(said("What was sent to the caller's addresses: what is on its way, and the newest that came.")),
] as const
