import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
const Personal = Schema.NullOr(Schema.String)

/** A person added an address to withdraw to. Personal fields are null after erasure. */
export const AddressAdded = Schema.TaggedStruct("wallet.AddressAdded.v1", {
  personId: Schema.String,
  entryId: Schema.String,
  assetTypeId: Schema.Int,
  /** Network stage: main, regtest or demo. */
  stage: Schema.String,
  label: Personal,
  /** In canonical notation. */
  address: Personal,
  /** Lower-case hexadecimal. */
  script: Personal,
  usableFrom: Time,
  addedAt: Time,
})

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
