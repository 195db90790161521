import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { MESSAGE_SOURCES, TICKET_LINK_KINDS, TICKET_PRIORITIES, TICKET_RATINGS, TICKET_TOPICS } from "./ticketRules.ts"

/**
 * Events of one support ticket. Texts are sealed for the ticket, which is a subject of its own: leaving erases the
 * person's tickets, and an operator's note goes with them. `by` is the actor who decided. Times are ISO 8601 in UTC.
 */
const Time = Schema.String
const Sealed = Schema.NullOr(Schema.String)
const ticket = { ticketId: Schema.String, personId: Schema.String }
const by = { by: Schema.String }
const Outcome = Schema.Literals(["waiting", "solved"])

export const TicketOpened = Schema.TaggedStruct("tickets.TicketOpened.v1", {
  ...ticket,
  number: Schema.String,
  topic: Schema.Literals(TICKET_TOPICS),
  /** The language of the person. */
  locale: Schema.String,
  subject: Sealed,
  /** The version of the service levels that holds for it; later versions do not. */
  policyVersion: Schema.Int,
  /** The closed ticket that this one continues. */
  followsId: Schema.NullOr(Schema.String),
  /** The ticket that messages were moved from. */
  splitFromId: Schema.NullOr(Schema.String),
  openedAt: Time,
})

export const MessageAdded = Schema.TaggedStruct("tickets.MessageAdded.v1", {
  ...ticket,
  ...by,
  messageId: Schema.String,
  author: Schema.Literals(["person", "operator"]),
  source: Schema.Literals(MESSAGE_SOURCES),
  /** Only operators see notes. */
  isNote: Schema.Boolean,
  text: Sealed,
  attachmentIds: Schema.Array(Schema.String),
  /** What the mail server of the sender proved (RFC 8601); null for other sources. */
  mailAuth: Schema.NullOr(Schema.String),
  addedAt: Time,
})

/** A file of a message. `key` decrypts it, and goes with the ticket. */
export const AttachmentAdded = Schema.TaggedStruct("tickets.AttachmentAdded.v1", {
  ...ticket,
  attachmentId: Schema.String,
  mediaType: Schema.String,
  bytes: Schema.Int,
  name: Sealed,
  key: Sealed,
  addedAt: Time,
})

/** An operator answered. The person sees it when it is released. */
export const ReplyHeld = Schema.TaggedStruct("tickets.ReplyHeld.v1", {
  ...ticket,
  ...by,
  messageId: Schema.String,
  text: Sealed,
  attachmentIds: Schema.Array(Schema.String),
  outcome: Outcome,
  heldAt: Time,
  releaseAt: Time,
})
export const ReplyReleased = Schema.TaggedStruct("tickets.ReplyReleased.v1", {
  ...ticket,
  ...by,
  messageId: Schema.String,
  outcome: Outcome,
  releasedAt: Time,
})
export const ReplyTakenBack = Schema.TaggedStruct("tickets.ReplyTakenBack.v1", {
  ...ticket,
  ...by,
  messageId: Schema.String,
  takenBackAt: Time,
})

export const TicketSolved = Schema.TaggedStruct("tickets.TicketSolved.v1", { ...ticket, ...by, solvedAt: Time })
export const TicketReopened = Schema.TaggedStruct("tickets.TicketReopened.v1", { ...ticket, ...by, reopenedAt: Time })
export const TicketClosed = Schema.TaggedStruct("tickets.TicketClosed.v1", { ...ticket, closedAt: Time })

export const TicketAssigned = Schema.TaggedStruct("tickets.TicketAssigned.v1", {
  ...ticket,
  ...by,
  assignee: Schema.NullOr(Schema.String),
  assignedAt: Time,
})
export const TicketPrioritised = Schema.TaggedStruct("tickets.TicketPrioritised.v1", {
  ...ticket,
  ...by,
  priority: Schema.Literals(TICKET_PRIORITIES),
  prioritisedAt: Time,
})
export const TicketTagged = Schema.TaggedStruct("tickets.TicketTagged.v1", {
  ...ticket,
  ...by,
  /** All tags that it has now. */
  tags: Schema.Array(Schema.String),
  taggedAt: Time,
})
export const TicketLinked = Schema.TaggedStruct("tickets.TicketLinked.v1", {
  ...ticket,
  ...by,
  kind: Schema.Literals(TICKET_LINK_KINDS),
  targetId: Schema.String,
  linkedAt: Time,
})

/** From now on the thread continues in another ticket of the same person. Nothing is moved. */
export const TicketMerged = Schema.TaggedStruct("tickets.TicketMerged.v1", {
  ...ticket,
  ...by,
  intoId: Schema.String,
  intoNumber: Schema.String,
  mergedAt: Time,
})
export const TicketUnmerged = Schema.TaggedStruct("tickets.TicketUnmerged.v1", {
  ...ticket,
  ...by,
  fromId: Schema.String,
  unmergedAt: Time,
})
/** The other side of a merge, in the ticket that goes on. */
export const TicketAbsorbed = Schema.TaggedStruct("tickets.TicketAbsorbed.v1", {
  ...ticket,
  ...by,
  sourceId: Schema.String,
  absorbedAt: Time,
})
export const TicketDetached = Schema.TaggedStruct("tickets.TicketDetached.v1", {
  ...ticket,
  ...by,
  sourceId: Schema.String,
  detachedAt: Time,
})
/** Messages went on in a ticket of their own, which has copies with the same times. */
export const TicketSplit = Schema.TaggedStruct("tickets.TicketSplit.v1", {
  ...ticket,
  ...by,
  intoId: Schema.String,
  messageIds: Schema.Array(Schema.String),
  splitAt: Time,
})

export const SLA_KINDS = ["first", "next", "resolution"] as const
export const SlaBreached = Schema.TaggedStruct("tickets.SlaBreached.v1", {
  ...ticket,
  kind: Schema.Literals(SLA_KINDS),
  /** Counts the breaches of a kind from 1. */
  round: Schema.Int,
  dueAt: Time,
  breachedAt: Time,
})

export const TicketRated = Schema.TaggedStruct("tickets.TicketRated.v1", {
  ...ticket,
  rating: Schema.Literals(TICKET_RATINGS),
  comment: Sealed,
  ratedAt: Time,
})

/** The person left. Its key goes next; the ids let read models delete their rows. */
export const TicketForgotten = Schema.TaggedStruct("tickets.TicketForgotten.v1", {
  ...ticket,
  messageIds: Schema.Array(Schema.String),
  attachmentIds: Schema.Array(Schema.String),
  forgottenAt: Time,
})

export const TicketEvent = Schema.Union([
  TicketOpened,
  MessageAdded,
  AttachmentAdded,
  ReplyHeld,
  ReplyReleased,
  ReplyTakenBack,
  TicketSolved,
  TicketReopened,
  TicketClosed,
  TicketAssigned,
  TicketPrioritised,
  TicketTagged,
  TicketLinked,
  TicketMerged,
  TicketUnmerged,
  TicketAbsorbed,
  TicketDetached,
  TicketSplit,
  SlaBreached,
  TicketRated,
  TicketForgotten,
]).pipe(Schema.toTaggedUnion("_tag"))
export type TicketEvent = typeof TicketEvent.Type

const sealedFor = (...fields: ReadonlyArray<string>) => ({ subject: "ticketId", fields })
export const TicketEvents = makeEventFamily(TicketEvent, {
  sealed: {
    "tickets.TicketOpened.v1": sealedFor("subject"),
    "tickets.MessageAdded.v1": sealedFor("text"),
    "tickets.AttachmentAdded.v1": sealedFor("name", "key"),
    "tickets.ReplyHeld.v1": sealedFor("text"),
    "tickets.TicketRated.v1": sealedFor("comment"),
  },
})

/** A number was given to a ticket, in a stream of the number: nobody else gets it. */
export const TicketNumbered = Schema.TaggedStruct("tickets.TicketNumbered.v1", {
  number: Schema.String,
  ticketId: Schema.String,
  numberedAt: Time,
})
export const TicketNumberEvent = Schema.Union([TicketNumbered]).pipe(Schema.toTaggedUnion("_tag"))
export type TicketNumberEvent = typeof TicketNumberEvent.Type
export const TicketNumberEvents = makeEventFamily(TicketNumberEvent)

/** The tickets of one person, for the limit per day and for the erasure. */
export const TicketCounted = Schema.TaggedStruct("tickets.TicketCounted.v1", { ...ticket, countedAt: Time })
export const TicketOwnerEvent = Schema.Union([TicketCounted]).pipe(Schema.toTaggedUnion("_tag"))
export type TicketOwnerEvent = typeof TicketOwnerEvent.Type
export const TicketOwnerEvents = makeEventFamily(TicketOwnerEvent)
