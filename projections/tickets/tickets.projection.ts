import { TicketEvents } from "#core/tickets"
import { type Change, makeProjection, on, patch, put, remove } from "#projections/runner"
import { type TicketMessageRow, type TicketRow, ticket, ticketAttachment, ticketMessage } from "./tables.ts"

/** Support tickets with their messages. */
export const tickets = makeProjection({
  name: "tickets",
  version: 2,
  byStream: true,
  tables: [ticket, ticketMessage, ticketAttachment],
  handlers: [
    on(TicketEvents, {
      "tickets.TicketOpened.v1": (opened) => [
        put(ticket, {
          ...{ ticket_id: opened.ticketId, number: opened.number, person_id: opened.personId },
          ...{ subject: opened.subject ?? "", topic: opened.topic, locale: opened.locale },
          ...{ status: "open", priority: "normal", assignee: null, tags: [], link_kind: null, link_id: null },
          ...{ follows_id: opened.followsId, split_from_id: opened.splitFromId, merged_into_id: null },
          ...{ rating: null, rating_comment: null, breaches: [], version: 0, changes: 1, is_answered: false },
          ...{ opened_at: opened.openedAt, changed_at: opened.openedAt, solved_at: null },
        }),
      ],
      "tickets.MessageAdded.v1": (added) => [
        put(ticketMessage, {
          ...{ message_id: added.messageId, ticket_id: added.ticketId, author: added.author, written_by: added.by },
          ...{ source: added.source, state: added.isNote ? "note" : "public", text: added.text ?? "" },
          ...{ attachment_ids: added.attachmentIds, mail_auth: added.mailAuth, said_at: added.addedAt },
        }),
        ...(added.isNote
          ? []
          : seen(added.ticketId, added.addedAt, ({ version, status }) => ({
              version: version + 1,
              is_answered: added.author === "operator",
              ...(added.author === "person" ? { status: "open", solved_at: null } : { status }),
            }))),
      ],
      "tickets.AttachmentAdded.v1": ({ ticketId, attachmentId, name, mediaType, bytes }) => [
        put(ticketAttachment, {
          ...{ ticket_id: ticketId, attachment_id: attachmentId },
          ...{ name: name ?? "", media_type: mediaType, bytes },
        }),
      ],
      "tickets.ReplyHeld.v1": ({ ticketId, messageId, by, text, attachmentIds, releaseAt }) => [
        put(ticketMessage, {
          ...{ message_id: messageId, ticket_id: ticketId, author: "operator", written_by: by, source: "operator" },
          ...{ state: "held", text: text ?? "", attachment_ids: attachmentIds, mail_auth: null, said_at: releaseAt },
        }),
      ],
      "tickets.ReplyReleased.v1": ({ ticketId, messageId, outcome, releasedAt }) => [
        changedMessage(messageId, { state: "public", said_at: releasedAt }),
        ...seen(ticketId, releasedAt, ({ version }) => ({
          ...{ version: version + 1, is_answered: true, status: outcome },
          solved_at: outcome === "solved" ? releasedAt : null,
        })),
      ],
      "tickets.ReplyTakenBack.v1": ({ messageId }) => [changedMessage(messageId, { state: "takenBack" })],
      "tickets.TicketSolved.v1": ({ ticketId, solvedAt }) =>
        seen(ticketId, solvedAt, () => ({ status: "solved", solved_at: solvedAt })),
      "tickets.TicketReopened.v1": ({ ticketId, reopenedAt }) =>
        seen(ticketId, reopenedAt, () => ({ status: "open", solved_at: null })),
      "tickets.TicketClosed.v1": ({ ticketId, closedAt }) => seen(ticketId, closedAt, () => ({ status: "closed" })),
      "tickets.TicketAssigned.v1": ({ ticketId, assignee }) => changed(ticketId, () => ({ assignee })),
      "tickets.TicketPrioritised.v1": ({ ticketId, priority }) => changed(ticketId, () => ({ priority })),
      "tickets.TicketTagged.v1": ({ ticketId, tags }) => changed(ticketId, () => ({ tags })),
      "tickets.TicketLinked.v1": ({ ticketId, kind, targetId, linkedAt }) =>
        seen(ticketId, linkedAt, () => ({ link_kind: kind, link_id: targetId })),
      "tickets.TicketMerged.v1": ({ ticketId, intoId, mergedAt }) =>
        seen(ticketId, mergedAt, () => ({ merged_into_id: intoId })),
      "tickets.TicketUnmerged.v1": ({ ticketId, unmergedAt }) =>
        seen(ticketId, unmergedAt, () => ({ merged_into_id: null })),
      "tickets.TicketAbsorbed.v1": ({ ticketId, absorbedAt }) => seen(ticketId, absorbedAt, () => ({})),
      "tickets.TicketDetached.v1": ({ ticketId, detachedAt }) => seen(ticketId, detachedAt, () => ({})),
      "tickets.TicketSplit.v1": ({ ticketId, messageIds, splitAt }) => [
        ...messageIds.map((messageId) => changedMessage(messageId, { state: "moved" })),
        ...seen(ticketId, splitAt, () => ({})),
      ],
      "tickets.SlaBreached.v1": ({ ticketId, kind, round }) =>
        changed(ticketId, ({ breaches }) => ({ breaches: [...breaches, `${kind}.${round}`] })),
      "tickets.TicketRated.v1": ({ ticketId, rating, comment, ratedAt }) =>
        seen(ticketId, ratedAt, () => ({ rating, rating_comment: comment })),
      "tickets.TicketForgotten.v1": ({ ticketId, messageIds, attachmentIds }) => [
        remove(ticket, [ticketId]),
        ...messageIds.map((messageId) => remove(ticketMessage, [messageId])),
        ...attachmentIds.map((attachmentId) => remove(ticketAttachment, [ticketId, attachmentId])),
      ],
    }),
  ],
})

const changed = (ticketId: string, next: (row: TicketRow) => Partial<TicketRow>): ReadonlyArray<Change> => [
  patch(ticket, [ticketId], (row) => ({ ...row, ...next(row) })),
]

const changedMessage = (messageId: string, next: Partial<TicketMessageRow>): Change =>
  patch(ticketMessage, [messageId], (row) => ({ ...row, ...next }))

/** A change that the person can see. */
const seen = (ticketId: string, at: string, next: (row: TicketRow) => Partial<TicketRow>): ReadonlyArray<Change> =>
  changed(ticketId, (row) => ({
    ...next(row),
    changes: row.changes + 1,
    // Copies of earlier messages do not make a ticket older.
    changed_at: at > row.changed_at ? at : row.changed_at,
  }))
