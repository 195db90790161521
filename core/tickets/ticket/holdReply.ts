import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { ReplyHeld, ReplyReleased, ReplyTakenBack, type TicketEvent, TicketReopened } from "../events.ts"
import {
  NoHeldReply,
  type NoTicket,
  type OwnTicket,
  ReplyOutdated,
  type TicketIsClosed,
  type TicketIsMerged,
  type TooManyMessages,
} from "../refusals.ts"
import { REPLY_HELD_SECONDS, type TicketPriority } from "../ticketRules.ts"
import { requireOthers, requireSpeaking } from "./guards.ts"
import { attachmentsAdded } from "./openTicket.ts"
import { readTicketTags } from "./readTicketForm.ts"
import { prioritiseTicket, tagTicket } from "./sortTicket.ts"
import type { TicketState } from "./Ticket.ts"
import { type OperatorMessage, requireSpace } from "./writeMessage.ts"

type Decided<Refusal> = Result.Result<ReadonlyArray<TicketEvent>, Refusal>

/**
 * Holds an answer, which leaves after `REPLY_HELD_SECONDS`.
 *
 * @param seen the version of the ticket that the operator had read: a newer message refuses the answer
 */
export const holdReply =
  ({
    by,
    messageId,
    text,
    files,
    outcome,
    seen,
    nowMs,
  }: OperatorMessage & { readonly outcome: "waiting" | "solved"; readonly seen: number }) =>
  (
    state: TicketState,
  ): Decided<NoTicket | OwnTicket | TicketIsClosed | TicketIsMerged | ReplyOutdated | TooManyMessages> =>
    Result.gen(function* () {
      const { ticketId, personId } = yield* requireOthers(state, by)
      yield* requireSpeaking(state)
      if (state.version !== seen || state.held !== null) return yield* Result.fail(new ReplyOutdated({}))
      yield* requireSpace(state)
      const [heldAt, releaseAt] = [formatIso(nowMs), formatIso(nowMs + REPLY_HELD_SECONDS * 1_000)]
      const attachmentIds = files.map(({ attachmentId }) => attachmentId)
      return [
        ...attachmentsAdded({ ticketId, personId }, files, heldAt),
        ReplyHeld.make({ ticketId, personId, by, messageId, text, attachmentIds, outcome, heldAt, releaseAt }),
      ]
    })

/** How a macro sorts a ticket: tags are added, a priority of null leaves it as it is. */
export interface Sorting {
  readonly tags: ReadonlyArray<string>
  readonly priority: TicketPriority | null
}

/** Holds an answer and sorts the ticket at once, both or neither. Taking the answer back leaves the sorting. */
export const holdSortingReply =
  (answer: Parameters<typeof holdReply>[0], { tags, priority }: Sorting) =>
  (state: TicketState) =>
    Result.gen(function* () {
      const { by, nowMs } = answer
      const held = yield* holdReply(answer)(state)
      const all = yield* readTicketTags([...state.tags, ...tags])
      const tagged = yield* tagTicket({ by, nowMs, tags: all })(state)
      const prioritised = priority === null ? [] : yield* prioritiseTicket({ by, nowMs, priority })(state)
      return [...held, ...tagged, ...prioritised]
    })

/** Takes an answer back before it leaves: by any operator, because stopping needs no second person. */
export const takeBackReply =
  ({ by, nowMs }: { readonly by: string; readonly nowMs: number }) =>
  (state: TicketState): Decided<NoTicket | OwnTicket | NoHeldReply> =>
    Result.gen(function* () {
      const { ticketId, personId } = yield* requireOthers(state, by)
      if (state.held === null) return yield* Result.fail(new NoHeldReply({}))
      const { messageId } = state.held
      return [ReplyTakenBack.make({ ticketId, personId, by, messageId, takenBackAt: formatIso(nowMs) })]
    })

/** Lets a held answer go when its time has come. If the person wrote meanwhile, the ticket stays open. */
export const releaseReply =
  (nowMs: number) =>
  ({ place, held, version, isForgotten }: TicketState): ReadonlyArray<TicketEvent> => {
    if (place === null || held === null || isForgotten || held.releaseMs > nowMs) return []
    const { ticketId, personId } = place
    const { messageId, by, outcome } = held
    const [of, at] = [{ ticketId, personId, by }, formatIso(nowMs)]
    const isOvertaken = version > held.version
    return [
      ReplyReleased.make({ ...of, messageId, outcome: isOvertaken ? "waiting" : outcome, releasedAt: at }),
      ...(isOvertaken ? [TicketReopened.make({ ...of, reopenedAt: at })] : []),
    ]
  }
