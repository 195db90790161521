import { Effect } from "effect"
import { type EventStore, type Sealing, SubjectEvents } from "#core/kernel"
import { Attachments, TicketDues, TicketEvents, Tickets } from "#core/tickets"
import type { Reactor } from "#projections/runner"

/** Keeps the times at which something happens to tickets by itself. */
export const ticketDuesReactor = Effect.map(
  Effect.all([Tickets, TicketDues]),
  ([tickets, dues]): Reactor => ({
    name: "ticket_dues",
    types: TicketEvents.types,
    from: "beginning",
    react: ({ data }) => {
      const { ticketId } = data as { readonly ticketId: string }
      return Effect.runPromise(Effect.flatMap(tickets.dueMs(ticketId), (dueMs) => dues.set(ticketId, dueMs)))
    },
  }),
)

/** Forgets the tickets of an erased person, with their keys. */
export const forgetTicketsReactor = Effect.gen(function* () {
  const [tickets, attachments] = [yield* Tickets, yield* Attachments]
  const services = yield* Effect.context<EventStore | Sealing>()
  return {
    name: "forget_tickets",
    types: ["kernel.SubjectErased.v1"],
    from: "beginning",
    react: ({ type, data }) => {
      const { subjectId } = SubjectEvents.decodeSync(type, data)
      return Effect.runPromiseWith(services)(Effect.andThen(tickets.forget(subjectId), attachments.forget(subjectId)))
    },
  } satisfies Reactor
})
