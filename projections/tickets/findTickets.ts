import { Effect } from "effect"
import type { InferResult } from "kysely"
import type { TicketStatus } from "#contract/tickets"
import { Sql } from "#core/kernel"
import { isAnyOf, readModels } from "#projections/runner"
import { ticket, ticketAttachment, ticketMessage } from "./tables.ts"

/** Tickets on one page of a person's list. */
export const OWN_TICKETS_PAGE = 20
/** Messages of one ticket, with those of tickets that were merged into it. */
const THREAD_MESSAGES_MAX = 5_000
const PAGE_MAX = 1_000

const db = readModels(ticket, ticketMessage, ticketAttachment)

const tickets = db
  .selectFrom("read.ticket as ticket")
  .leftJoin("read.ticket as target", "target.ticket_id", "ticket.merged_into_id")
  .leftJoin("read.ticket as follows", "follows.ticket_id", "ticket.follows_id")
  .leftJoin("read.ticket as origin", "origin.ticket_id", "ticket.split_from_id")
  .select([
    "ticket.ticket_id as ticketId",
    "ticket.number",
    "ticket.person_id as personId",
    "ticket.subject",
    "ticket.topic",
    "ticket.status",
    "ticket.link_kind as linkKind",
    "ticket.link_id as linkId",
    "ticket.rating",
    "ticket.rating_comment as ratingComment",
    "ticket.version",
    "ticket.changes",
    "ticket.is_answered as isAnswered",
    "ticket.opened_at as openedAt",
    "ticket.changed_at as changedAt",
    "ticket.merged_into_id as mergedIntoId",
    "target.number as mergedInto",
    "follows.number as follows",
    "origin.number as splitFrom",
  ])
/** A ticket as its person sees it. */
export type OwnTicket = InferResult<typeof tickets>[number]

export type OwnTicketPage = {
  /** Null for all. */
  readonly statuses: ReadonlyArray<TicketStatus> | null
  /** From 1. */
  readonly page: number
}

/** A person's tickets, the last changed first. Merged ones are found under the one that they went into. */
export const listOwnTickets = Effect.fn("listOwnTickets")(function* (
  personId: string,
  { statuses, page }: OwnTicketPage,
) {
  const { query } = yield* Sql
  const rows = yield* query(
    tickets
      .where("ticket.person_id", "=", personId)
      .where("ticket.merged_into_id", "is", null)
      .$if(statuses !== null, (some) => some.where((eb) => isAnyOf(eb.ref("ticket.status"), statuses ?? [])))
      .orderBy("ticket.changed_at", "desc")
      .orderBy("ticket.ticket_id", "desc")
      .limit(OWN_TICKETS_PAGE + 1)
      .offset((Math.min(Math.max(page, 1), PAGE_MAX) - 1) * OWN_TICKETS_PAGE),
  )
  return { tickets: rows.slice(0, OWN_TICKETS_PAGE), hasMore: rows.length > OWN_TICKETS_PAGE }
})

/** A ticket of this person, or null. */
export const findOwnTicket = Effect.fn("findOwnTicket")(function* (personId: string, number: string) {
  const { query } = yield* Sql
  const [found] = yield* query(tickets.where("ticket.number", "=", number).where("ticket.person_id", "=", personId))
  return found ?? null
})

const messages = db
  .selectFrom("read.ticket_message as message")
  .innerJoin("read.ticket as ticket", "ticket.ticket_id", "message.ticket_id")
  .select([
    "message.message_id as messageId",
    "message.ticket_id as ticketId",
    "ticket.number",
    "message.author",
    "message.written_by as writtenBy",
    "message.source",
    "message.state",
    "message.text",
    "message.attachment_ids as attachmentIds",
    "message.mail_auth as mailAuth",
    "message.said_at as saidAt",
  ])
export type ThreadMessage = InferResult<typeof messages>[number]

const threadOf = (ticketId: string) =>
  messages
    .where((eb) => eb.or([eb("message.ticket_id", "=", ticketId), eb("ticket.merged_into_id", "=", ticketId)]))
    .orderBy("message.said_at")
    .orderBy("message.message_id")
    .limit(THREAD_MESSAGES_MAX)

const filesOf = (ticketId: string) =>
  db
    .selectFrom("read.ticket_attachment as file")
    .innerJoin("read.ticket as ticket", "ticket.ticket_id", "file.ticket_id")
    .select([
      "file.attachment_id as attachmentId",
      "ticket.number",
      "file.name",
      "file.media_type as mediaType",
      "file.bytes",
    ])
    .where((eb) => eb.or([eb("file.ticket_id", "=", ticketId), eb("ticket.merged_into_id", "=", ticketId)]))
    .limit(THREAD_MESSAGES_MAX)
export type ThreadFile = InferResult<ReturnType<typeof filesOf>>[number]

/** The messages of a ticket that its person sees, oldest first, with those of tickets that were merged into it. */
export const findOwnThread = Effect.fn("findOwnThread")(function* (ticketId: string) {
  const { query } = yield* Sql
  const shown = yield* query(threadOf(ticketId).where("message.state", "=", "public"))
  const ids = new Set(shown.flatMap(({ attachmentIds }) => attachmentIds))
  // Files of notes and of answers that did not leave are not theirs.
  const files = (yield* query(filesOf(ticketId))).filter(({ attachmentId }) => ids.has(attachmentId))
  return { messages: shown, files }
})

/** All messages of a ticket, with notes and answers that can be taken back, for operators. */
export const findThread = Effect.fn("findThread")(function* (ticketId: string) {
  const { query } = yield* Sql
  return { messages: yield* query(threadOf(ticketId)), files: yield* query(filesOf(ticketId)) }
})

/** A mark that changes with everything that people can see in their tickets, by person. */
export const ticketMarks = Effect.fn("ticketMarks")(function* (personIds: ReadonlyArray<string>) {
  const { query } = yield* Sql
  const rows = yield* query(
    db
      .selectFrom("read.ticket as ticket")
      .select((eb) => ["ticket.person_id as personId", eb.fn.sum<string>("ticket.changes").as("changes")])
      .where((eb) => isAnyOf(eb.ref("ticket.person_id"), personIds))
      .groupBy("ticket.person_id"),
  )
  return new Map(rows.map(({ personId, changes }) => [personId, changes]))
})

/** Whether a message of any ticket has this file. */
export const hasAttachment = Effect.fn("hasAttachment")(function* (attachmentId: string) {
  const { query } = yield* Sql
  const rows = yield* query(
    db
      .selectFrom("read.ticket_attachment as file")
      .select("file.attachment_id")
      .where("file.attachment_id", "=", attachmentId)
      .limit(1),
  )
  return rows.length > 0
})
