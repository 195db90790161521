import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { TicketAssigned, type TicketEvent, TicketPrioritised, TicketTagged } from "../events.ts"
import type { NoTicket, OwnTicket } from "../refusals.ts"
import type { TicketPriority } from "../ticketRules.ts"
import { requireOthers } from "./guards.ts"
import type { TicketState } from "./Ticket.ts"

type Who = { readonly by: string; readonly nowMs: number }
type Decided = Result.Result<ReadonlyArray<TicketEvent>, NoTicket | OwnTicket>

/** Gives the ticket to an operator, or (null) to nobody. */
export const assignTicket =
  ({ by, nowMs, assignee }: Who & { readonly assignee: string | null }) =>
  (state: TicketState): Decided =>
    Result.map(requireOthers(state, by), ({ ticketId, personId }) =>
      state.assignee === assignee
        ? []
        : [TicketAssigned.make({ ticketId, personId, by, assignee, assignedAt: formatIso(nowMs) })],
    )

export const prioritiseTicket =
  ({ by, nowMs, priority }: Who & { readonly priority: TicketPriority }) =>
  (state: TicketState): Decided =>
    Result.map(requireOthers(state, by), ({ ticketId, personId }) =>
      state.priority === priority
        ? []
        : [TicketPrioritised.make({ ticketId, personId, by, priority, prioritisedAt: formatIso(nowMs) })],
    )

/** Replaces the tags. */
export const tagTicket =
  ({ by, nowMs, tags }: Who & { readonly tags: ReadonlyArray<string> }) =>
  (state: TicketState): Decided =>
    Result.map(requireOthers(state, by), ({ ticketId, personId }) =>
      JSON.stringify(state.tags) === JSON.stringify(tags)
        ? []
        : [TicketTagged.make({ ticketId, personId, by, tags, taggedAt: formatIso(nowMs) })],
    )
