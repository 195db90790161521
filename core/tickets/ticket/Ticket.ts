import { type Aggregate, shortId } from "#core/kernel"
import {
  type TicketEvent,
  TicketEvent as TicketEventSchema,
  TicketEvents,
  type TicketNumberEvent,
  TicketNumberEvents,
  type TicketOwnerEvent,
  TicketOwnerEvents,
} from "../events.ts"
import type { ClockFact } from "../sla/ClockFact.ts"
import type {
  MessageSource,
  TicketLinkKind,
  TicketPriority,
  TicketRating,
  TicketStatus,
  TicketTopic,
} from "../ticketRules.ts"

/** The owner of the ticket, and what never changes. */
export type TicketPlace = {
  readonly ticketId: string
  readonly personId: string
  readonly number: string
  readonly topic: TicketTopic
  readonly locale: string
  readonly policyVersion: number
}

export type TicketMessage = {
  readonly messageId: string
  readonly author: "person" | "operator"
  readonly source: MessageSource
  readonly isNote: boolean
  /** Empty after an erasure. */
  readonly text: string
  readonly attachmentIds: ReadonlyArray<string>
  readonly atMs: number
  /** It went on in another ticket. */
  readonly isMoved: boolean
}

export type TicketAttachment = {
  readonly attachmentId: string
  readonly mediaType: string
  readonly bytes: number
  readonly name: string
  /** Null after an erasure. */
  readonly key: string | null
}

/** An answer that can still be taken back. */
export type HeldReply = {
  readonly messageId: string
  readonly by: string
  readonly text: string
  readonly attachmentIds: ReadonlyArray<string>
  readonly outcome: "waiting" | "solved"
  readonly releaseMs: number
  /** The version of the ticket that its author had read. */
  readonly version: number
}

export type TicketState = {
  /** Null before it was opened. */
  readonly place: TicketPlace | null
  readonly subject: string
  readonly status: TicketStatus
  readonly priority: TicketPriority
  readonly assignee: string | null
  readonly tags: ReadonlyArray<string>
  readonly link: { readonly kind: TicketLinkKind; readonly targetId: string } | null
  readonly messages: ReadonlyArray<TicketMessage>
  readonly attachments: ReadonlyArray<TicketAttachment>
  readonly held: HeldReply | null
  /** Public messages so far: an answer names the number that its author had read. */
  readonly version: number
  readonly solvedMs: number | null
  readonly rating: TicketRating | null
  readonly mergedIntoId: string | null
  readonly absorbedIds: ReadonlyArray<string>
  /** What the service levels depend on. */
  readonly clock: ReadonlyArray<ClockFact>
  /** Breaches that were recorded, as `kind.round`. */
  readonly breaches: ReadonlyArray<string>
  readonly isForgotten: boolean
}

/** A support ticket, by its id. */
export const Ticket: Aggregate<TicketState, TicketEvent> = {
  category: "ticket",
  events: TicketEvents,
  initial: {
    place: null,
    subject: "",
    status: "open",
    priority: "normal",
    assignee: null,
    tags: [],
    link: null,
    messages: [],
    attachments: [],
    held: null,
    version: 0,
    solvedMs: null,
    rating: null,
    mergedIntoId: null,
    absorbedIds: [],
    clock: [],
    breaches: [],
    isForgotten: false,
  },
  evolve: (state, event) =>
    TicketEventSchema.match(event, {
      "tickets.TicketOpened.v1": ({ subject, openedAt, ...opened }): TicketState => ({
        ...state,
        place: placeOf(opened),
        subject: subject ?? "",
        clock: [{ kind: "opened", atMs: Date.parse(openedAt) }],
      }),
      "tickets.MessageAdded.v1": ({ messageId, author, source, isNote, text, attachmentIds, addedAt }): TicketState => {
        const atMs = Date.parse(addedAt)
        const message = { messageId, author, source, isNote, text: text ?? "", attachmentIds, atMs, isMoved: false }
        const messages = [...state.messages, message]
        if (isNote) return { ...state, messages }
        // What the person says always waits for an answer.
        const isAsking = author === "person"
        return {
          ...state,
          messages,
          version: state.version + 1,
          ...(isAsking && { status: "open", solvedMs: null, clock: [...state.clock, { kind: "asked", atMs }] }),
        }
      },
      "tickets.AttachmentAdded.v1": ({ attachmentId, mediaType, bytes, name, key }) => ({
        ...state,
        attachments: [...state.attachments, { attachmentId, mediaType, bytes, name: name ?? "", key }],
      }),
      "tickets.ReplyHeld.v1": ({ messageId, by, text, attachmentIds, outcome, releaseAt }) => ({
        ...state,
        held: {
          ...{ messageId, by, text: text ?? "", attachmentIds, outcome },
          ...{ releaseMs: Date.parse(releaseAt), version: state.version },
        },
      }),
      "tickets.ReplyReleased.v1": ({ messageId, outcome, releasedAt }): TicketState => {
        const atMs = Date.parse(releasedAt)
        const { text, attachmentIds } = state.held ?? { text: "", attachmentIds: [] }
        const of = { messageId, author: "operator", source: "operator", isNote: false, isMoved: false } as const
        return {
          ...state,
          messages: [...state.messages, { ...of, text, attachmentIds, atMs }],
          held: null,
          version: state.version + 1,
          status: outcome,
          solvedMs: outcome === "solved" ? atMs : null,
          clock: [...state.clock, { kind: "answered", atMs }, { kind: outcome, atMs }],
        }
      },
      "tickets.ReplyTakenBack.v1": () => ({ ...state, held: null }),
      "tickets.TicketSolved.v1": ({ solvedAt }): TicketState => {
        const atMs = Date.parse(solvedAt)
        return { ...state, status: "solved", solvedMs: atMs, clock: [...state.clock, { kind: "solved", atMs }] }
      },
      "tickets.TicketReopened.v1": ({ reopenedAt }): TicketState => ({
        ...state,
        status: "open",
        solvedMs: null,
        clock: [...state.clock, { kind: "reopened", atMs: Date.parse(reopenedAt) }],
      }),
      "tickets.TicketClosed.v1": (): TicketState => ({ ...state, status: "closed" }),
      "tickets.TicketAssigned.v1": ({ assignee }) => ({ ...state, assignee }),
      "tickets.TicketPrioritised.v1": ({ priority, prioritisedAt }): TicketState => ({
        ...state,
        priority,
        clock: [...state.clock, { kind: "prioritised", atMs: Date.parse(prioritisedAt), priority }],
      }),
      "tickets.TicketTagged.v1": ({ tags }) => ({ ...state, tags }),
      "tickets.TicketLinked.v1": ({ kind, targetId }) => ({ ...state, link: { kind, targetId } }),
      "tickets.TicketMerged.v1": ({ intoId, mergedAt }): TicketState => ({
        ...state,
        mergedIntoId: intoId,
        clock: [...state.clock, { kind: "paused", atMs: Date.parse(mergedAt) }],
      }),
      "tickets.TicketUnmerged.v1": ({ unmergedAt }): TicketState => ({
        ...state,
        mergedIntoId: null,
        clock: [...state.clock, { kind: "resumed", atMs: Date.parse(unmergedAt) }],
      }),
      "tickets.TicketAbsorbed.v1": ({ sourceId }) => ({ ...state, absorbedIds: [...state.absorbedIds, sourceId] }),
      "tickets.TicketDetached.v1": ({ sourceId }) => ({
        ...state,
        absorbedIds: state.absorbedIds.filter((id) => id !== sourceId),
      }),
      "tickets.TicketSplit.v1": ({ messageIds }) => ({
        ...state,
        messages: state.messages.map((message) =>
          messageIds.includes(message.messageId) ? { ...message, isMoved: true } : message,
        ),
      }),
      "tickets.SlaBreached.v1": ({ kind, round }) => ({ ...state, breaches: [...state.breaches, `${kind}.${round}`] }),
      "tickets.TicketRated.v1": ({ rating }) => ({ ...state, rating }),
      "tickets.TicketForgotten.v1": (): TicketState => ({
        ...state,
        ...{ subject: "", status: "closed", held: null, link: null, isForgotten: true },
        messages: state.messages.map((message) => ({ ...message, text: "" })),
        attachments: [],
      }),
    }),
}

/** Whether a message that the person sees has this file. Files of notes and of answers that did not leave are not theirs. */
export const isShownFile = ({ messages }: TicketState, attachmentId: string): boolean =>
  messages.some(({ isNote, attachmentIds }) => !isNote && attachmentIds.includes(attachmentId))

const placeOf = ({ ticketId, personId, number, topic, locale, policyVersion }: TicketPlace): TicketPlace => ({
  ...{ ticketId, personId, number },
  ...{ topic, locale, policyVersion },
})

/** The number of a ticket, derived from its id. */
export const ticketNumberOf = (ticketId: string): string => `T${shortId("ticket", ticketId).slice(0, 8).toUpperCase()}`

/** The ticket with a number; null if the number is free. */
export const TicketNumber: Aggregate<string | null, TicketNumberEvent> = {
  category: "ticketnumber",
  events: TicketNumberEvents,
  initial: null,
  evolve: (_, { ticketId }) => ticketId,
}

/** The tickets of a person, oldest first. */
export const TicketOwner: Aggregate<
  ReadonlyArray<{ readonly ticketId: string; readonly atMs: number }>,
  TicketOwnerEvent
> = {
  category: "ticketowner",
  events: TicketOwnerEvents,
  initial: [],
  evolve: (tickets, { ticketId, countedAt }) => [...tickets, { ticketId, atMs: Date.parse(countedAt) }],
}
