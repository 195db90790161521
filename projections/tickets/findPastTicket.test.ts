import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { ANY_VERSION, EventStore, eraseSubject, MemoryEventStore, Sealing, uuidv7 } from "#core/kernel"
import { type TicketEvent, TicketEvents, ticketNumberOf } from "#core/tickets"
import { findPastTicket } from "./findPastTicket.ts"
import type { QueuedTicket } from "./listQueue.ts"

const PERSON = "01890000-0000-7000-8000-000000000001"
const [A, B] = ["01890000-0000-7000-8000-000000000101", "01890000-0000-7000-8000-000000000102"]
const ADA = "operator:ada"
const at = (minute: number) => new Date(Date.UTC(2026, 10, 27, 9, minute)).toISOString()

const opened = (ticketId: string, subject: string, minute: number): TicketEvent => ({
  _tag: "tickets.TicketOpened.v1",
  topic: "wallet",
  ...{ ticketId, personId: PERSON, number: ticketNumberOf(ticketId), locale: "en", subject },
  ...{ policyVersion: 0, followsId: null, splitFromId: null, openedAt: at(minute) },
})
const wrote = (ticketId: string, text: string, minute: number): TicketEvent => ({
  _tag: "tickets.MessageAdded.v1",
  author: "person",
  source: "site",
  ...{ ticketId, personId: PERSON, by: `user:${PERSON}`, messageId: uuidv7(Date.parse(at(minute))) },
  ...{ isNote: false, text, attachmentIds: [], mailAuth: null, addedAt: at(minute) },
})

const append = Effect.fnUntraced(function* (ticketId: string, ...events: ReadonlyArray<TicketEvent>) {
  const store = yield* EventStore
  const id = uuidv7(Date.now())
  const encoded = yield* Effect.forEach(events, TicketEvents.encode)
  const streams = [{ stream: `ticket-${ticketId}`, expected: ANY_VERSION, events: encoded }]
  const { position } = yield* store.append({ commandId: id, correlationId: id, causationId: id, actor: ADA, streams })
  return position
})

const run = <A, E>(effect: Effect.Effect<A, E, EventStore | Sealing>) =>
  Effect.runPromise(effect.pipe(Effect.provide(Layer.merge(MemoryEventStore, Sealing.layerMemory))))

/** What a page of the ticket shows at a position. */
const shown = (position: number) =>
  Effect.map(findPastTicket({ ticketId: A, userCode: "A1" } as QueuedTicket, position), (past) =>
    past === null
      ? null
      : {
          subject: past.ticket.subject,
          priority: past.ticket.priority,
          texts: past.messages.map(({ number, text }) => [number === ticketNumberOf(A) ? "own" : "merged", text]),
        },
  )

it("shows a ticket as it was after each event, with what was merged into it at that time", async () => {
  const states = await run(
    Effect.gen(function* () {
      const first = yield* append(A, opened(A, "Where is it?", 0), wrote(A, "My withdrawal", 0))
      yield* append(B, opened(B, "Again", 1), wrote(B, "Still nothing", 1))
      const urgent = yield* append(A, {
        _tag: "tickets.TicketPrioritised.v1",
        priority: "urgent",
        ...{ ticketId: A, personId: PERSON, by: ADA, prioritisedAt: at(2) },
      })
      yield* append(B, {
        _tag: "tickets.TicketMerged.v1",
        ...{ ticketId: B, personId: PERSON, by: ADA, intoId: A, intoNumber: ticketNumberOf(A), mergedAt: at(3) },
      })
      const merged = yield* append(A, {
        _tag: "tickets.TicketAbsorbed.v1",
        ...{ ticketId: A, personId: PERSON, by: ADA, sourceId: B, absorbedAt: at(3) },
      })
      yield* append(B, {
        _tag: "tickets.TicketUnmerged.v1",
        ticketId: B,
        personId: PERSON,
        by: ADA,
        fromId: A,
        unmergedAt: at(4),
      })
      const apart = yield* append(A, {
        _tag: "tickets.TicketDetached.v1",
        ...{ ticketId: A, personId: PERSON, by: ADA, sourceId: B, detachedAt: at(4) },
      })
      return yield* Effect.forEach([first - 2, first, urgent, merged, apart], shown)
    }),
  )
  const own = ["own", "My withdrawal"]
  expect(states).toEqual([
    null,
    { subject: "Where is it?", priority: "normal", texts: [own] },
    { subject: "Where is it?", priority: "urgent", texts: [own] },
    { subject: "Where is it?", priority: "urgent", texts: [own, ["merged", "Still nothing"]] },
    { subject: "Where is it?", priority: "urgent", texts: [own] },
  ])
})

it("shows no text that was erased since", async () => {
  const state = await run(
    Effect.gen(function* () {
      const position = yield* append(A, opened(A, "Where is it?", 0), wrote(A, "My withdrawal", 0))
      yield* eraseSubject(A)
      return yield* shown(position)
    }),
  )
  expect(state).toEqual({ subject: "", priority: "normal", texts: [["own", ""]] })
})
