import { Result } from "effect"
import { NoTicket, OwnTicket, TicketIsClosed, TicketIsMerged } from "../refusals.ts"
import type { TicketPlace, TicketState } from "./Ticket.ts"

/** The ticket of its own person; to everybody else it does not exist. */
export const requireOwn = (state: TicketState, personId: string): Result.Result<TicketPlace, NoTicket> =>
  state.place?.personId === personId && !state.isForgotten ? Result.succeed(state.place) : Result.fail(new NoTicket({}))

/** The ticket that an operator decides about. Nobody decides about their own. */
export const requireOthers = (state: TicketState, by: string): Result.Result<TicketPlace, NoTicket | OwnTicket> => {
  if (state.place === null || state.isForgotten) return Result.fail(new NoTicket({}))
  return by === `user:${state.place.personId}` ? Result.fail(new OwnTicket({})) : Result.succeed(state.place)
}

/** Whether something can be said in this ticket; after a merge in another one, and after its end in a new one. */
export const requireSpeaking = (state: TicketState): Result.Result<void, TicketIsMerged | TicketIsClosed> => {
  if (state.mergedIntoId !== null) return Result.fail(new TicketIsMerged({ intoId: state.mergedIntoId }))
  return state.status === "closed" ? Result.fail(new TicketIsClosed({})) : Result.succeed(undefined)
}
