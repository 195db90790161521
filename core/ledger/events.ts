import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { PURPOSES } from "./purposes.ts"

const PurposeSchema = Schema.Literals(PURPOSES)

/** Minor units as text, at most 38 digits: JSON numbers are too small. */
const Units = Schema.String.check(Schema.isPattern(/^(0|-?[1-9][0-9]{0,37})$/))
/** Key of an account: `kind:asset:owner`. */
const Account = Schema.String.check(Schema.isMaxLength(80))
/** The stream that the transfer belongs to, such as `donation-<id>`; null if none. */
const Reference = Schema.NullOr(Schema.String.check(Schema.isMaxLength(142)))
/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String

/** One side of a transfer; credits are positive. */
const Entry = Schema.Struct({ account: Account, amount: Units })
/** Their sum is zero for each asset. */
const Entries = Schema.Array(Entry).check(Schema.isMinLength(1))

/** Money was moved immediately. */
export const Transferred = Schema.TaggedStruct("ledger.Transferred.v1", {
  transferId: Schema.String,
  purpose: PurposeSchema,
  reference: Reference,
  entries: Entries,
  at: Time,
})

/** Money of an account was reserved: only its hold can spend it. */
export const HoldPlaced = Schema.TaggedStruct("ledger.HoldPlaced.v1", {
  holdId: Schema.String,
  purpose: PurposeSchema,
  reference: Reference,
  account: Account,
  amount: Units,
  /** The worker releases the hold after this time; null means never. */
  expiresAt: Schema.NullOr(Time),
  at: Time,
})

const resolved = {
  holdId: Schema.String,
  purpose: PurposeSchema,
  reference: Reference,
  account: Account,
  held: Units,
  at: Time,
}

/** The hold was posted with these entries; the remainder was released. */
export const HoldPosted = Schema.TaggedStruct("ledger.HoldPosted.v1", { ...resolved, entries: Entries })
export const HoldVoided = Schema.TaggedStruct("ledger.HoldVoided.v1", resolved)
export const HoldExpired = Schema.TaggedStruct("ledger.HoldExpired.v1", resolved)

/** The person can no longer spend or reserve money. Existing holds are not affected. */
export const OwnerFrozen = Schema.TaggedStruct("ledger.OwnerFrozen.v1", {
  ownerId: Schema.String,
  reason: Schema.String,
  at: Time,
})
export const OwnerUnfrozen = Schema.TaggedStruct("ledger.OwnerUnfrozen.v1", {
  ownerId: Schema.String,
  reason: Schema.String,
  at: Time,
})

const LedgerEvent = Schema.Union([
  Transferred,
  HoldPlaced,
  HoldPosted,
  HoldVoided,
  HoldExpired,
  OwnerFrozen,
  OwnerUnfrozen,
]).pipe(Schema.toTaggedUnion("_tag"))
export type LedgerEvent = typeof LedgerEvent.Type
export type LedgerEntry = typeof Entry.Type

export const LedgerEvents = makeEventFamily(LedgerEvent)
