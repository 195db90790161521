import { Clock, Context, Effect, Layer } from "effect"
import {
  dieOnConflict,
  type EventStore,
  eraseSubject,
  jointWriter,
  reader,
  type Sealing,
  uuidv7,
  writer,
} from "#core/kernel"
import type {
  NoTicket,
  TicketIsClosed,
  TicketNotReady,
  TooManyMessages,
  TooManyTickets,
  UnfitTicket,
} from "./refusals.ts"
import { NoTicket as NoTicketRefusal } from "./refusals.ts"
import { ServiceLevels } from "./sla/policy/ServiceLevels.ts"
import { advanceTicket, dueMsOf } from "./ticket/advanceTicket.ts"
import { forgetTicket, rateTicket, solveAsPerson } from "./ticket/endTicket.ts"
import { newTicketId, retryingNumber } from "./ticket/newTicketId.ts"
import { type Opening, openTicket } from "./ticket/openTicket.ts"
import { readRatingComment, readTicketForm, readTicketText } from "./ticket/readTicketForm.ts"
import { Ticket, type TicketAttachment, TicketNumber, TicketOwner, type TicketState } from "./ticket/Ticket.ts"
import { writeAsPerson } from "./ticket/writeMessage.ts"
import { type MessageSource, TICKET_NUMBER, type TicketRating, type TicketTopic } from "./ticketRules.ts"

/** A ticket after a command, and the log position from which it can be read. */
export type SavedTicket = { readonly ticketId: string; readonly number: string; readonly position: number }

export type TicketForm = {
  readonly topic: TicketTopic
  readonly subject: string
  readonly text: string
  readonly locale: string
  readonly link: Opening["link"]
  /** Files that the person uploaded for it. */
  readonly files: ReadonlyArray<TicketAttachment>
}

/** How a message of the person came. */
export type Delivery = {
  readonly source: Exclude<MessageSource, "operator">
  readonly mailAuth: string | null
  readonly files: ReadonlyArray<TicketAttachment>
}
const FROM_SITE: Delivery = { source: "site", mailAuth: null, files: [] }

/** Support tickets as their people use them. Nobody else's ticket exists for them. Named by number, or by id inside. */
export class Tickets extends Context.Service<
  Tickets,
  {
    open(personId: string, form: TicketForm): Effect.Effect<SavedTicket, UnfitTicket | TooManyTickets>
    /** Writes into a ticket, or into the one that it was merged into; after its end into a new one. */
    reply(
      personId: string,
      number: string,
      text: string,
      delivery?: Delivery,
    ): Effect.Effect<SavedTicket, UnfitTicket | NoTicket | TooManyMessages | TooManyTickets>
    /** The person needs no answer any more. */
    close(personId: string, number: string): Effect.Effect<SavedTicket, NoTicket>
    rate(
      personId: string,
      number: string,
      rating: TicketRating,
      comment: string,
    ): Effect.Effect<SavedTicket, NoTicket | TicketNotReady | UnfitTicket>
    /** The id of a number; null if there is no such ticket. */
    idOf(number: string): Effect.Effect<string | null>
    /** The whole ticket from the log. */
    read(ticketId: string): Effect.Effect<TicketState>
    /** Does what is due: lets held replies go, records missed service levels, closes solved tickets. */
    advance(ticketId: string): Effect.Effect<void>
    /** When the next such thing is due, in milliseconds since 1970; null for never. */
    dueMs(ticketId: string): Effect.Effect<number | null>
    /** Forgets all tickets of an erased person, and drops their keys. */
    forget(personId: string): Effect.Effect<void>
  }
>()("core/tickets/Tickets") {
  static readonly layer = Layer.effect(
    Tickets,
    Effect.gen(function* () {
      const levels = yield* ServiceLevels
      const [write, writeJointly] = [yield* writer(Ticket), yield* jointWriter]
      const [read, readNumber, readOwner] = [
        yield* reader(Ticket),
        yield* reader(TicketNumber),
        yield* reader(TicketOwner),
      ]
      const services = yield* Effect.context<EventStore | Sealing>()

      /** A ticket keeps the service levels under which it was opened. */
      const readWithPolicy = Effect.fnUntraced(function* (ticketId: string) {
        const state = yield* read(ticketId)
        return { state, policy: yield* levels.version(state.place?.policyVersion ?? 0) }
      })
      const idOf = (number: string) =>
        TICKET_NUMBER.test(number) ? readNumber(number) : Effect.succeed<string | null>(null)
      const requireId = Effect.fnUntraced(function* (number: string) {
        return (yield* idOf(number)) ?? (yield* new NoTicketRefusal({}))
      })

      const openWith = Effect.fnUntraced(function* (
        opening: Omit<Opening, "place" | "messageId" | "nowMs"> & Pick<TicketForm, "topic" | "locale">,
        personId: string,
      ) {
        const nowMs = yield* Clock.currentTimeMillis
        const { ids, parts } = newTicketId(personId, nowMs)
        const { version: policyVersion } = yield* levels.current
        const place = { ...ids, personId, topic: opening.topic, locale: opening.locale, policyVersion }
        const decide = openTicket({ ...opening, place, messageId: uuidv7(nowMs), nowMs })
        const { receipt } = yield* writeJointly(parts, decide, () => ids)
        // A repeated command answers with the ticket that the first one opened.
        return { ...(receipt.answer as typeof ids), position: receipt.position }
      })

      /** A closed ticket is continued by a new one about the same. */
      const continueTicket = Effect.fnUntraced(function* (
        personId: string,
        ended: TicketState,
        said: { readonly text: string } & Delivery,
      ) {
        const { place, subject, link } = ended
        if (place === null) return yield* new NoTicketRefusal({})
        const { topic, locale, ticketId: followsId } = place
        return yield* retryingNumber(openWith({ topic, locale, subject, link, followsId, ...said }, personId))
      })

      /** A command of the person on one ticket; one that was merged passes it on. */
      const change = Effect.fnUntraced(function* <Refusal extends { readonly _tag: string }>(
        ticketId: string,
        decide: Parameters<typeof write<Refusal>>[1],
      ) {
        const { receipt } = yield* write(ticketId, decide, ({ place }) => ({
          ticketId: place?.ticketId ?? ticketId,
          number: place?.number ?? "",
        })).pipe(dieOnConflict)
        return { ...(receipt.answer as Omit<SavedTicket, "position">), position: receipt.position }
      })

      return Tickets.of({
        open: Effect.fn("Tickets.open")(function* (personId, { subject, text, topic, locale, link, files }) {
          const fit = yield* Effect.fromResult(readTicketForm({ subject, text }))
          return yield* retryingNumber(
            openWith({ ...fit, ...FROM_SITE, topic, locale, link, files, followsId: null }, personId),
          )
        }),

        reply: Effect.fn("Tickets.reply")(function* (personId, number, text, delivery = FROM_SITE) {
          const fit = yield* Effect.fromResult(readTicketText(text, delivery.files.length > 0))
          const firstId = yield* requireId(number)
          const nowMs = yield* Clock.currentTimeMillis
          const said = { personId, messageId: uuidv7(nowMs), text: fit, ...delivery, nowMs }
          const speakIn = (ticketId: string) => change(ticketId, writeAsPerson(said))
          return yield* speakIn(firstId).pipe(
            Effect.catchTag("TicketIsMerged", ({ intoId }) => speakIn(intoId)),
            // Merges have one step: the target of one is never merged itself.
            Effect.catchTag("TicketIsMerged", Effect.die),
            Effect.catchTag(
              "TicketIsClosed",
              Effect.fnUntraced(function* (_: TicketIsClosed) {
                const ended = yield* read(firstId)
                const last = ended.mergedIntoId === null ? ended : yield* read(ended.mergedIntoId)
                return yield* continueTicket(personId, last, { text: fit, ...delivery })
              }),
            ),
          )
        }),

        close: Effect.fn("Tickets.close")(function* (personId, number) {
          const ticketId = yield* requireId(number)
          const decide = solveAsPerson({ personId, nowMs: yield* Clock.currentTimeMillis })
          return yield* change(ticketId, decide).pipe(
            Effect.catchTag("TicketIsMerged", ({ intoId }) => change(intoId, decide)),
            Effect.catchTag("TicketIsMerged", Effect.die),
          )
        }),

        rate: Effect.fn("Tickets.rate")(function* (personId, number, rating, comment) {
          const fit = yield* Effect.fromResult(readRatingComment(comment))
          const ticketId = yield* requireId(number)
          const nowMs = yield* Clock.currentTimeMillis
          return yield* change(ticketId, rateTicket({ personId, rating, comment: fit, nowMs }))
        }),

        idOf,
        read,

        advance: Effect.fn("Tickets.advance")(function* (ticketId) {
          const { policy } = yield* readWithPolicy(ticketId)
          yield* write(ticketId, advanceTicket(yield* Clock.currentTimeMillis, policy)).pipe(dieOnConflict)
        }),

        dueMs: Effect.fn("Tickets.dueMs")(function* (ticketId) {
          const { state, policy } = yield* readWithPolicy(ticketId)
          return dueMsOf(state, policy, yield* Clock.currentTimeMillis)
        }),

        forget: Effect.fn("Tickets.forget")(function* (personId) {
          for (const { ticketId } of yield* readOwner(personId)) {
            const nowMs = yield* Clock.currentTimeMillis
            // The event first: nothing can be written to a ticket after its key is gone.
            yield* write(ticketId, forgetTicket({ personId, nowMs })).pipe(dieOnConflict)
            yield* Effect.provide(eraseSubject(ticketId), services)
          }
        }),
      })
    }),
  ).pipe(Layer.provideMerge(ServiceLevels.layer))
}
