import { Result } from "effect"
import type { TicketEvent } from "../events.ts"
import { closeTicket, closingMsOf } from "./endTicket.ts"
import { releaseReply } from "./holdReply.ts"
import { Ticket, type TicketState } from "./Ticket.ts"

/** When something happens to a ticket by itself, in milliseconds since 1970; null if nothing does. */
export const dueMsOf = (state: TicketState): number | null => {
  if (state.place === null || state.isForgotten) return null
  const times = [state.held?.releaseMs ?? null, closingMsOf(state)].filter((ms) => ms !== null)
  return times.length === 0 ? null : Math.min(...times)
}

/** Everything that is due at this time: a held reply leaves, a solved ticket closes. */
export const advanceTicket =
  (nowMs: number) =>
  (state: TicketState): Result.Result<ReadonlyArray<TicketEvent>, never> => {
    const events: Array<TicketEvent> = []
    let next = state
    for (const step of [releaseReply, closeTicket]) {
      const made = step(nowMs)(next)
      events.push(...made)
      next = made.reduce(Ticket.evolve, next)
    }
    return Result.succeed(events)
  }
