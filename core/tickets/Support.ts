import { Clock, Context, Effect, Layer } from "effect"
import { dieOnConflict, jointWriter, reader, uuidv7, writer } from "#core/kernel"
import {
  type NoHeldReply,
  NoTicket,
  type NotMergeable,
  type NotSplittable,
  type OwnTicket,
  type ReplyOutdated,
  type TicketIsClosed,
  type TicketIsMerged,
  type TooManyMessages,
  type TooManyTickets,
  type UnfitTicket,
} from "./refusals.ts"
import type { SavedTicket } from "./Tickets.ts"
import { solveAsOperator } from "./ticket/endTicket.ts"
import { holdSortingReply, type Sorting, takeBackReply } from "./ticket/holdReply.ts"
import { type MergeStates, mergeTickets, unmergeTickets } from "./ticket/mergeTickets.ts"
import { newTicketId, retryingNumber } from "./ticket/newTicketId.ts"
import { readTicketForm, readTicketTags, readTicketText } from "./ticket/readTicketForm.ts"
import { assignTicket, prioritiseTicket, tagTicket } from "./ticket/sortTicket.ts"
import { splitTicket } from "./ticket/splitTicket.ts"
import { Ticket, type TicketAttachment } from "./ticket/Ticket.ts"
import { writeNote } from "./ticket/writeMessage.ts"
import type { TicketPriority } from "./ticketRules.ts"

const NO_SORTING: Sorting = { tags: [], priority: null }

type Change<Refusal> = Effect.Effect<SavedTicket, NoTicket | OwnTicket | Refusal>

/**
 * Support tickets as operators decide about them. `by` is the actor that is recorded, such as `operator:ada`. Nobody
 * decides about their own ticket.
 */
export class Support extends Context.Service<
  Support,
  {
    /**
     * Answers, in 15 seconds: until then the answer can be taken back. An answer from a macro also sorts the ticket.
     * @param seen the version of the ticket that the operator had read
     */
    reply(
      ticketId: string,
      by: string,
      answer: {
        readonly text: string
        readonly outcome: "waiting" | "solved"
        readonly seen: number
        readonly sorting?: Sorting
        /** Files that operators uploaded for the ticket's person. */
        readonly files?: ReadonlyArray<TicketAttachment>
      },
    ): Change<UnfitTicket | ReplyOutdated | TicketIsClosed | TicketIsMerged | TooManyMessages>
    takeBack(ticketId: string, by: string): Change<NoHeldReply>
    note(
      ticketId: string,
      by: string,
      text: string,
      files?: ReadonlyArray<TicketAttachment>,
    ): Change<UnfitTicket | TooManyMessages>
    assign(ticketId: string, by: string, assignee: string | null): Change<never>
    prioritise(ticketId: string, by: string, priority: TicketPriority): Change<never>
    tag(ticketId: string, by: string, tags: ReadonlyArray<string>): Change<UnfitTicket>
    solve(ticketId: string, by: string): Change<TicketIsMerged>
    /** The first ticket continues in the second one. */
    merge(sourceId: string, targetId: string, by: string): Change<NotMergeable>
    unmerge(sourceId: string, by: string): Change<NotMergeable>
    /** Moves messages to a new ticket, which it returns. */
    split(
      ticketId: string,
      by: string,
      part: { readonly subject: string; readonly messageIds: ReadonlyArray<string> },
    ): Change<UnfitTicket | NotSplittable | TooManyTickets>
  }
>()("core/tickets/Support") {
  static readonly layer = Layer.effect(
    Support,
    Effect.gen(function* () {
      const [write, writeJointly, read] = [yield* writer(Ticket), yield* jointWriter, yield* reader(Ticket)]

      const change = Effect.fnUntraced(function* <Refusal>(
        ticketId: string,
        decide: (nowMs: number) => Parameters<typeof write<Refusal>>[1],
      ) {
        const nowMs = yield* Clock.currentTimeMillis
        const { receipt } = yield* write(ticketId, decide(nowMs), ({ place }) => ({
          ticketId,
          number: place?.number ?? "",
        })).pipe(dieOnConflict)
        return { ...(receipt.answer as Omit<SavedTicket, "position">), position: receipt.position }
      })

      const changeBoth = Effect.fnUntraced(function* (
        sourceId: string,
        targetId: string,
        decide: (states: MergeStates) => ReturnType<ReturnType<typeof mergeTickets>>,
      ) {
        const parts = {
          source: { aggregate: Ticket, id: sourceId },
          target: { aggregate: Ticket, id: targetId },
        }
        const { receipt } = yield* writeJointly(parts, decide).pipe(dieOnConflict)
        const { place } = yield* read(targetId)
        return { ticketId: targetId, number: place?.number ?? "", position: receipt.position }
      })

      return Support.of({
        reply: Effect.fn("Support.reply")(function* (
          ticketId,
          by,
          { text, outcome, seen, sorting = NO_SORTING, files = [] },
        ) {
          const fit = yield* Effect.fromResult(readTicketText(text))
          return yield* change(ticketId, (nowMs) =>
            holdSortingReply({ by, messageId: uuidv7(nowMs), text: fit, files, outcome, seen, nowMs }, sorting),
          )
        }),
        takeBack: (ticketId, by) => change(ticketId, (nowMs) => takeBackReply({ by, nowMs })),
        note: Effect.fn("Support.note")(function* (ticketId, by, text, files = []) {
          const fit = yield* Effect.fromResult(readTicketText(text))
          return yield* change(ticketId, (nowMs) =>
            writeNote({ by, messageId: uuidv7(nowMs), text: fit, files, nowMs }),
          )
        }),
        assign: (ticketId, by, assignee) => change(ticketId, (nowMs) => assignTicket({ by, nowMs, assignee })),
        prioritise: (ticketId, by, priority) => change(ticketId, (nowMs) => prioritiseTicket({ by, nowMs, priority })),
        tag: Effect.fn("Support.tag")(function* (ticketId, by, tags) {
          const fit = yield* Effect.fromResult(readTicketTags(tags))
          return yield* change(ticketId, (nowMs) => tagTicket({ by, nowMs, tags: fit }))
        }),
        solve: (ticketId, by) => change(ticketId, (nowMs) => solveAsOperator({ by, nowMs })),

        merge: Effect.fn("Support.merge")(function* (sourceId, targetId, by) {
          const nowMs = yield* Clock.currentTimeMillis
          return yield* changeBoth(sourceId, targetId, mergeTickets({ by, nowMs }))
        }),
        unmerge: Effect.fn("Support.unmerge")(function* (sourceId, by) {
          const { mergedIntoId } = yield* read(sourceId)
          const nowMs = yield* Clock.currentTimeMillis
          const undone = yield* changeBoth(sourceId, mergedIntoId ?? sourceId, unmergeTickets({ by, nowMs }))
          const { place } = yield* read(sourceId)
          return { ...undone, ticketId: sourceId, number: place?.number ?? "" }
        }),

        split: Effect.fn("Support.split")(function* (ticketId, by, { subject, messageIds }) {
          const fit = yield* Effect.fromResult(readTicketForm({ subject, text: "-" }))
          const { place } = yield* read(ticketId)
          if (place === null) return yield* new NoTicket({})
          const { personId } = place
          const trySplit = Effect.gen(function* () {
            const nowMs = yield* Clock.currentTimeMillis
            const { ids, parts } = newTicketId(personId, nowMs)
            const moved = new Map(messageIds.map((messageId) => [messageId, uuidv7(nowMs)]))
            const decide = splitTicket({ by, nowMs, ids, subject: fit.subject, moved })
            const both = { source: { aggregate: Ticket, id: ticketId }, ...parts }
            const { receipt } = yield* writeJointly(both, decide, () => ids)
            return { ...(receipt.answer as typeof ids), position: receipt.position }
          })
          return yield* retryingNumber(trySplit)
        }),
      })
    }),
  )
}
