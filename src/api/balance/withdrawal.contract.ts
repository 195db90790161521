import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { LEVELS } from "#contract/identity"
import {
  ADDRESS_LABEL_LENGTH_MAX,
  ADDRESS_LENGTH_MAX,
  PAUSE_REASONS,
  SPEEDS,
  WITHDRAWAL_PHASES,
} from "#contract/wallet"
import { answerOf, BadRequest, Busy, Conflict, describedAs, NotFound, TooMany, Unauthorized } from "../envelope.ts"
import { Cursor, Id } from "../fields.ts"
import { AmountText, AssetTypeId } from "../walletFields.ts"

/** Decimal text of the asset. */
const Amount = Schema.String
const Speed = Schema.Literals(SPEEDS)
/** Milliseconds since 1970. */
const Time = Schema.Int

const Option = Schema.Struct({
  assetTypeId: Schema.Int,
  /** On a demo chain; the coins are worthless. */
  isDemo: Schema.Boolean,
  /** Withdrawals of the asset are stopped. */
  isOff: Schema.Boolean,
  /** Minimum of one withdrawal, and the remaining daily limit. */
  minimum: Amount,
  remaining: Amount,
  /** Level of identity that raises the daily limit; null if the person has the highest one. */
  levelNeeded: Schema.NullOr(Schema.Literals(LEVELS)),
  /** Withdrawals from this amount on need approval by operators. */
  approvalThreshold: Amount,
  /** Maximum network fee by confirmation time; the unused part is returned. */
  fees: Schema.Array(Schema.Struct({ speed: Speed, fee: Amount, seconds: Schema.Int })),
}).annotate({ identifier: "WithdrawalOption" })

const Entry = Schema.Struct({
  entryId: Schema.String,
  assetTypeId: Schema.Int,
  label: Schema.String,
  address: Schema.String,
  /** Not usable before this time. */
  usableFrom: Time,
  at: Time,
}).annotate({ identifier: "AddressEntry" })

const Withdrawal = Schema.Struct({
  withdrawalId: Schema.String,
  assetTypeId: Schema.Int,
  amount: Amount,
  /** Maximum network fee; the actual one once signed. */
  fee: Amount,
  address: Schema.String,
  /** The address belongs to a person here; there is no transaction. */
  isInternal: Schema.Boolean,
  status: Schema.Literals(WITHDRAWAL_PHASES),
  /** Approved, and waiting for coins or lower fees. */
  isDelayed: Schema.Boolean,
  /** Waiting for operators. */
  isAwaitingApproval: Schema.Boolean,
  /** Nothing is sent before this time; null once signed or ended. */
  dueAt: Schema.NullOr(Time),
  /** Current and required confirmations; null while it is in no block, or once it has ended. */
  confirmations: Schema.NullOr(Schema.Struct({ count: Schema.Int, needed: Schema.Int })),
  isCancellable: Schema.Boolean,
  txid: Schema.NullOr(Schema.String),
  at: Time,
}).annotate({ identifier: "Withdrawal" })

/** Withdrawals and the address book. */
export const withdrawalEndpoints = [
  HttpApiEndpoint.post("LoadWithdrawalOptions", "/LoadWithdrawalOptions", {
    payload: Schema.Struct({}),
    success: answerOf(
      Schema.Struct({
        options: Schema.Array(Option),
        hasPassword: Schema.Boolean,
        /** Whether a TOTP code is required. */
        needsCode: Schema.Boolean,
        /** End of the pause after a security change; null: no pause. */
        pausedUntil: Schema.NullOr(Time),
        pausedBy: Schema.NullOr(Schema.Literals(PAUSE_REASONS)),
      }),
    ),
    error: Unauthorized,
  }).annotateMerge(describedAs("Limits, fees and requirements of withdrawals by the caller.")),
  HttpApiEndpoint.post("LoadAddressBook", "/LoadAddressBook", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Struct({ addresses: Schema.Array(Entry) })),
    error: Unauthorized,
  }).annotateMerge(describedAs("The address book of the caller.")),
  HttpApiEndpoint.post("AddAddress", "/AddAddress", {
    payload: Schema.Struct({
      assetTypeId: AssetTypeId,
      label: Schema.String.check(Schema.isMaxLength(ADDRESS_LABEL_LENGTH_MAX * 2)),
      address: Schema.String.check(Schema.isMaxLength(ADDRESS_LENGTH_MAX)),
    }),
    success: answerOf(Schema.Struct({ address: Entry })),
    error: [Unauthorized, BadRequest, Conflict],
  }).annotateMerge(describedAs("Adds an address, usable after 24 hours.")),
  HttpApiEndpoint.post("RemoveAddress", "/RemoveAddress", {
    payload: Schema.Struct({ entryId: Id }),
    success: answerOf(Schema.Struct({})),
    error: [Unauthorized, NotFound, Conflict],
  }).annotateMerge(describedAs("Removes an address.")),
  HttpApiEndpoint.post("Withdraw", "/Withdraw", {
    payload: Schema.Struct({
      assetTypeId: AssetTypeId,
      entryId: Id,
      /** Address and maximum fee that the person confirmed. Refused if the entry has another address, or if the fee rose. */
      address: Schema.String.check(Schema.isMaxLength(ADDRESS_LENGTH_MAX)),
      amount: AmountText,
      fee: AmountText,
      speed: Speed,
      withdrawalPassword: Schema.String.check(Schema.isMaxLength(1_000)),
      /** TOTP code, if two-step verification is on. */
      code: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(6))),
    }),
    success: answerOf(Schema.Struct({ withdrawalId: Schema.String })),
    error: [Unauthorized, BadRequest, NotFound, Conflict, TooMany, Busy],
  }).annotateMerge(
    describedAs(
      "Withdraws coins to an entry of the address book. Send an `Idempotency-Key`: a repeated request with the same key has no " +
        "further effect. CancelWithdrawal works until the transaction is signed.",
    ),
  ),
  HttpApiEndpoint.post("CancelWithdrawal", "/CancelWithdrawal", {
    payload: Schema.Struct({ withdrawalId: Id }),
    success: answerOf(Schema.Struct({})),
    error: [Unauthorized, NotFound, Conflict],
  }).annotateMerge(describedAs("Cancels a withdrawal that is not signed yet and releases its hold.")),
  HttpApiEndpoint.post("LoadWithdrawals", "/LoadWithdrawals", {
    payload: Schema.Struct({ cursor: Schema.optionalKey(Cursor) }),
    success: answerOf(Schema.Struct({ withdrawals: Schema.Array(Withdrawal), next: Schema.NullOr(Schema.String) })),
    error: [Unauthorized, BadRequest],
  }).annotateMerge(describedAs("The withdrawals of the caller with their progress, newest first.")),
] as const
