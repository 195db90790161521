import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { MessageAdded, type TicketEvent, TicketOpened, TicketSplit } from "../events.ts"
import {
  type NoTicket,
  NotSplittable,
  type OwnTicket,
  type TicketNumberTaken,
  type TooManyTickets,
} from "../refusals.ts"
import { requireOthers } from "./guards.ts"
import { attachmentsAdded, claimTicket, type OpeningEvents, type OpeningStates } from "./openTicket.ts"
import type { TicketPlace, TicketState } from "./Ticket.ts"

type Split = {
  readonly by: string
  readonly nowMs: number
  readonly ids: Pick<TicketPlace, "ticketId" | "number">
  readonly subject: string
  /** Messages of the person or of support, with the ids of their copies. */
  readonly moved: ReadonlyMap<string, string>
}

/** Moves messages to a new ticket of the same person: the new one has copies with the same times. */
export const splitTicket =
  ({ by, nowMs, ids, subject, moved }: Split) =>
  ({
    source,
    ...claims
  }: OpeningStates & { readonly source: TicketState }): Result.Result<
    OpeningEvents & { readonly source: ReadonlyArray<TicketEvent> },
    NoTicket | OwnTicket | NotSplittable | TooManyTickets | TicketNumberTaken
  > =>
    Result.gen(function* () {
      const place = yield* requireOthers(source, by)
      const { personId, topic, locale, policyVersion } = place
      const staying = source.messages.filter(({ isNote, isMoved }) => !isNote && !isMoved)
      const chosen = staying.filter(({ messageId }) => moved.has(messageId))
      const isPart = chosen.length === moved.size && chosen.length > 0 && chosen.length < staying.length
      if (!isPart || source.mergedIntoId !== null) return yield* Result.fail(new NotSplittable({}))
      // The service levels of a question count from when it was asked.
      const question = chosen.find(({ author }) => author === "person")
      if (question === undefined) return yield* Result.fail(new NotSplittable({}))
      const claimed = yield* claimTicket({ ...ids, personId }, nowMs, claims, true)
      const of = { ticketId: ids.ticketId, personId }
      const files = source.attachments.filter(({ attachmentId }) =>
        chosen.some(({ attachmentIds }) => attachmentIds.includes(attachmentId)),
      )
      const splitAt = formatIso(nowMs)
      return {
        ...claimed,
        source: [
          TicketSplit.make({
            ...{ ticketId: place.ticketId, personId, by, intoId: ids.ticketId, splitAt },
            messageIds: chosen.map(({ messageId }) => messageId),
          }),
        ],
        ticket: [
          TicketOpened.make({
            ...{ ...of, number: ids.number, topic, locale, policyVersion, subject },
            ...{ followsId: null, splitFromId: place.ticketId, openedAt: formatIso(question.atMs) },
          }),
          ...attachmentsAdded(of, files, splitAt),
          ...chosen.map(({ messageId, author, source: from, text, attachmentIds, atMs }) =>
            MessageAdded.make({
              ...{
                ...of,
                by: author === "person" ? `user:${personId}` : by,
                author,
                source: from,
                isNote: false,
                text,
              },
              ...{ messageId: moved.get(messageId) ?? messageId, attachmentIds, mailAuth: null },
              addedAt: formatIso(atMs),
            }),
          ),
        ],
      }
    })
