import { Result } from "effect"
import { formatIso } from "#core/kernel"
import {
  AttachmentAdded,
  MessageAdded,
  TicketCounted,
  type TicketEvent,
  TicketLinked,
  type TicketNumberEvent,
  TicketNumbered,
  TicketOpened,
  type TicketOwnerEvent,
} from "../events.ts"
import { TicketNumberTaken, TooManyTickets } from "../refusals.ts"
import { type MessageSource, TICKETS_PER_DAY_MAX, type TicketLinkKind } from "../ticketRules.ts"
import type { TicketAttachment, TicketPlace } from "./Ticket.ts"

const DAY_MS = 86_400_000

export type OpeningStates = {
  readonly number: string | null
  readonly owner: ReadonlyArray<{ readonly ticketId: string; readonly atMs: number }>
}
export type OpeningEvents = {
  readonly ticket: ReadonlyArray<TicketEvent>
  readonly number: ReadonlyArray<TicketNumberEvent>
  readonly owner: ReadonlyArray<TicketOwnerEvent>
}

/** The claims of a new ticket: its number, and its place in the list of the person. */
export const claimTicket = (
  { ticketId, personId, number }: Pick<TicketPlace, "ticketId" | "personId" | "number">,
  nowMs: number,
  states: OpeningStates,
  isByOperator = false,
): Result.Result<Pick<OpeningEvents, "number" | "owner">, TooManyTickets | TicketNumberTaken> => {
  if (states.number !== null) return Result.fail(new TicketNumberTaken({}))
  const today = states.owner.filter(({ atMs }) => atMs > nowMs - DAY_MS)
  if (!isByOperator && today.length >= TICKETS_PER_DAY_MAX) return Result.fail(new TooManyTickets({}))
  const at = formatIso(nowMs)
  return Result.succeed({
    number: [TicketNumbered.make({ number, ticketId, numberedAt: at })],
    owner: [TicketCounted.make({ ticketId, personId, countedAt: at })],
  })
}

export type Opening = {
  readonly place: TicketPlace
  readonly messageId: string
  readonly subject: string
  readonly text: string
  readonly source: MessageSource
  readonly mailAuth: string | null
  readonly link: { readonly kind: TicketLinkKind; readonly targetId: string } | null
  readonly files: ReadonlyArray<TicketAttachment>
  readonly followsId: string | null
  readonly nowMs: number
}

/** Opens a ticket with its first message. */
export const openTicket =
  ({ place, messageId, subject, text, source, mailAuth, link, files, followsId, nowMs }: Opening) =>
  (states: OpeningStates): Result.Result<OpeningEvents, TooManyTickets | TicketNumberTaken> => {
    const at = formatIso(nowMs)
    const { ticketId, personId } = place
    const of = { ticketId, personId }
    const by = `user:${personId}`
    return Result.map(claimTicket(place, nowMs, states), (claims) => ({
      ...claims,
      ticket: [
        TicketOpened.make({ ...place, subject, followsId, splitFromId: null, openedAt: at }),
        ...(link === null ? [] : [TicketLinked.make({ ...of, by, ...link, linkedAt: at })]),
        ...attachmentsAdded(of, files, at),
        MessageAdded.make({
          ...{ ...of, by, messageId, author: "person", source, isNote: false, text, mailAuth },
          ...{ attachmentIds: files.map(({ attachmentId }) => attachmentId), addedAt: at },
        }),
      ],
    }))
  }

export const attachmentsAdded = (
  of: Pick<TicketPlace, "ticketId" | "personId">,
  files: ReadonlyArray<TicketAttachment>,
  addedAt: string,
) => files.map((file) => AttachmentAdded.make({ ...of, ...file, addedAt }))
