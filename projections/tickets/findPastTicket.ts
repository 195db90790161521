import { Effect } from "effect"
import { EventStore } from "#core/kernel"
import { ticketNumberOf } from "#core/tickets"
import { pastRows } from "#projections/runner"
import type { ThreadFile, ThreadMessage } from "./findTickets.ts"
import type { QueuedTicket } from "./listQueue.ts"
import { ticket, ticketAttachment, ticketMessage } from "./tables.ts"
import { tickets } from "./tickets.projection.ts"

/** A ticket with its thread as operators saw them. */
export type PastTicket = {
  readonly ticket: QueuedTicket
  readonly messages: ReadonlyArray<ThreadMessage>
  readonly files: ReadonlyArray<ThreadFile>
}

const streamOf = (ticketId: string) => `ticket-${ticketId}`

/**
 * A ticket as it was at a position of the log, with the tickets that were merged into it then. Null if it did not exist
 * yet. What was erased since is empty.
 * @param now the ticket as it is: who its person is does not change
 */
export const findPastTicket = Effect.fn("findPastTicket")(function* (
  { ticketId, userCode }: QueuedTicket,
  position: number,
): Effect.fn.Return<PastTicket | null, never, PastServices> {
  const sources = yield* findSources(ticketId)
  const rows = yield* pastRows(tickets, [ticketId, ...sources].map(streamOf), position)
  const found = new Map(rows.of(ticket).map((row) => [row.ticket_id, row]))
  const row = found.get(ticketId)
  if (row === undefined) return null
  const numbers = new Map(
    [...found.values()]
      .filter((each) => each === row || each.merged_into_id === ticketId)
      .map((each) => [each.ticket_id, each.number]),
  )
  const numberOf = (id: string) => numbers.get(id) ?? ""
  return {
    ticket: {
      ...{ ticketId, userCode, number: row.number, personId: row.person_id, subject: row.subject, topic: row.topic },
      ...{ locale: row.locale, status: row.status, priority: row.priority, assignee: row.assignee, tags: row.tags },
      ...{ breaches: row.breaches, version: row.version, rating: row.rating, linkKind: row.link_kind },
      ...{ linkId: row.link_id, openedAt: row.opened_at, changedAt: row.changed_at, mergedIntoId: row.merged_into_id },
      mergedInto: row.merged_into_id === null ? null : ticketNumberOf(row.merged_into_id),
    },
    messages: rows
      .of(ticketMessage)
      .filter((each) => numbers.has(each.ticket_id))
      .map((each) => ({
        ...{ messageId: each.message_id, ticketId: each.ticket_id, number: numberOf(each.ticket_id) },
        ...{ author: each.author, writtenBy: each.written_by, source: each.source, state: each.state, text: each.text },
        ...{ attachmentIds: each.attachment_ids, mailAuth: each.mail_auth, saidAt: each.said_at },
      }))
      .toSorted((one, other) => one.saidAt.getTime() - other.saidAt.getTime()),
    files: rows
      .of(ticketAttachment)
      .filter((each) => numbers.has(each.ticket_id))
      .map((each) => ({
        ...{ attachmentId: each.attachment_id, number: numberOf(each.ticket_id), name: each.name },
        ...{ mediaType: each.media_type, bytes: each.bytes },
      })),
  }
})

/** The tickets that were ever merged into it. */
const findSources = Effect.fnUntraced(function* (ticketId: string) {
  const store = yield* EventStore
  const events = yield* store.readStream(streamOf(ticketId))
  const ids = events.flatMap(({ type, data }) =>
    type === "tickets.TicketAbsorbed.v1" ? [(data as { readonly sourceId: string }).sourceId] : [],
  )
  return [...new Set(ids)]
})

type PastServices = Effect.Services<ReturnType<typeof pastRows>>
