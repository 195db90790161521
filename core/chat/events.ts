import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/**
 * Events of chat. `roomId` follows from the room's address (ids.ts). People are named by person id; what they write is
 * sealed for them and null after erasure. Times are ISO 8601 in UTC with milliseconds. The actor of an event says which
 * moderator or operator acted.
 */
const Time = Schema.String
const Personal = Schema.NullOr(Schema.String)
const room = { roomId: Schema.String }
const seat = { ...room, personId: Schema.String }

/** Scope `Person` with an owner: that creator accepts messages. */
export const RoomOpened = Schema.TaggedStruct("chat.RoomOpened.v1", {
  ...room,
  scope: Schema.Literals(["Person", "Team", "Subscriber", "Premium", "Group"]),
  /** The creator, or the group itself; null for a direct conversation. */
  ownerId: Schema.NullOr(Schema.String),
  /** The two people of a direct conversation, sorted by id; otherwise empty. */
  personIds: Schema.Array(Schema.String),
  openedAt: Time,
})
export const RoomShut = Schema.TaggedStruct("chat.RoomShut.v1", {
  ...room,
  scope: Schema.Literals(["Person", "Team", "Subscriber", "Premium"]),
  ownerId: Schema.String,
  shutAt: Time,
})

/** A file of a message, with the name and the kind that it was stored under. */
const MessageFileField = Schema.Struct({
  key: Schema.String,
  name: Schema.String,
  kind: Schema.Literals(["document", "text", "audio", "video", "archive"]),
  bytes: Schema.Int,
})
export type MessageFile = typeof MessageFileField.Type

/** `seq` counts from 1 without gaps; `postedAt` never decreases. */
export const MessagePosted = Schema.TaggedStruct("chat.MessagePosted.v1", {
  ...room,
  seq: Schema.Int,
  senderId: Schema.String,
  /** Chosen by the client of the sender; a repeated id is the same message. */
  clientId: Schema.String,
  text: Personal,
  /** The number of an earlier message. */
  replyTo: Schema.NullOr(Schema.Int),
  /** Keys of stored pictures. */
  pictures: Schema.NullOr(Schema.Array(Schema.String)),
  /** Files other than pictures; absent without any. */
  files: Schema.optionalKey(Schema.NullOr(Schema.Array(MessageFileField))),
  postedAt: Time,
})
/** `head` is the newest number at that time, so that a binary search finds a message in the log. */
const change = { ...room, head: Schema.Int }
export const MessageEdited = Schema.TaggedStruct("chat.MessageEdited.v1", {
  ...change,
  seq: Schema.Int,
  senderId: Schema.String,
  text: Personal,
  editedAt: Time,
})
export const MessageRemoved = Schema.TaggedStruct("chat.MessageRemoved.v1", {
  ...change,
  seq: Schema.Int,
  senderId: Schema.String,
  removedAt: Time,
})
/** The author deleted the account: every copy of the texts must disappear. The numbers stay. */
export const MessagesForgotten = Schema.TaggedStruct("chat.MessagesForgotten.v1", {
  ...change,
  senderId: Schema.String,
  seqs: Schema.Array(Schema.Int),
  forgottenAt: Time,
})

/** The creator keeps somebody from writing in a group room. */
export const PersonBanned = Schema.TaggedStruct("chat.PersonBanned.v1", { ...seat, bannedAt: Time })
export const PersonUnbanned = Schema.TaggedStruct("chat.PersonUnbanned.v1", { ...seat, unbannedAt: Time })

/**
 * Operators keep somebody from writing in a group room. These bans are apart from those of the creator, and each ends by itself:
 * `cause` is the moderation case that led to it, or `operators`.
 */
const operatorBan = { ...seat, cause: Schema.String }
export const BannedByOperators = Schema.TaggedStruct("chat.BannedByOperators.v1", { ...operatorBan, bannedAt: Time })
export const UnbannedByOperators = Schema.TaggedStruct("chat.UnbannedByOperators.v1", {
  ...operatorBan,
  unbannedAt: Time,
})

/** A stranger wrote to this person, who may accept, ignore or answer. */
export const PersonInvited = Schema.TaggedStruct("chat.PersonInvited.v1", {
  ...seat,
  invitedBy: Schema.String,
  invitedAt: Time,
})
export const InviteAccepted = Schema.TaggedStruct("chat.InviteAccepted.v1", { ...seat, acceptedAt: Time })
export const InviteIgnored = Schema.TaggedStruct("chat.InviteIgnored.v1", { ...seat, ignoredAt: Time })
/** `read` is the head of the room at that time: earlier messages are not new to the member. */
export const MemberJoined = Schema.TaggedStruct("chat.MemberJoined.v1", { ...seat, read: Schema.Int, joinedAt: Time })
export const MemberLeft = Schema.TaggedStruct("chat.MemberLeft.v1", { ...seat, leftAt: Time })
/** No pushes and notices about this room for the person, who still counts its messages as unread. */
export const RoomMuted = Schema.TaggedStruct("chat.RoomMuted.v1", { ...seat, mutedAt: Time })
export const RoomUnmuted = Schema.TaggedStruct("chat.RoomUnmuted.v1", { ...seat, unmutedAt: Time })
/** The person has read up to this message. Never decreases. */
export const ReadPointerMoved = Schema.TaggedStruct("chat.ReadPointerMoved.v1", {
  ...seat,
  seq: Schema.Int,
  movedAt: Time,
})

/** `count`: people with this emoji on this message after the event. */
const reaction = { ...seat, seq: Schema.Int, emoji: Schema.String, count: Schema.Int }
export const ReactionAdded = Schema.TaggedStruct("chat.ReactionAdded.v1", { ...reaction, addedAt: Time })
export const ReactionRemoved = Schema.TaggedStruct("chat.ReactionRemoved.v1", { ...reaction, removedAt: Time })

const person = { personId: Schema.String }
export const PersonBlocked = Schema.TaggedStruct("chat.PersonBlocked.v1", {
  ...person,
  blockedId: Schema.String,
  blockedAt: Time,
})
export const PersonUnblocked = Schema.TaggedStruct("chat.PersonUnblocked.v1", {
  ...person,
  blockedId: Schema.String,
  unblockedAt: Time,
})
/** No pushes between these minutes of the day in this time zone; null for no quiet hours. */
export const QuietHoursSet = Schema.TaggedStruct("chat.QuietHoursSet.v1", {
  ...person,
  hours: Schema.NullOr(Schema.Struct({ fromMinute: Schema.Int, toMinute: Schema.Int, timeZone: Schema.String })),
  setAt: Time,
})
/** The person wrote to someone without an earlier conversation. */
export const StrangerAddressed = Schema.TaggedStruct("chat.StrangerAddressed.v1", {
  ...person,
  strangerId: Schema.String,
  addressedAt: Time,
})
export const MessageReported = Schema.TaggedStruct("chat.MessageReported.v1", {
  ...person,
  ...room,
  seq: Schema.Int,
  /** The author. */
  senderId: Schema.String,
  reason: Personal,
  reportedAt: Time,
})
/** The account was deleted. Lists what the person decided, so that read models find their rows. */
export const ChatForgotten = Schema.TaggedStruct("chat.ChatForgotten.v1", {
  ...person,
  blockedIds: Schema.Array(Schema.String),
  /** `roomId` and `seq` of reported messages. */
  reported: Schema.Array(Schema.Tuple([Schema.String, Schema.Int])),
  forgottenAt: Time,
})

const grant = { creatorId: Schema.String, personId: Schema.String }
export const LevelGranted = Schema.TaggedStruct("chat.LevelGranted.v1", {
  ...grant,
  /** 2 subscriber, 3 premium subscriber. */
  level: Schema.Literals([2, 3]),
  grantedAt: Time,
})
export const LevelRevoked = Schema.TaggedStruct("chat.LevelRevoked.v1", { ...grant, revokedAt: Time })

export const RoomEvent = Schema.Union([
  RoomOpened,
  RoomShut,
  MessagePosted,
  MessageEdited,
  MessageRemoved,
  MessagesForgotten,
  PersonBanned,
  PersonUnbanned,
  BannedByOperators,
  UnbannedByOperators,
]).pipe(Schema.toTaggedUnion("_tag"))
export type RoomEvent = typeof RoomEvent.Type
export const RoomEvents = makeEventFamily(RoomEvent, {
  sealed: {
    "chat.MessagePosted.v1": { subject: "senderId", fields: ["text", "pictures", "files"] },
    "chat.MessageEdited.v1": { subject: "senderId", fields: ["text"] },
  },
})

export const SeatEvent = Schema.Union([
  PersonInvited,
  InviteAccepted,
  InviteIgnored,
  MemberJoined,
  MemberLeft,
  RoomMuted,
  RoomUnmuted,
  ReadPointerMoved,
]).pipe(Schema.toTaggedUnion("_tag"))
export type SeatEvent = typeof SeatEvent.Type
export const SeatEvents = makeEventFamily(SeatEvent)

export const ReactionEvent = Schema.Union([ReactionAdded, ReactionRemoved]).pipe(Schema.toTaggedUnion("_tag"))
export type ReactionEvent = typeof ReactionEvent.Type
export const ReactionEvents = makeEventFamily(ReactionEvent)

export const ChatPersonEvent = Schema.Union([
  PersonBlocked,
  PersonUnblocked,
  QuietHoursSet,
  StrangerAddressed,
  MessageReported,
  ChatForgotten,
]).pipe(Schema.toTaggedUnion("_tag"))
export type ChatPersonEvent = typeof ChatPersonEvent.Type
export const ChatPersonEvents = makeEventFamily(ChatPersonEvent, {
  sealed: { "chat.MessageReported.v1": { subject: "personId", fields: ["reason"] } },
})

export const GrantEvent = Schema.Union([LevelGranted, LevelRevoked]).pipe(Schema.toTaggedUnion("_tag"))
export type GrantEvent = typeof GrantEvent.Type
export const GrantEvents = makeEventFamily(GrantEvent)
