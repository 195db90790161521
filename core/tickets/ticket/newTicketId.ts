import { Effect } from "effect"
import { type StreamConflict, uuidv7 } from "#core/kernel"
import { TicketNumberTaken } from "../refusals.ts"
import { Ticket, TicketNumber, TicketOwner, ticketNumberOf } from "./Ticket.ts"

/** Of a million tickets two have the same number; of two in a row none. */
const NUMBER_CONFLICTS_MAX = 5

/** The ids of a new ticket, and the streams that one append changes to open it. */
export const newTicketId = (personId: string, nowMs: number) => {
  const ticketId = uuidv7(nowMs)
  const number = ticketNumberOf(ticketId)
  return {
    ids: { ticketId, number },
    parts: {
      ticket: { aggregate: Ticket, id: ticketId },
      number: { aggregate: TicketNumber, id: number },
      owner: { aggregate: TicketOwner, id: personId },
    },
  }
}

/** Tries again with another number if this one is taken. Other conflicts are defects. */
export const retryingNumber = <A, Refusal, R>(
  opening: Effect.Effect<A, Refusal | TicketNumberTaken | StreamConflict, R>,
): Effect.Effect<A, Exclude<Refusal, TicketNumberTaken | StreamConflict>, R> =>
  Effect.retry(opening, { while: (refused) => refused instanceof TicketNumberTaken, times: NUMBER_CONFLICTS_MAX }).pipe(
    Effect.catchIf(
      (refused) =>
        refused instanceof TicketNumberTaken || (refused as { readonly _tag?: string })._tag === "StreamConflict",
      (refused) => Effect.die(refused),
    ),
  ) as Effect.Effect<A, Exclude<Refusal, TicketNumberTaken | StreamConflict>, R>
