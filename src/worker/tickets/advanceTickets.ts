import { Clock, Effect } from "effect"
import { TicketDues, Tickets } from "#core/tickets"

/** Tickets of one round; the others follow a second later. */
const ROUND_MAX = 200

/** Does what is due in tickets: answers leave, solved tickets close. Decided by the log, so several workers may run. */
export const advanceTickets = Effect.gen(function* () {
  const [tickets, dues] = [yield* Tickets, yield* TicketDues]
  for (const ticketId of yield* dues.list(yield* Clock.currentTimeMillis, ROUND_MAX)) {
    yield* tickets.advance(ticketId)
    // Not left to the reactor alone, so that a row that nothing comes of is not read every second.
    yield* dues.set(ticketId, yield* tickets.dueMs(ticketId))
  }
})
