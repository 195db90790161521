import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { ADDRESS_LABEL_LENGTH_MAX, ADDRESS_LENGTH_MAX, SPEEDS } from "#contract/wallet"
import { answerOf, BadRequest, Busy, Conflict, NotFound, said, TooMany, Unauthorized } from "../envelope.ts"
import { Cursor, Id } from "../fields.ts"
import { AmountText, AssetTypeId } from "../walletFields.ts"

/** Decimal text of the asset. */
const Amount = Schema.String
const Speed = Schema.Literals(SPEEDS)
/** Milliseconds since 1970. */
const Time = Schema.Int

const Option = Schema.Struct({
  assetTypeId: Schema.Int,
  /** The coins are of a demo chain and worth nothing. */
  isDemo: Schema.Boolean,
  /** Nothing can be withdrawn just now. */
  isOff: Schema.Boolean,
  /** The least that one withdrawal may be, and what is left of the day's limit. */
  least: Amount,
  left: Amount,
  /** From there on people look at a withdrawal before it is sent. */
  approvedFrom: Amount,
  /** What the network takes at most, by how soon it is to be in a block; what it does not take comes back. */
  fees: Schema.Array(Schema.Struct({ speed: Speed, fee: Amount, seconds: Schema.Int })),
}).annotate({ identifier: "WithdrawalOption" })

const Entry = Schema.Struct({
  entryId: Schema.String,
  assetTypeId: Schema.Int,
  label: Schema.String,
  address: Schema.String,
  /** Before that nothing can be withdrawn to it. */
  usableFrom: Time,
  at: Time,
}).annotate({ identifier: "AddressEntry" })

const Withdrawal = Schema.Struct({
  withdrawalId: Schema.String,
  assetTypeId: Schema.Int,
  amount: Amount,
  /** What is set aside for the network; from the signature on what is paid of it. */
  fee: Amount,
  address: Schema.String,
  /** Somebody here has the address: nothing is on a chain. */
  isInside: Schema.Boolean,
  status: Schema.Literals([
    "requested",
    "approved",
    "built",
    "signed",
    "broadcast",
    "seen",
    "confirmed",
    "cancelled",
    "failed",
  ]),
  /** It is agreed to and waits for coins, or for lower fees. */
  isDelayed: Schema.Boolean,
  /** People have to look at it first. */
  isAwaitingApproval: Schema.Boolean,
  /** Before that nothing happens; null once it was signed or has ended. */
  dueAt: Schema.NullOr(Time),
  /** Blocks that confirm it, and how many it takes; null where it is in none yet, or has ended. */
  confirmations: Schema.NullOr(Schema.Struct({ count: Schema.Int, needed: Schema.Int })),
  isCancellable: Schema.Boolean,
  txid: Schema.NullOr(Schema.String),
  at: Time,
}).annotate({ identifier: "Withdrawal" })

/** How coins go out of a wallet. */
export const withdrawalEndpoints = [
  HttpApiEndpoint.post("LoadWithdrawalOptions", "/LoadWithdrawalOptions", {
    payload: Schema.Struct({}),
    success: answerOf(
      Schema.Struct({
        options: Schema.Array(Option),
        hasPassword: Schema.Boolean,
        /** Whether a code of the authenticator is asked for. */
        needsCode: Schema.Boolean,
        /** Until then nothing can be withdrawn, because what protects withdrawals was changed; null: nothing is in the way. */
        pausedUntil: Schema.NullOr(Time),
        /** `reset`: the withdrawal password without the one before; `signIn`: the other password; `step`: the second step. */
        pausedBy: Schema.NullOr(Schema.Literals(["reset", "signIn", "step"])),
      }),
    ),
    error: Unauthorized,
  }).annotateMerge(said("What the caller can withdraw just now, what it costs, and what it takes.")),
  HttpApiEndpoint.post("LoadAddressBook", "/LoadAddressBook", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Struct({ addresses: Schema.Array(Entry) })),
    error: Unauthorized,
  }).annotateMerge(said("The addresses that the caller withdraws to.")),
  HttpApiEndpoint.post("AddAddress", "/AddAddress", {
    payload: Schema.Struct({
      assetTypeId: AssetTypeId,
      label: Schema.String.check(Schema.isMaxLength(ADDRESS_LABEL_LENGTH_MAX * 2)),
      address: Schema.String.check(Schema.isMaxLength(ADDRESS_LENGTH_MAX)),
    }),
    success: answerOf(Schema.Struct({ address: Entry })),
    error: [Unauthorized, BadRequest, Conflict],
  }).annotateMerge(said("Keeps an address; a day later the caller can withdraw to it.")),
  HttpApiEndpoint.post("RemoveAddress", "/RemoveAddress", {
    payload: Schema.Struct({ entryId: Id }),
    success: answerOf(Schema.Struct({})),
    error: [Unauthorized, NotFound, Conflict],
  }).annotateMerge(said("Forgets an address.")),
  HttpApiEndpoint.post("Withdraw", "/Withdraw", {
    payload: Schema.Struct({
      assetTypeId: AssetTypeId,
      entryId: Id,
      /** What the person was shown and agreed to: another address of the entry is refused, and so is a higher fee. */
      address: Schema.String.check(Schema.isMaxLength(ADDRESS_LENGTH_MAX)),
      amount: AmountText,
      fee: AmountText,
      speed: Speed,
      withdrawalPassword: Schema.String.check(Schema.isMaxLength(1_000)),
      /** Of the authenticator, where two-step verification is on. */
      code: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(6))),
    }),
    success: answerOf(Schema.Struct({ withdrawalId: Schema.String })),
    error: [Unauthorized, BadRequest, NotFound, Conflict, TooMany, Busy],
  }).annotateMerge(
    said(
      "Sends coins to an address of the caller's book. Send an `Idempotency-Key`: the same one sends once, however often it is " +
        "sent. Until it is signed it can be given up by CancelWithdrawal.",
    ),
  ),
  HttpApiEndpoint.post("CancelWithdrawal", "/CancelWithdrawal", {
    payload: Schema.Struct({ withdrawalId: Id }),
    success: answerOf(Schema.Struct({})),
    error: [Unauthorized, NotFound, Conflict],
  }).annotateMerge(said("Gives up a withdrawal that was not signed yet; what was set aside is free again.")),
  HttpApiEndpoint.post("LoadWithdrawals", "/LoadWithdrawals", {
    payload: Schema.Struct({ cursor: Schema.optionalKey(Cursor) }),
    success: answerOf(Schema.Struct({ withdrawals: Schema.Array(Withdrawal), next: Schema.NullOr(Schema.String) })),
    error: [Unauthorized, BadRequest],
  }).annotateMerge(said("What the caller has sent out, newest first, and how far it has come.")),
] as const
