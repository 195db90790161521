import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ATTACHMENTS_MAX, TICKET_LINK_KINDS, TICKET_RATINGS, TICKET_STATUSES, TICKET_TOPICS } from "#contract/tickets"
import {
  answerOf,
  BadRequest,
  Conflict,
  describedAs,
  NotFound,
  TooMany,
  Unauthorized,
  Unreadable,
} from "../envelope.ts"
import { Id } from "../fields.ts"
import { Guard } from "../Guard.ts"

/** Longer than allowed, so that people get the ticket's own message. */
const LongText = Schema.String.check(Schema.isMaxLength(40_000))
/** `T` and eight characters. */
const TicketNumber = Id
const Link = Schema.Struct({
  kind: Schema.Literals(TICKET_LINK_KINDS),
  id: Schema.String.check(Schema.isMaxLength(200)),
})
const attached = { attachmentIds: Schema.optionalKey(Schema.Array(Id).check(Schema.isMaxLength(ATTACHMENTS_MAX))) }
const file = {
  attachmentId: Schema.String,
  name: Schema.String,
  /** What its bytes are: `image/webp`, `application/pdf` or `text/plain`. */
  mediaType: Schema.String,
  bytes: Schema.Int,
}
const Attachment = Schema.Struct(file).annotate({ identifier: "Attachment" })
/** Milliseconds since 1970. */
const Time = Schema.Int
const Topic = Schema.Literals(TICKET_TOPICS)

const ticket = {
  ticketNumber: Schema.String,
  subject: Schema.String,
  topic: Topic,
  /** `open` waits for support, `waiting` for the caller. `closed` tickets are continued in a new one. */
  status: Schema.Literals(TICKET_STATUSES),
  /** Whether the last message is from support. */
  answered: Schema.Boolean,
  opened: Time,
  changed: Time,
}
const ListedTicket = Schema.Struct(ticket).annotate({ identifier: "ListedTicket" })

const Ticket = Schema.Struct({
  ...ticket,
  /** Grows with every public message. */
  version: Schema.Int,
  /** The ticket in which it goes on, after operators merged the two. */
  mergedInto: Schema.NullOr(Schema.String),
  /** The closed ticket that it continues. */
  follows: Schema.NullOr(Schema.String),
  /** The ticket that its first messages were moved from. */
  splitFrom: Schema.NullOr(Schema.String),
  /** What it is about, if the caller opened it from there. */
  link: Schema.NullOr(Link),
  rating: Schema.NullOr(Schema.Literals(TICKET_RATINGS)),
  ratingComment: Schema.NullOr(Schema.String),
  mayClose: Schema.Boolean,
  mayRate: Schema.Boolean,
  messages: Schema.Array(
    Schema.Struct({
      messageId: Schema.String,
      author: Schema.Literals(["you", "support"]),
      text: Schema.String,
      /** Whether it was sent by mail. */
      byMail: Schema.Boolean,
      /** The ticket that it was written in, if that one was merged into this one; else null. */
      fromTicket: Schema.NullOr(Schema.String),
      files: Schema.Array(
        Schema.Struct({
          ...file,
          /** The ticket that has it, as LoadAttachment needs it. */
          ticketNumber: Schema.String,
        }),
      ),
      at: Time,
    }),
  ),
}).annotate({ identifier: "Ticket" })

const oneTicket = answerOf(Schema.Struct({ ticket: Ticket }))
const which = { ticketNumber: TicketNumber }
const errors = [BadRequest, Unauthorized, NotFound, Conflict, TooMany] as const

/** Support tickets of the signed-in person. */
export class TicketApi extends HttpApiGroup.make("Ticket")
  .add(
    HttpApiEndpoint.post("CreateTicket", "/CreateTicket", {
      payload: Schema.Struct({
        topic: Topic,
        subject: LongText,
        text: LongText,
        link: Schema.optionalKey(Link),
        ...attached,
      }),
      success: oneTicket,
      error: [BadRequest, Unauthorized, NotFound, Conflict, TooMany],
    }).annotateMerge(
      describedAs(
        "Opens a support ticket with its first message. `link` names a withdrawal, payment (movement), feed or message that it is " +
          "about, and `attachmentIds` files that the caller uploaded for it. Send an `Idempotency-Key`: a repeated request opens no second one.",
      ),
    ),
    HttpApiEndpoint.post("LoadMyTickets", "/LoadMyTickets", {
      payload: Schema.Struct({
        /** `open` also contains those that wait for the caller; `done` are solved and closed. */
        state: Schema.optionalKey(Schema.Literals(["all", "open", "done"])),
        page: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 }))),
      }),
      success: answerOf(Schema.Struct({ tickets: Schema.Array(ListedTicket), hasMore: Schema.Boolean })),
      error: [Unauthorized, TooMany],
    }).annotateMerge(describedAs("The caller's tickets, 20 on a page, the last changed first.")),
    HttpApiEndpoint.post("LoadTicket", "/LoadTicket", {
      payload: Schema.Struct(which),
      success: oneTicket,
      error: [Unauthorized, NotFound, TooMany],
    }).annotateMerge(describedAs("One of the caller's tickets with its messages, oldest first.")),
    HttpApiEndpoint.post("ReplyTicket", "/ReplyTicket", {
      payload: Schema.Struct({ ...which, text: LongText, ...attached }),
      success: oneTicket,
      error: errors,
    }).annotateMerge(
      describedAs(
        "Writes into a ticket, and returns the one that has the message: a solved ticket is open again, a merged one passes " +
          "it on, and a closed one is continued in a new ticket. At most 20 messages an hour.",
      ),
    ),
    HttpApiEndpoint.post("CloseTicket", "/CloseTicket", {
      payload: Schema.Struct(which),
      success: oneTicket,
      error: errors,
    }).annotateMerge(describedAs("Marks a ticket as solved, because the caller needs no answer any more.")),
    HttpApiEndpoint.post("RateTicket", "/RateTicket", {
      payload: Schema.Struct({
        ...which,
        rating: Schema.Literals(TICKET_RATINGS),
        comment: Schema.optionalKey(LongText),
      }),
      success: oneTicket,
      error: errors,
    }).annotateMerge(
      describedAs("Rates the answers of a ticket that is solved or closed. A later rating replaces it."),
    ),
    HttpApiEndpoint.post("UploadAttachment", "/UploadAttachment", {
      query: { name: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(1_000))) },
      payload: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array()),
      success: answerOf(Attachment),
      error: [Unauthorized, Unreadable, Conflict, TooMany],
    }).annotateMerge(
      describedAs(
        "Stores a file for a message that is about to be sent: the body is the file, a picture, PDF or plain text of at most " +
          "10 MB. Pictures are encoded again, without metadata. A file that no message has after a day is deleted. At most " +
          "100 MB a day.",
      ),
    ),
    HttpApiEndpoint.post("LoadAttachment", "/LoadAttachment", {
      payload: Schema.Struct({ ...which, attachmentId: Id }),
      success: HttpApiSchema.StreamUint8Array({ contentType: ["image/webp", "application/octet-stream"] }),
      error: [Unauthorized, NotFound, TooMany],
    }).annotateMerge(describedAs("A file of one of the caller's tickets.")),
  )
  .prefix("/Ticket")
  .middleware(Guard)
  .annotateMerge(OpenApi.annotations({ description: "Support tickets of the signed-in person." })) {}
