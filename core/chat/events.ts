import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/**
 * The facts of chat. `roomId` follows from what the room is (ids.ts); people are named by their person id, and what they
 * write is sealed for them: null once they were erased. Times are ISO 8601 in UTC with milliseconds. Who did what a
 * moderator or an operator may do is the event's actor.
 */
const Time = Schema.String
const Personal = Schema.NullOr(Schema.String)
const room = { roomId: Schema.String }
const seat = { ...room, personId: Schema.String }

/** `Person` with an owner is no conversation but whether that creator may be written to at all. */
export const RoomOpened = Schema.TaggedStruct("chat.RoomOpened.v1", {
  ...room,
  scope: Schema.Literals(["Person", "Team", "Subscriber", "Premium"]),
  /** The creator; null for a direct conversation. */
  ownerId: Schema.NullOr(Schema.String),
  /** The two of a direct conversation, in the order of their ids; else empty. */
  personIds: Schema.Array(Schema.String),
  openedAt: Time,
})
export const RoomShut = Schema.TaggedStruct("chat.RoomShut.v1", {
  ...room,
  scope: Schema.Literals(["Person", "Team", "Subscriber", "Premium"]),
  ownerId: Schema.String,
  shutAt: Time,
})

/** `seq` is one more than that of the message before, from 1; `postedAt` is never earlier than the message before. */
export const MessagePosted = Schema.TaggedStruct("chat.MessagePosted.v1", {
  ...room,
  seq: Schema.Int,
  senderId: Schema.String,
  /** Chosen by the sender's client: the same one again is the same message. */
  clientId: Schema.String,
  text: Personal,
  /** The number of an earlier message. */
  replyTo: Schema.NullOr(Schema.Int),
  /** Keys of stored pictures. */
  pictures: Schema.NullOr(Schema.Array(Schema.String)),
  postedAt: Time,
})
/** What changes earlier messages says where in the history that happened, so that a message is found by halving. */
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
/** What somebody who left for good wrote is to vanish wherever it was copied to. The numbers stay. */
export const MessagesForgotten = Schema.TaggedStruct("chat.MessagesForgotten.v1", {
  ...change,
  senderId: Schema.String,
  seqs: Schema.Array(Schema.Int),
  forgottenAt: Time,
})

export const PersonBanned = Schema.TaggedStruct("chat.PersonBanned.v1", { ...seat, bannedAt: Time })
export const PersonUnbanned = Schema.TaggedStruct("chat.PersonUnbanned.v1", { ...seat, unbannedAt: Time })

/** Somebody new wrote to this person, who may accept, ignore, or simply answer. */
export const PersonInvited = Schema.TaggedStruct("chat.PersonInvited.v1", {
  ...seat,
  invitedBy: Schema.String,
  invitedAt: Time,
})
export const InviteAccepted = Schema.TaggedStruct("chat.InviteAccepted.v1", { ...seat, acceptedAt: Time })
export const InviteIgnored = Schema.TaggedStruct("chat.InviteIgnored.v1", { ...seat, ignoredAt: Time })
/** `read` is the head of the room at that moment: what was said before is not new to them. */
export const MemberJoined = Schema.TaggedStruct("chat.MemberJoined.v1", { ...seat, read: Schema.Int, joinedAt: Time })
export const MemberLeft = Schema.TaggedStruct("chat.MemberLeft.v1", { ...seat, leftAt: Time })
/** The person has read all up to this message. Never goes back. */
export const ReadPointerMoved = Schema.TaggedStruct("chat.ReadPointerMoved.v1", {
  ...seat,
  seq: Schema.Int,
  movedAt: Time,
})

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
/** Between these minutes of the day, in this time zone, nothing is pushed to the person; null: whenever. */
export const QuietHoursSet = Schema.TaggedStruct("chat.QuietHoursSet.v1", {
  ...person,
  hours: Schema.NullOr(Schema.Struct({ fromMinute: Schema.Int, toMinute: Schema.Int, timeZone: Schema.String })),
  setAt: Time,
})
/** The person wrote to somebody with whom there was no conversation yet. */
export const StrangerAddressed = Schema.TaggedStruct("chat.StrangerAddressed.v1", {
  ...person,
  strangerId: Schema.String,
  addressedAt: Time,
})
export const MessageReported = Schema.TaggedStruct("chat.MessageReported.v1", {
  ...person,
  ...room,
  seq: Schema.Int,
  /** Who wrote it. */
  senderId: Schema.String,
  reason: Personal,
  reportedAt: Time,
})
/** The person left for good. What they decided, in lists, so that read models find their rows. */
export const ChatForgotten = Schema.TaggedStruct("chat.ChatForgotten.v1", {
  ...person,
  blockedIds: Schema.Array(Schema.String),
  /** `roomId` and `seq` of what they reported. */
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
]).pipe(Schema.toTaggedUnion("_tag"))
export type RoomEvent = typeof RoomEvent.Type
export const RoomEvents = makeEventFamily(RoomEvent, {
  sealed: {
    "chat.MessagePosted.v1": { subject: "senderId", fields: ["text", "pictures"] },
    "chat.MessageEdited.v1": { subject: "senderId", fields: ["text"] },
  },
})

export const SeatEvent = Schema.Union([
  PersonInvited,
  InviteAccepted,
  InviteIgnored,
  MemberJoined,
  MemberLeft,
  ReadPointerMoved,
]).pipe(Schema.toTaggedUnion("_tag"))
export type SeatEvent = typeof SeatEvent.Type
export const SeatEvents = makeEventFamily(SeatEvent)

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
