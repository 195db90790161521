import type {
  MessageSource,
  TicketLinkKind,
  TicketPriority,
  TicketRating,
  TicketStatus,
  TicketTopic,
} from "#contract/tickets"
import { is, orNull, type RowOf, table } from "#projections/runner"

/** Support tickets, for their people and for operators. */
export const ticket = table(
  "ticket",
  {
    ticket_id: is.text,
    number: is.text,
    person_id: is.text,
    subject: is.text,
    topic: is.textOf<TicketTopic>(),
    locale: is.text,
    status: is.textOf<TicketStatus>(),
    priority: is.textOf<TicketPriority>(),
    assignee: orNull(is.text),
    tags: is.texts,
    link_kind: orNull(is.textOf<TicketLinkKind>()),
    link_id: orNull(is.text),
    follows_id: orNull(is.text),
    split_from_id: orNull(is.text),
    merged_into_id: orNull(is.text),
    rating: orNull(is.textOf<TicketRating>()),
    rating_comment: orNull(is.text),
    /** Service levels that were missed, such as `first.1`. */
    breaches: is.texts,
    /** Public messages: an answer names the number that its author had read. */
    version: is.int,
    /** Grows with everything that its person can see, so that open pages notice. */
    changes: is.int,
    /** The last public message is from support. */
    is_answered: is.bool,
    opened_at: is.at,
    /** Of the last change that its person can see. */
    changed_at: is.at,
    solved_at: orNull(is.at),
  },
  {
    key: ["ticket_id"],
    indexes: [
      "(person_id, changed_at desc)",
      "(number)",
      "(status, changed_at, ticket_id)",
      "(changed_at, ticket_id)",
      "(merged_into_id)",
    ],
  },
)
export type TicketRow = RowOf<typeof ticket.columns>

/** `held`: an answer that can still be taken back. `moved`: it went on in another ticket. */
export type TicketMessageState = "public" | "note" | "held" | "takenBack" | "moved"

/** What was said in tickets. */
export const ticketMessage = table(
  "ticket_message",
  {
    message_id: is.text,
    ticket_id: is.text,
    author: is.textOf<"person" | "operator">(),
    /** The actor, for operators only. */
    written_by: is.text,
    source: is.textOf<MessageSource>(),
    state: is.textOf<TicketMessageState>(),
    text: is.text,
    attachment_ids: is.texts,
    mail_auth: orNull(is.text),
    /** When it became visible. */
    said_at: is.at,
  },
  { key: ["message_id"], indexes: ["(ticket_id, said_at)"] },
)
export type TicketMessageRow = RowOf<typeof ticketMessage.columns>

/** The files of messages. Their keys are only in the log. */
export const ticketAttachment = table(
  "ticket_attachment",
  {
    ticket_id: is.text,
    attachment_id: is.text,
    name: is.text,
    media_type: is.text,
    bytes: is.int,
  },
  { key: ["ticket_id", "attachment_id"], indexes: ["(attachment_id)"] },
)
