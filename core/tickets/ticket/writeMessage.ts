import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { MessageAdded, type TicketEvent, TicketReopened } from "../events.ts"
import {
  type NoTicket,
  type OwnTicket,
  type TicketIsClosed,
  type TicketIsMerged,
  TooManyMessages,
} from "../refusals.ts"
import { MESSAGES_PER_HOUR_MAX, type MessageSource, TICKET_MESSAGES_MAX } from "../ticketRules.ts"
import { requireOthers, requireOwn, requireSpeaking } from "./guards.ts"
import { attachmentsAdded } from "./openTicket.ts"
import type { TicketAttachment, TicketState } from "./Ticket.ts"

const HOUR_MS = 3_600_000

export type Message = {
  readonly messageId: string
  readonly text: string
  readonly nowMs: number
}
/** What an operator writes: an answer, or a note. */
export type OperatorMessage = Message & {
  readonly by: string
  readonly files: ReadonlyArray<TicketAttachment>
}
type PersonMessage = Message & {
  readonly personId: string
  readonly source: Exclude<MessageSource, "operator">
  readonly mailAuth: string | null
  readonly files: ReadonlyArray<TicketAttachment>
}

export const requireSpace = ({ messages, held }: TicketState): Result.Result<void, TooManyMessages> =>
  messages.length + (held === null ? 0 : 1) >= TICKET_MESSAGES_MAX
    ? Result.fail(new TooManyMessages({ isFull: true }))
    : Result.succeed(undefined)

/** The person writes. A solved ticket is open again; a closed or merged one refuses, and says where to go instead. */
export const writeAsPerson =
  ({ personId, messageId, text, source, mailAuth, files, nowMs }: PersonMessage) =>
  (
    state: TicketState,
  ): Result.Result<ReadonlyArray<TicketEvent>, NoTicket | TicketIsClosed | TicketIsMerged | TooManyMessages> => {
    const recent = state.messages.filter(({ author, atMs }) => author === "person" && atMs > nowMs - HOUR_MS)
    return Result.gen(function* () {
      const { ticketId } = yield* requireOwn(state, personId)
      yield* requireSpeaking(state)
      yield* requireSpace(state)
      if (recent.length >= MESSAGES_PER_HOUR_MAX) return yield* Result.fail(new TooManyMessages({ isFull: false }))
      const [of, by, at] = [{ ticketId, personId }, `user:${personId}`, formatIso(nowMs)]
      return [
        ...attachmentsAdded(of, files, at),
        MessageAdded.make({
          ...{ ...of, by, messageId, author: "person", source, isNote: false, text, mailAuth },
          ...{ attachmentIds: files.map(({ attachmentId }) => attachmentId), addedAt: at },
        }),
        ...(state.status === "solved" ? [TicketReopened.make({ ...of, by, reopenedAt: at })] : []),
      ]
    })
  }

/** An operator writes something that only operators see. */
export const writeNote =
  ({ by, messageId, text, files, nowMs }: OperatorMessage) =>
  (state: TicketState): Result.Result<ReadonlyArray<TicketEvent>, NoTicket | OwnTicket | TooManyMessages> =>
    Result.gen(function* () {
      const { ticketId, personId } = yield* requireOthers(state, by)
      yield* requireSpace(state)
      const [at, attachmentIds] = [formatIso(nowMs), files.map(({ attachmentId }) => attachmentId)]
      return [
        ...attachmentsAdded({ ticketId, personId }, files, at),
        MessageAdded.make({
          ...{ ticketId, personId, by, messageId, author: "operator", source: "operator", isNote: true, text },
          ...{ attachmentIds, mailAuth: null, addedAt: at },
        }),
      ]
    })
