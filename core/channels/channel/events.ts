import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

const Time = Schema.String
const Personal = Schema.NullOr(Schema.String)
const Texts = Schema.Array(Schema.String)
const channel = { personId: Schema.String, channelId: Schema.Int }

/** A channel was opened: the first one by the approval of an application, others by the creator. */
export const ChannelOpened = Schema.TaggedStruct("channels.ChannelOpened.v1", {
  ...channel,
  channelCode: Schema.String,
  /** The first channel of the creator; null for that one. */
  parentId: Schema.NullOr(Schema.Int),
  subject: Personal,
  languages: Texts,
  openedAt: Time,
})
/** A sub-channel was opened below this channel. */
export const SubChannelAdded = Schema.TaggedStruct("channels.SubChannelAdded.v1", {
  ...channel,
  subChannelId: Schema.Int,
  addedAt: Time,
})
/** The description was changed; the event contains all fields. */
export const ChannelDescribed = Schema.TaggedStruct("channels.ChannelDescribed.v1", {
  ...channel,
  subject: Personal,
  bio: Personal,
  links: Schema.NullOr(Texts),
  languages: Texts,
  tags: Texts,
  describedAt: Time,
})
/** The pictures were changed; the event contains both keys. */
export const ChannelPictured = Schema.TaggedStruct("channels.ChannelPictured.v1", {
  ...channel,
  icon: Personal,
  banner: Personal,
  picturedAt: Time,
})
/** Ids of Home/LoadUserChannelStatus and Home/LoadChannelDisplayStatus. */
export const ChannelStatusSet = Schema.TaggedStruct("channels.ChannelStatusSet.v1", {
  ...channel,
  statusId: Schema.Int,
  displayStatusId: Schema.Int,
  /** The code of the channel that a closed one recommends, or null. */
  successorCode: Schema.NullOr(Schema.String),
  setAt: Time,
})
/** Id of Home/CommentLevels: who may comment on the posts of the channel. */
export const CommentLevelSet = Schema.TaggedStruct("channels.CommentLevelSet.v1", {
  ...channel,
  commentLevelId: Schema.Int,
  setAt: Time,
})
/** The feed of the channel is elsewhere now: its creator and the new place agreed. Its address here leads there. */
export const ChannelMoved = Schema.TaggedStruct("channels.ChannelMoved.v1", {
  ...channel,
  /** The address of the new feed, and its id in the library. */
  to: Personal,
  feedId: Schema.String,
  movedAt: Time,
})
/** The address of the channel's feed leads nowhere else any more. */
export const MoveEnded = Schema.TaggedStruct("channels.MoveEnded.v1", { ...channel, endedAt: Time })
/** Operators took the channel down with everything in it, and gave it back. */
export const ChannelWithheld = Schema.TaggedStruct("channels.ChannelWithheld.v1", { ...channel, withheldAt: Time })
export const ChannelReleased = Schema.TaggedStruct("channels.ChannelReleased.v1", { ...channel, releasedAt: Time })
/** Its creator's account was erased. The number and the code are never used again. */
export const ChannelForgotten = Schema.TaggedStruct("channels.ChannelForgotten.v1", { ...channel, forgottenAt: Time })

export const ChannelEvent = Schema.Union([
  ChannelOpened,
  SubChannelAdded,
  ChannelDescribed,
  ChannelPictured,
  ChannelStatusSet,
  CommentLevelSet,
  ChannelMoved,
  MoveEnded,
  ChannelWithheld,
  ChannelReleased,
  ChannelForgotten,
]).pipe(Schema.toTaggedUnion("_tag"))
export type ChannelEvent = typeof ChannelEvent.Type

const sealing = (...fields: ReadonlyArray<string>) => ({ subject: "personId", fields })

export const ChannelEvents = makeEventFamily(ChannelEvent, {
  sealed: {
    "channels.ChannelOpened.v1": sealing("subject"),
    "channels.ChannelDescribed.v1": sealing("subject", "bio", "links"),
    "channels.ChannelPictured.v1": sealing("icon", "banner"),
    "channels.ChannelMoved.v1": sealing("to"),
  },
})

/** The next number was given to a channel. All of them are in one stream, so that none is given twice. */
export const ChannelNumbered = Schema.TaggedStruct("channels.ChannelNumbered.v1", {
  channelId: Schema.Int,
  numberedAt: Time,
})
/** A code was given to a channel, permanently. The stream is named after it. */
export const ChannelCodeGiven = Schema.TaggedStruct("channels.ChannelCodeGiven.v1", {
  channelId: Schema.Int,
  givenAt: Time,
})
const ChannelNumberEvent = Schema.Union([ChannelNumbered, ChannelCodeGiven]).pipe(Schema.toTaggedUnion("_tag"))
export type ChannelNumberEvent = typeof ChannelNumberEvent.Type
export const ChannelNumberEvents = makeEventFamily(ChannelNumberEvent)
