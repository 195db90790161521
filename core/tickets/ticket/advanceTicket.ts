import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { SlaBreached, type TicketEvent } from "../events.ts"
import { type SlaPolicy, serviceLevelsOf } from "../sla/serviceLevels.ts"
import { closeTicket, closingMsOf } from "./endTicket.ts"
import { releaseReply } from "./holdReply.ts"
import { Ticket, type TicketState } from "./Ticket.ts"

/** When something happens to a ticket by itself, in milliseconds since 1970; null if nothing does. */
export const dueMsOf = (state: TicketState, policy: SlaPolicy, nowMs: number): number | null => {
  if (state.place === null || state.isForgotten) return null
  const { breaches, nextDueMs } = serviceLevelsOf(state.clock, policy, nowMs)
  const isLate = breaches.some(({ kind, round }) => !state.breaches.includes(`${kind}.${round}`))
  const times = [
    state.held?.releaseMs ?? null,
    closingMsOf(state),
    state.status === "closed" ? null : nextDueMs,
    isLate ? nowMs : null,
  ].filter((ms) => ms !== null)
  return times.length === 0 ? null : Math.min(...times)
}

/** Service levels that were missed and are not recorded yet. The state has what was recorded, so each is written once. */
const recordBreaches =
  (policy: SlaPolicy, nowMs: number) =>
  ({ place, clock, breaches, isForgotten }: TicketState): ReadonlyArray<TicketEvent> => {
    if (place === null || isForgotten) return []
    const { ticketId, personId } = place
    return serviceLevelsOf(clock, policy, nowMs)
      .breaches.filter(({ kind, round }) => !breaches.includes(`${kind}.${round}`))
      .map(({ kind, round, dueMs }) =>
        SlaBreached.make({ ticketId, personId, kind, round, dueAt: formatIso(dueMs), breachedAt: formatIso(nowMs) }),
      )
  }

/** Everything that is due at this time: a held reply leaves, missed service levels are recorded, a solved ticket closes. */
export const advanceTicket =
  (nowMs: number, policy: SlaPolicy) =>
  (state: TicketState): Result.Result<ReadonlyArray<TicketEvent>, never> => {
    const events: Array<TicketEvent> = []
    let next = state
    for (const step of [releaseReply(nowMs), recordBreaches(policy, nowMs), closeTicket(nowMs)]) {
      const made = step(next)
      events.push(...made)
      next = made.reduce(Ticket.evolve, next)
    }
    return Result.succeed(events)
  }
