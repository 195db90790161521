import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** The closed cycles between two positions of the log were proved. */
export const PaydayProved = Schema.TaggedStruct("subscriptions.PaydayProved.v1", {
  /** Proofs are numbered from 1; it is the version of the event. */
  number: Schema.Int,
  /** Positions of the log: cycles that were closed after `after`, up to `until`. */
  after: Schema.Int,
  until: Schema.Int,
  cycles: Schema.Int,
  entries: Schema.Int,
  /** SHA-256, in hexadecimal. */
  root: Schema.String,
  previous: Schema.String,
  walletProof: Schema.String,
  digest: Schema.String,
  /** The salts of its entries are derived from it. It is never shown: each receipt has the salts of its own entries. */
  salt: Schema.String,
  provedAt: Schema.String,
})

const PaydayEvent = Schema.Union([PaydayProved]).pipe(Schema.toTaggedUnion("_tag"))
export type PaydayEvent = typeof PaydayEvent.Type
export const PaydayEvents = makeEventFamily(PaydayEvent)
