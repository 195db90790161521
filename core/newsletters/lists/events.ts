import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { FREQUENCIES } from "../listRules.ts"

const Time = Schema.String
const person = { personId: Schema.String }
const Frequency = Schema.Literals(FREQUENCIES)

/** The person gets new posts of a channel by mail, as they asked. */
export const ListJoined = Schema.TaggedStruct("newsletters.ListJoined.v1", {
  ...person,
  channelId: Schema.Int,
  frequency: Frequency,
  joinedAt: Time,
})
export const FrequencySet = Schema.TaggedStruct("newsletters.FrequencySet.v1", {
  ...person,
  channelId: Schema.Int,
  frequency: Frequency,
  setAt: Time,
})
/** The person lets the creator of the channel have the address that the list sends to. They are on its list. */
export const AddressShared = Schema.TaggedStruct("newsletters.AddressShared.v1", {
  ...person,
  channelId: Schema.Int,
  sharedAt: Time,
})
/** The person no longer lets the creator have the address. Leaving the list says the same. */
export const SharingWithdrawn = Schema.TaggedStruct("newsletters.SharingWithdrawn.v1", {
  ...person,
  channelId: Schema.Int,
  withdrawnAt: Time,
})
/** How somebody left a list: on a page, by one click in a mail program, because mail bounced, or by a complaint. */
export const LEFT_BY = ["page", "oneClick", "bounce", "complaint"] as const
export type LeftBy = (typeof LEFT_BY)[number]
/** The person gets no more mail from these channels. */
export const ListsLeft = Schema.TaggedStruct("newsletters.ListsLeft.v1", {
  ...person,
  channelIds: Schema.Array(Schema.Int),
  how: Schema.Literals(LEFT_BY),
  leftAt: Time,
})
/** The account was deleted. Names all channels, so that read models know what to delete. */
export const ListsForgotten = Schema.TaggedStruct("newsletters.ListsForgotten.v1", {
  ...person,
  channelIds: Schema.Array(Schema.Int),
  forgottenAt: Time,
})

export const MailListEvent = Schema.Union([
  ListJoined,
  FrequencySet,
  AddressShared,
  SharingWithdrawn,
  ListsLeft,
  ListsForgotten,
]).pipe(Schema.toTaggedUnion("_tag"))
export type MailListEvent = typeof MailListEvent.Type

/** The events contain ids only, so nothing in them is sealed. */
export const MailListEvents = makeEventFamily(MailListEvent)
