import { Schema } from "effect"

/** Problems of form fields; each is the key of a message. */
const TICKET_PROBLEMS = [
  "subject.short",
  "subject.long",
  "text.empty",
  "text.long",
  "comment.long",
  "tags.many",
  "tags.long",
] as const
export type TicketProblem = (typeof TICKET_PROBLEMS)[number]

/** Fields of a form have invalid values; all of them are named. */
export class UnfitTicket extends Schema.TaggedError<UnfitTicket>()("UnfitTicket", {
  problems: Schema.Array(Schema.Struct({ field: Schema.String, problem: Schema.Literals(TICKET_PROBLEMS) })),
}) {
  get messageKey(): "tickets.unfit" {
    return "tickets.unfit"
  }
}

/** There is no such ticket, or it belongs to somebody else. */
export class NoTicket extends Schema.TaggedError<NoTicket>()("NoTicket", {}) {
  get messageKey(): "tickets.none" {
    return "tickets.none"
  }
}

/** The person opened as many tickets as they may within a day. */
export class TooManyTickets extends Schema.TaggedError<TooManyTickets>()("TooManyTickets", {}) {
  get messageKey(): "tickets.tooMany" {
    return "tickets.tooMany"
  }
}

/** The person wrote too much of late, or the ticket is full. */
export class TooManyMessages extends Schema.TaggedError<TooManyMessages>()("TooManyMessages", {
  isFull: Schema.Boolean,
}) {
  get messageKey(): "tickets.full" | "tickets.tooFast" {
    return this.isFull ? "tickets.full" : "tickets.tooFast"
  }
}

/** The state of the ticket does not allow it, such as a rating before an answer. */
export class TicketNotReady extends Schema.TaggedError<TicketNotReady>()("TicketNotReady", {}) {
  get messageKey(): "tickets.notReady" {
    return "tickets.notReady"
  }
}

/** The file is neither a picture, a PDF nor plain text. */
export class NotAttachable extends Schema.TaggedError<NotAttachable>()("NotAttachable", {}) {
  get messageKey(): "tickets.file.type" {
    return "tickets.file.type"
  }
}

/** The file has more than 10 MB, or a picture too many pixels. */
export class AttachmentTooLarge extends Schema.TaggedError<AttachmentTooLarge>()("AttachmentTooLarge", {}) {
  get messageKey(): "tickets.file.large" {
    return "tickets.file.large"
  }
}

/** The person uploaded as much as they may within a day. */
export class TooManyAttachments extends Schema.TaggedError<TooManyAttachments>()("TooManyAttachments", {}) {
  get messageKey(): "tickets.file.many" {
    return "tickets.file.many"
  }
}

/** The person has no such file that could be sent, or named too many. */
export class UnknownAttachment extends Schema.TaggedError<UnknownAttachment>()("UnknownAttachment", {}) {
  get messageKey(): "tickets.file.unknown" {
    return "tickets.file.unknown"
  }
}

/** The ticket cannot refer to this, because it is not the person's own or does not exist. */
export class UnknownTicketLink extends Schema.TaggedError<UnknownTicketLink>()("UnknownTicketLink", {}) {
  get messageKey(): "tickets.link.unknown" {
    return "tickets.link.unknown"
  }
}

/** The ticket is closed: a reply opens a new one. */
export class TicketIsClosed extends Schema.TaggedError<TicketIsClosed>()("TicketIsClosed", {}) {}

/** The ticket was merged: what is said goes to another one. */
export class TicketIsMerged extends Schema.TaggedError<TicketIsMerged>()("TicketIsMerged", {
  intoId: Schema.String,
}) {}

/** Someone else took the number at the same moment; the command is tried again with another one. */
export class TicketNumberTaken extends Schema.TaggedError<TicketNumberTaken>()("TicketNumberTaken", {}) {}

/** Something was said since the operator read the ticket, or another answer is about to leave. */
export class ReplyOutdated extends Schema.TaggedError<ReplyOutdated>()("ReplyOutdated", {}) {}

/** There is no held reply of this operator. */
export class NoHeldReply extends Schema.TaggedError<NoHeldReply>()("NoHeldReply", {}) {}

/** Nobody decides about their own ticket. */
export class OwnTicket extends Schema.TaggedError<OwnTicket>()("OwnTicket", {}) {}

/** Tickets of different people, of one that is merged already, or of one that others were merged into. */
export class NotMergeable extends Schema.TaggedError<NotMergeable>()("NotMergeable", {}) {}

/** The messages are not in this ticket, or they are all of it. */
export class NotSplittable extends Schema.TaggedError<NotSplittable>()("NotSplittable", {}) {}
