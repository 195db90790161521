import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { TicketClosed, type TicketEvent, TicketForgotten, TicketRated, TicketSolved } from "../events.ts"
import { type NoTicket, type OwnTicket, type TicketIsMerged, TicketNotReady } from "../refusals.ts"
import { CLOSE_AFTER_DAYS, type TicketRating } from "../ticketRules.ts"
import { requireOthers, requireOwn, requireSpeaking } from "./guards.ts"
import type { TicketState } from "./Ticket.ts"

const CLOSE_AFTER_MS = CLOSE_AFTER_DAYS * 86_400_000

type Decided<Refusal> = Result.Result<ReadonlyArray<TicketEvent>, Refusal>

const isDone = ({ status }: TicketState): boolean => status === "solved" || status === "closed"

/** The person needs no answer any more. */
export const solveAsPerson =
  ({ personId, nowMs }: { readonly personId: string; readonly nowMs: number }) =>
  (state: TicketState): Decided<NoTicket | TicketIsMerged> =>
    Result.gen(function* () {
      const { ticketId } = yield* requireOwn(state, personId)
      if (isDone(state)) return []
      yield* requireNotMerged(state)
      return [TicketSolved.make({ ticketId, personId, by: `user:${personId}`, solvedAt: formatIso(nowMs) })]
    })

/** An operator marks it as solved without an answer. */
export const solveAsOperator =
  ({ by, nowMs }: { readonly by: string; readonly nowMs: number }) =>
  (state: TicketState): Decided<NoTicket | OwnTicket | TicketIsMerged> =>
    Result.gen(function* () {
      const { ticketId, personId } = yield* requireOthers(state, by)
      if (isDone(state)) return []
      yield* requireNotMerged(state)
      return [TicketSolved.make({ ticketId, personId, by, solvedAt: formatIso(nowMs) })]
    })

const requireNotMerged = (state: TicketState): Result.Result<void, TicketIsMerged> =>
  Result.match(requireSpeaking(state), {
    onSuccess: () => Result.succeed(undefined),
    onFailure: (refused) => (refused._tag === "TicketIsMerged" ? Result.fail(refused) : Result.succeed(undefined)),
  })

/** The person rates what support said, once the ticket is solved. A later rating replaces it. */
export const rateTicket =
  ({
    personId,
    rating,
    comment,
    nowMs,
  }: {
    readonly personId: string
    readonly rating: TicketRating
    readonly comment: string
    readonly nowMs: number
  }) =>
  (state: TicketState): Decided<NoTicket | TicketNotReady> =>
    Result.gen(function* () {
      const { ticketId } = yield* requireOwn(state, personId)
      const isAnswered = state.messages.some(({ author, isNote }) => author === "operator" && !isNote)
      if (!isDone(state) || !isAnswered) return yield* Result.fail(new TicketNotReady({}))
      if (state.rating === rating && comment === "") return []
      return [TicketRated.make({ ticketId, personId, rating, comment, ratedAt: formatIso(nowMs) })]
    })

/** When a solved ticket closes; null if it does not. */
export const closingMsOf = ({ status, solvedMs }: TicketState): number | null =>
  status === "solved" && solvedMs !== null ? solvedMs + CLOSE_AFTER_MS : null

/** Closes a ticket that was solved long ago. */
export const closeTicket =
  (nowMs: number) =>
  (state: TicketState): ReadonlyArray<TicketEvent> => {
    const closingMs = closingMsOf(state)
    if (state.place === null || state.held !== null || closingMs === null || closingMs > nowMs) return []
    const { ticketId, personId } = state.place
    return [TicketClosed.make({ ticketId, personId, closedAt: formatIso(nowMs) })]
  }

/** Forgets a ticket of a person who left; idempotent. */
export const forgetTicket =
  ({ personId, nowMs }: { readonly personId: string; readonly nowMs: number }) =>
  (state: TicketState): Decided<never> => {
    if (state.place?.personId !== personId || state.isForgotten) return Result.succeed([])
    return Result.succeed([
      TicketForgotten.make({
        ...{ ticketId: state.place.ticketId, personId, forgottenAt: formatIso(nowMs) },
        messageIds: [
          ...state.messages.map(({ messageId }) => messageId),
          ...(state.held === null ? [] : [state.held.messageId]),
        ],
        attachmentIds: state.attachments.map(({ attachmentId }) => attachmentId),
      }),
    ])
  }
