import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { TicketAbsorbed, TicketDetached, type TicketEvent, TicketMerged, TicketUnmerged } from "../events.ts"
import { type NoTicket, NotMergeable, type OwnTicket } from "../refusals.ts"
import { requireOthers } from "./guards.ts"
import type { TicketState } from "./Ticket.ts"

type Who = { readonly by: string; readonly nowMs: number }
export type MergeStates = { readonly source: TicketState; readonly target: TicketState }
export type MergeEvents = { readonly source: ReadonlyArray<TicketEvent>; readonly target: ReadonlyArray<TicketEvent> }
type Decided = Result.Result<MergeEvents, NoTicket | OwnTicket | NotMergeable>

/**
 * Merges a ticket into another one of the same person. Both streams get an event, so of two merges at once one sees the
 * other. Neither may be part of a merge in the wrong direction already, so pointers have one step and no cycle.
 */
export const mergeTickets =
  ({ by, nowMs }: Who) =>
  ({ source, target }: MergeStates): Decided =>
    Result.gen(function* () {
      const [from, into] = [yield* requireOthers(source, by), yield* requireOthers(target, by)]
      if (source.mergedIntoId === into.ticketId) return { source: [], target: [] }
      const isFree = source.mergedIntoId === null && source.absorbedIds.length === 0 && target.mergedIntoId === null
      const isFitting = from.personId === into.personId && from.ticketId !== into.ticketId
      // An answer that is about to leave would be in neither thread.
      if (!isFree || !isFitting || source.held !== null || target.status === "closed")
        return yield* Result.fail(new NotMergeable({}))
      const { personId } = from
      const [mergedAt, of] = [formatIso(nowMs), { personId, by }]
      const pointer = { intoId: into.ticketId, intoNumber: into.number, mergedAt }
      return {
        source: [TicketMerged.make({ ...of, ticketId: from.ticketId, ...pointer })],
        target: [
          TicketAbsorbed.make({ ...of, ticketId: into.ticketId, sourceId: from.ticketId, absorbedAt: mergedAt }),
        ],
      }
    })

/** Undoes a merge. What was said meanwhile stays where it was said. */
export const unmergeTickets =
  ({ by, nowMs }: Who) =>
  ({ source, target }: MergeStates): Decided =>
    Result.gen(function* () {
      const [from, into] = [yield* requireOthers(source, by), yield* requireOthers(target, by)]
      if (source.mergedIntoId !== into.ticketId) return yield* Result.fail(new NotMergeable({}))
      const [at, of] = [formatIso(nowMs), { personId: from.personId, by }]
      return {
        source: [TicketUnmerged.make({ ...of, ticketId: from.ticketId, fromId: into.ticketId, unmergedAt: at })],
        target: [TicketDetached.make({ ...of, ticketId: into.ticketId, sourceId: from.ticketId, detachedAt: at })],
      }
    })
