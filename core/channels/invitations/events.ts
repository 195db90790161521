import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

const Time = Schema.String
/** The person who invites. */
const inviter = { personId: Schema.String, inviteId: Schema.String }

/** A person invited somebody to become a creator: the publisher of a feed, or anyone who gets the link. */
export const CreatorInvited = Schema.TaggedStruct("channels.CreatorInvited.v1", {
  ...inviter,
  feedId: Schema.NullOr(Schema.String),
  /** What the inviter calls them; only the inviter sees it. */
  name: Schema.NullOr(Schema.String),
  invitedAt: Time,
})
/** Somebody applied with the link. */
export const CreatorInviteTaken = Schema.TaggedStruct("channels.CreatorInviteTaken.v1", {
  ...inviter,
  takerId: Schema.String,
  takenAt: Time,
})

export const CreatorInviteEvent = Schema.Union([CreatorInvited, CreatorInviteTaken]).pipe(Schema.toTaggedUnion("_tag"))
export type CreatorInviteEvent = typeof CreatorInviteEvent.Type

export const CreatorInviteEvents = makeEventFamily(CreatorInviteEvent, {
  sealed: { "channels.CreatorInvited.v1": { subject: "personId", fields: ["name"] } },
})
