import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { PURPOSES } from "./purposes.ts"

const PurposeSchema = Schema.Literals(PURPOSES)

/** Whole minor units as text, 38 digits at most: JSON has no numbers of that size. */
const Units = Schema.String.check(Schema.isPattern(/^(0|-?[1-9][0-9]{0,37})$/))
/** A key of an account: `kind:asset:owner`. */
const Account = Schema.String.check(Schema.isMaxLength(80))
/** What the movement belongs to, as the name of a stream: `donation-<id>`. Null: itself. */
const Reference = Schema.NullOr(Schema.String.check(Schema.isMaxLength(142)))
/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String

/** One side of a movement: positive is gained. */
const Entry = Schema.Struct({ account: Account, amount: Units })
/** Their sum is zero for each asset. */
const Entries = Schema.Array(Entry).check(Schema.isMinLength(1))

/** Money moved at once. */
export const Transferred = Schema.TaggedStruct("ledger.Transferred.v1", {
  transferId: Schema.String,
  purpose: PurposeSchema,
  reference: Reference,
  entries: Entries,
  at: Time,
})

/** Money of one account is set aside: it can be spent by its hold alone. */
export const HoldPlaced = Schema.TaggedStruct("ledger.HoldPlaced.v1", {
  holdId: Schema.String,
  purpose: PurposeSchema,
  reference: Reference,
  account: Account,
  amount: Units,
  /** From then on it may be let go by the worker; null: never by itself. */
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

/** The hold was used: what its account gives stands in `entries`; the rest of what was held is free again. */
export const HoldPosted = Schema.TaggedStruct("ledger.HoldPosted.v1", { ...resolved, entries: Entries })
export const HoldVoided = Schema.TaggedStruct("ledger.HoldVoided.v1", resolved)
export const HoldExpired = Schema.TaggedStruct("ledger.HoldExpired.v1", resolved)

/** Nothing of this person's may be spent or set aside from now on; what is held already takes its course. */
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
