import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
const Personal = Schema.NullOr(Schema.String)

/** A person wants to withdraw to this address from a time on. Personal fields are null once the person was erased. */
export const AddressAdded = Schema.TaggedStruct("wallet.AddressAdded.v1", {
  personId: Schema.String,
  entryId: Schema.String,
  assetTypeId: Schema.Int,
  /** Which network it is of: main, regtest or demo. */
  stage: Schema.String,
  label: Personal,
  /** The one way to write it. */
  address: Personal,
  /** Lower-case hexadecimal. */
  script: Personal,
  usableFrom: Time,
  addedAt: Time,
})

/** Nothing is withdrawn to it any more. */
export const AddressRemoved = Schema.TaggedStruct("wallet.AddressRemoved.v1", {
  personId: Schema.String,
  entryId: Schema.String,
  removedAt: Time,
})

const AddressBookEvent = Schema.Union([AddressAdded, AddressRemoved]).pipe(Schema.toTaggedUnion("_tag"))
export type AddressBookEvent = typeof AddressBookEvent.Type

export const AddressBookEvents = makeEventFamily(AddressBookEvent, {
  sealed: { "wallet.AddressAdded.v1": { subject: "personId", fields: ["label", "address", "script"] } },
})
