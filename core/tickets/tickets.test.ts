import { Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { EventStore, MemoryEventStore, replay, Sealing, uuidv7 } from "#core/kernel"
import { type TicketEvent, TicketEvents } from "./events.ts"
import { Support } from "./Support.ts"
import { ServiceLevels } from "./sla/policy/ServiceLevels.ts"
import { policyFormOf } from "./sla/policy/setPolicy.ts"
import { DEFAULT_POLICY } from "./sla/serviceLevels.ts"
import { Tickets } from "./Tickets.ts"
import { advanceTicket as advanceBy, dueMsOf as dueBy } from "./ticket/advanceTicket.ts"
import { forgetTicket, rateTicket, solveAsOperator, solveAsPerson } from "./ticket/endTicket.ts"
import { holdReply, holdSortingReply, takeBackReply } from "./ticket/holdReply.ts"
import { mergeTickets, unmergeTickets } from "./ticket/mergeTickets.ts"
import { openTicket } from "./ticket/openTicket.ts"
import { assignTicket, prioritiseTicket, tagTicket } from "./ticket/sortTicket.ts"
import { splitTicket } from "./ticket/splitTicket.ts"
import { isShownFile, Ticket, type TicketPlace, type TicketState, ticketNumberOf } from "./ticket/Ticket.ts"
import { writeAsPerson, writeNote } from "./ticket/writeMessage.ts"
import {
  CLOSE_AFTER_DAYS,
  MESSAGES_PER_HOUR_MAX,
  REPLY_HELD_SECONDS,
  TICKET_MESSAGES_MAX,
  TICKET_NUMBER,
  TICKET_TAGS_MAX,
  TICKET_TEXT_LENGTH_MAX,
  TICKETS_PER_DAY_MAX,
} from "./ticketRules.ts"

const NO_LEVELS = { first: null, next: null, resolution: null }
/** Without service levels, which have tests of their own. */
const NO_SLA = { ...DEFAULT_POLICY, targets: { low: NO_LEVELS, normal: NO_LEVELS, high: NO_LEVELS, urgent: NO_LEVELS } }
const advanceTicket = (ms: number) => advanceBy(ms, NO_SLA)
const dueMsOf = (state: TicketState) => dueBy(state, NO_SLA, nowMs)
const [personId, otherId] = ["01890000-0000-7000-8000-000000000001", "01890000-0000-7000-8000-000000000002"]
const [by, ben] = ["operator:ada", "operator:ben"]
const nowMs = Date.UTC(2026, 10, 27, 9)
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]

const placeOf = (index: number, owner = personId): TicketPlace => {
  const ticketId = `01890000-0000-7000-8000-0000000001${String(index).padStart(2, "0")}`
  return {
    ...{ ticketId, personId: owner, number: ticketNumberOf(ticketId) },
    ...{ topic: "wallet", locale: "en", policyVersion: 0 },
  }
}
const [place, second] = [placeOf(1), placeOf(2)]
const free = { number: null, owner: [] }
const opened = (of = place, atMs = nowMs): ReadonlyArray<TicketEvent> => {
  const first = { subject: "Where is it?", text: "My withdrawal", source: "site", mailAuth: null } as const
  const opening = { ...first, place: of, messageId: uuidv7(atMs), link: null, files: [], followsId: null, nowMs: atMs }
  return Result.getOrThrow(openTicket(opening)(free)).ticket
}
const stateOf = (...history: ReadonlyArray<TicketEvent>): TicketState => replay(Ticket, history)
/** Applies decisions in turn, each of which must succeed. */
const follow = (
  state: TicketState,
  ...decisions: ReadonlyArray<(state: TicketState) => Result.Result<ReadonlyArray<TicketEvent>, unknown>>
): TicketState =>
  decisions.reduce((before, decide) => Result.getOrThrow(decide(before)).reduce(Ticket.evolve, before), state)
const refusalOf = (decided: Result.Result<unknown, { readonly _tag: string }>) =>
  Result.isFailure(decided) ? decided.failure._tag : "accepted"

const write = (text = "Any news?", ms = nowMs, who = personId) =>
  writeAsPerson({ personId: who, messageId: uuidv7(ms), text, source: "site", mailAuth: null, files: [], nowMs: ms })
const hold = (seen: number, outcome: "waiting" | "solved" = "waiting", who = by, ms = nowMs) =>
  holdReply({ by: who, messageId: uuidv7(ms), text: "It is on its way.", files: [], outcome, seen, nowMs: ms })
const releaseMs = nowMs + REPLY_HELD_SECONDS * 1_000
const answered = (outcome: "waiting" | "solved" = "waiting") =>
  follow(stateOf(...opened()), hold(1, outcome), advanceTicket(releaseMs))

describe("a ticket", () => {
  it("has a number that does not tell how many there are", () => {
    const numbers = [1, 2, 3].map((index) => placeOf(index).number)
    for (const number of numbers) expect(number).toMatch(TICKET_NUMBER)
    expect(new Set(numbers).size).toBe(3)
  })

  it("waits for support, then for the person, and again for support after a reply", () => {
    expect(stateOf(...opened()).status).toBe("open")
    expect(answered().status).toBe("waiting")
    expect(follow(answered(), write()).status).toBe("open")
    expect(follow(answered("solved"), write()).status).toBe("open")
  })

  it(`can be opened ${TICKETS_PER_DAY_MAX} times a day by one person, and under a free number alone`, () => {
    const opening = {
      ...({ place, messageId: uuidv7(nowMs), subject: "Again", text: "x", source: "site", mailAuth: null } as const),
      ...{ link: null, files: [], followsId: null, nowMs },
    }
    const owned = (atMs: number) => Array.from({ length: TICKETS_PER_DAY_MAX }, () => ({ ticketId: "t", atMs }))
    expect(refusalOf(openTicket(opening)({ number: null, owner: owned(nowMs - HOUR_MS) }))).toBe("TooManyTickets")
    expect(refusalOf(openTicket(opening)({ number: null, owner: owned(nowMs - DAY_MS) }))).toBe("accepted")
    expect(refusalOf(openTicket(opening)({ number: "other", owner: [] }))).toBe("TicketNumberTaken")
  })

  it(`takes ${MESSAGES_PER_HOUR_MAX} messages of its person an hour, and ${TICKET_MESSAGES_MAX} in all`, () => {
    const busy = Array.from({ length: MESSAGES_PER_HOUR_MAX - 1 }, () => write())
    const state = follow(stateOf(...opened()), ...busy)
    expect(refusalOf(write()(state))).toBe("TooManyMessages")
    expect(refusalOf(write("Later", nowMs + HOUR_MS)(state))).toBe("accepted")
    const [message] = state.messages
    const full = {
      ...state,
      messages: Array.from({ length: TICKET_MESSAGES_MAX }, () => message as NonNullable<typeof message>),
    }
    expect(refusalOf(write("Later", nowMs + HOUR_MS)(full))).toBe("TooManyMessages")
    expect(refusalOf(hold(full.version)(full))).toBe("TooManyMessages")
  })

  it("does not exist for anybody else", () => {
    const state = answered("solved")
    const tries = [
      write("Mine?", nowMs, otherId),
      solveAsPerson({ personId: otherId, nowMs }),
      rateTicket({ personId: otherId, rating: "good", comment: "", nowMs }),
    ]
    for (const decide of tries) expect(refusalOf(decide(state))).toBe("NoTicket")
  })

  it("is never decided about by its own person", () => {
    const self = `user:${personId}`
    const decisions = [
      hold(1, "waiting", self),
      writeNote({ by: self, messageId: "m", text: "x", files: [], nowMs }),
      assignTicket({ by: self, nowMs, assignee: self }),
      prioritiseTicket({ by: self, nowMs, priority: "urgent" }),
      tagTicket({ by: self, nowMs, tags: ["vip"] }),
      solveAsOperator({ by: self, nowMs }),
    ]
    for (const decide of decisions) expect(refusalOf(decide(stateOf(...opened())))).toBe("OwnTicket")
  })

  it("is closed by its person, and closes by itself 14 days after it was solved", () => {
    const solved = follow(answered(), solveAsPerson({ personId, nowMs }))
    expect(solved.status).toBe("solved")
    const closingMs = nowMs + CLOSE_AFTER_DAYS * DAY_MS
    expect(dueMsOf(solved)).toBe(closingMs)
    expect(follow(solved, advanceTicket(closingMs - 1)).status).toBe("solved")
    const closed = follow(solved, advanceTicket(closingMs))
    expect([closed.status, dueMsOf(closed), refusalOf(write()(closed))]).toEqual(["closed", null, "TicketIsClosed"])
    // A reply starts the time again.
    const again = follow(solved, write("One more", closingMs - 1))
    expect([again.status, dueMsOf(again)]).toEqual(["open", null])
  })

  it("is rated after an answer, once it is solved", () => {
    const rate = rateTicket({ personId, rating: "good", comment: "Quick", nowMs })
    expect(refusalOf(rate(stateOf(...opened())))).toBe("TicketNotReady")
    expect(refusalOf(rate(answered()))).toBe("TicketNotReady")
    expect(refusalOf(rate(follow(stateOf(...opened()), solveAsPerson({ personId, nowMs }))))).toBe("TicketNotReady")
    expect(follow(answered("solved"), rate).rating).toBe("good")
  })
})

describe("an answer", () => {
  const answer = {
    ...({ by, messageId: uuidv7(nowMs), text: "It is on its way.", files: [] } as const),
    ...({ outcome: "solved", seen: 1, nowMs } as const),
  }

  it("from a macro also adds its tags and sets its priority", () => {
    const tagged = follow(stateOf(...opened()), tagTicket({ by, nowMs, tags: ["wallet"] }))
    const after = follow(tagged, holdSortingReply(answer, { tags: ["late", "wallet"], priority: "high" }))
    expect(after).toMatchObject({ tags: ["wallet", "late"], priority: "high", held: { outcome: "solved" } })
    expect(follow(tagged, holdSortingReply(answer, { tags: [], priority: null })).priority).toBe("normal")
  })

  it("from a macro is refused as a whole if the tags become too many", () => {
    const tags = Array.from({ length: TICKET_TAGS_MAX }, (_, n) => `tag ${n}`)
    const full = follow(stateOf(...opened()), tagTicket({ by, nowMs, tags }))
    expect(refusalOf(holdSortingReply(answer, { tags: ["late"], priority: "high" })(full))).toBe("UnfitTicket")
  })

  it("leaves after 15 seconds, and can be taken back until then", () => {
    const held = follow(stateOf(...opened()), hold(1))
    expect([held.messages.length, held.status, dueMsOf(held)]).toEqual([1, "open", releaseMs])
    expect(follow(held, advanceTicket(releaseMs - 1)).messages.length).toBe(1)
    expect(follow(held, advanceTicket(releaseMs)).messages.length).toBe(2)
    const back = follow(held, takeBackReply({ by: ben, nowMs }))
    expect([follow(back, advanceTicket(releaseMs)).messages.length, dueMsOf(back)]).toEqual([1, null])
    expect(refusalOf(takeBackReply({ by, nowMs })(follow(held, advanceTicket(releaseMs))))).toBe("NoHeldReply")
  })

  it("is refused if something was said since it was written, or another one is about to leave", () => {
    const state = follow(stateOf(...opened()), write())
    expect(refusalOf(hold(1)(state))).toBe("ReplyOutdated")
    expect(refusalOf(hold(2)(state))).toBe("accepted")
    expect(refusalOf(hold(2, "waiting", ben)(follow(state, hold(2))))).toBe("ReplyOutdated")
    // A note is not said to the person.
    const noted = follow(state, writeNote({ by: ben, messageId: "n", text: "Known problem", files: [], nowMs }))
    expect(refusalOf(hold(2)(noted))).toBe("accepted")
  })

  it("leaves the ticket open if the person wrote in the meantime", () => {
    const state = follow(stateOf(...opened()), hold(1, "solved"), write("Wait!"), advanceTicket(releaseMs))
    expect([state.status, state.messages.map(({ author }) => author)]).toEqual([
      "open",
      ["person", "person", "operator"],
    ])
  })
})

describe("service levels", () => {
  it("that were missed are recorded once, and tell when the next one is due", () => {
    const state = stateOf(...opened())
    const dueMs = dueBy(state, DEFAULT_POLICY, nowMs) ?? 0
    // Nine working hours after nine o'clock.
    expect(dueMs).toBe(nowMs + 9 * HOUR_MS)
    expect(Result.getOrThrow(advanceBy(dueMs - 1, DEFAULT_POLICY)(state))).toEqual([])
    const late = follow(state, advanceBy(dueMs, DEFAULT_POLICY))
    expect(late.breaches).toEqual(["first.1"])
    expect(Result.getOrThrow(advanceBy(dueMs + HOUR_MS, DEFAULT_POLICY)(late))).toEqual([])
    expect(dueBy(late, DEFAULT_POLICY, dueMs)).toBeGreaterThan(dueMs)
  })
})

describe("files of support", () => {
  const file = { attachmentId: "a1", mediaType: "application/pdf", bytes: 9, name: "guide.pdf", key: "k" }
  const holdWithFile = holdReply({
    ...{ by, messageId: "m2", text: "See the guide.", files: [file], outcome: "waiting", seen: 1, nowMs },
  })

  it("are the person’s once the answer has left, and not before", () => {
    const held = follow(stateOf(...opened()), holdWithFile)
    expect([isShownFile(held, "a1"), isShownFile(follow(held, advanceTicket(releaseMs)), "a1")]).toEqual([false, true])
  })

  it("of an answer that was taken back, and of a note, are never the person’s", () => {
    const note = writeNote({ by, messageId: "n", text: "Only for us", files: [{ ...file, attachmentId: "a2" }], nowMs })
    const state = follow(
      stateOf(...opened()),
      holdWithFile,
      takeBackReply({ by, nowMs }),
      note,
      advanceTicket(releaseMs),
    )
    expect(state.attachments.map(({ attachmentId }) => attachmentId)).toEqual(["a1", "a2"])
    expect([isShownFile(state, "a1"), isShownFile(state, "a2")]).toEqual([false, false])
  })
})

describe("a merge", () => {
  const [source, target] = [stateOf(...opened(place)), stateOf(...opened(second))]
  const merge = mergeTickets({ by, nowMs })
  const both = (states: { source: TicketState; target: TicketState }, decide: typeof merge) => {
    const made = Result.getOrThrow(decide(states))
    return {
      source: made.source.reduce(Ticket.evolve, states.source),
      target: made.target.reduce(Ticket.evolve, states.target),
    }
  }

  it("is a pointer that answers follow, and that is undone without a trace", () => {
    const merged = both({ source, target }, merge)
    expect([merged.source.mergedIntoId, merged.target.absorbedIds]).toEqual([second.ticketId, [place.ticketId]])
    expect(refusalOf(write()(merged.source))).toBe("TicketIsMerged")
    expect(refusalOf(hold(1)(merged.source))).toBe("TicketIsMerged")
    const undone = both(merged, unmergeTickets({ by, nowMs }))
    expect({ ...undone.source, clock: [] }).toEqual({ ...source, clock: [] })
    expect(undone.target).toEqual(target)
  })

  it("never makes a cycle or a chain, and never joins two people", () => {
    const merged = both({ source, target }, merge)
    const third = stateOf(...opened(placeOf(3)))
    const stranger = stateOf(...opened(placeOf(4, otherId)))
    const held = follow(source, hold(1))
    const tries = [
      { source: merged.target, target: merged.source },
      { source: merged.target, target: third },
      { source: merged.source, target: third },
      { source: third, target: merged.source },
      { source, target: source },
      { source, target: stranger },
      { source: held, target },
    ]
    for (const states of tries) expect(refusalOf(merge(states))).toBe("NotMergeable")
    expect(Result.getOrThrow(merge(merged))).toEqual({ source: [], target: [] })
  })
})

describe("a split", () => {
  const state = follow(stateOf(...opened()), write("Another question", nowMs + 1_000))
  const [first, other] = state.messages.map(({ messageId }) => messageId) as [string, string]
  const ids = { ticketId: second.ticketId, number: second.number }
  const split = (...messageIds: ReadonlyArray<string>) =>
    splitTicket({ by, nowMs, ids, subject: "Another", moved: new Map(messageIds.map((id) => [id, `${id}c`])) })

  it("moves messages to a new ticket of the same person, with their times", () => {
    const made = Result.getOrThrow(split(other)({ source: state, ...free }))
    const from = made.source.reduce(Ticket.evolve, state)
    const to = stateOf(...made.ticket)
    expect(from.messages.map(({ isMoved }) => isMoved)).toEqual([false, true])
    expect([to.subject, to.place?.personId, to.status]).toEqual(["Another", personId, "open"])
    expect(to.messages.map(({ text, atMs }) => [text, atMs])).toEqual([["Another question", nowMs + 1_000]])
  })

  it("needs messages of this ticket, and leaves some", () => {
    for (const chosen of [[], [first, other], ["unknown"]])
      expect(refusalOf(split(...chosen)({ source: state, ...free }))).toBe("NotSplittable")
  })
})

describe("the tickets of a person who left", () => {
  it("are forgotten once, and take nothing more", () => {
    const missing = follow(follow(stateOf(...opened()), hold(1)), forgetTicket({ personId, nowMs }))
    expect([missing.subject, missing.messages.map(({ text }) => text), missing.held, dueMsOf(missing)]).toEqual([
      "",
      [""],
      null,
      null,
    ])
    for (const decide of [write(), hold(1), takeBackReply({ by, nowMs })])
      expect(refusalOf(decide(missing))).toBe("NoTicket")
    expect(Result.getOrThrow(forgetTicket({ personId, nowMs })(missing))).toEqual([])
    expect(Result.getOrThrow(advanceTicket(releaseMs)(missing))).toEqual([])
  })
})

const layer = Layer.mergeAll(Tickets.layer, Support.layer).pipe(
  Layer.provideMerge(Layer.merge(MemoryEventStore, Sealing.layerMemory)),
)
const run = <A>(
  effect: Effect.Effect<A, unknown, Tickets | Support | ServiceLevels | EventStore | Sealing>,
): Promise<A> => Effect.runPromise(effect.pipe(Effect.orDie, Effect.provide(layer), Effect.provide(TestClock.layer())))
const form = {
  topic: "wallet",
  subject: " My  withdrawal ",
  text: "Where?\r\nIt",
  locale: "de",
  link: null,
  files: [],
} as const

describe("the service", () => {
  it("seals what people write for the ticket, and erases it when they leave", () =>
    run(
      Effect.gen(function* () {
        const [tickets, store] = [yield* Tickets, yield* EventStore]
        const { ticketId, number } = yield* tickets.open(personId, form)
        const events = yield* store.readStream(`ticket-${ticketId}`)
        expect(JSON.stringify(events.map(({ data }) => data))).not.toMatch(/Where|withdrawal/)
        expect((yield* tickets.read(ticketId)).subject).toBe("My withdrawal")
        yield* tickets.forget(personId)
        yield* tickets.forget(personId)
        const erased = yield* Effect.forEach(yield* store.readStream(`ticket-${ticketId}`), TicketEvents.decode)
        expect(erased[0]).toMatchObject({ _tag: "tickets.TicketOpened.v1", subject: null })
        expect(erased.at(-1)?._tag).toBe("tickets.TicketForgotten.v1")
        expect((yield* Effect.flip(tickets.reply(personId, number, "Still there?")))._tag).toBe("NoTicket")
      }),
    ))

  it("takes an answer to a merged ticket to the other one, and one to a closed ticket to a new one", () =>
    run(
      Effect.gen(function* () {
        const [tickets, support] = [yield* Tickets, yield* Support]
        const [one, two] = [yield* tickets.open(personId, form), yield* tickets.open(personId, form)]
        yield* support.merge(one.ticketId, two.ticketId, by)
        expect((yield* tickets.reply(personId, one.number, "Hello?")).number).toBe(two.number)
        yield* support.unmerge(one.ticketId, by)
        expect((yield* tickets.reply(personId, one.number, "Hello?")).number).toBe(one.number)
        yield* tickets.close(personId, one.number)
        yield* TestClock.adjust(`${CLOSE_AFTER_DAYS} days`)
        yield* tickets.advance(one.ticketId)
        const next = yield* tickets.reply(personId, one.number, "It is back")
        expect([one.number, two.number]).not.toContain(next.number)
        const state = yield* tickets.read(next.ticketId)
        expect([state.subject, state.messages.map(({ text }) => text)]).toEqual(["My withdrawal", ["It is back"]])
      }),
    ))

  it("keeps a ticket under the service levels of its opening, also if stricter ones follow", () =>
    run(
      Effect.gen(function* () {
        const [tickets, levels] = [yield* Tickets, yield* ServiceLevels]
        const before = yield* tickets.open(personId, form)
        const hours = policyFormOf(DEFAULT_POLICY)
        yield* levels.set({ ...hours, normal: "0.5 1 2", sunday: "0:00-24:00", thursday: "0:00-24:00" }, by)
        yield* levels.set({ ...hours, normal: "0.5 1 2", sunday: "0:00-24:00", thursday: "0:00-24:00" }, by)
        const after = yield* tickets.open(personId, form)
        const placeOfTicket = (id: string) => Effect.map(tickets.read(id), (state) => state.place?.policyVersion)
        expect([yield* placeOfTicket(before.ticketId), yield* placeOfTicket(after.ticketId)]).toEqual([0, 1])
        // The test's clock begins on a Thursday at midnight: the default works from nine on.
        expect([yield* tickets.dueMs(before.ticketId), yield* tickets.dueMs(after.ticketId)]).toEqual([
          18 * HOUR_MS,
          HOUR_MS / 2,
        ])
        yield* TestClock.adjust("1 hour")
        yield* tickets.advance(before.ticketId)
        yield* tickets.advance(after.ticketId)
        expect([
          (yield* tickets.read(before.ticketId)).breaches,
          (yield* tickets.read(after.ticketId)).breaches,
        ]).toEqual([[], ["first.1"]])
      }),
    ))

  it("names every problem of a form at once", () =>
    run(
      Effect.gen(function* () {
        const tickets = yield* Tickets
        const long = "x".repeat(TICKET_TEXT_LENGTH_MAX + 1)
        const refused = yield* Effect.flip(tickets.open(personId, { ...form, subject: "a", text: long }))
        expect(refused).toMatchObject({
          _tag: "UnfitTicket",
          problems: [
            { field: "subject", problem: "subject.short" },
            { field: "text", problem: "text.long" },
          ],
        })
        expect(yield* tickets.idOf("T0000000")).toBe(null)
        expect((yield* Effect.flip(tickets.reply(personId, "T00000000", "x")))._tag).toBe("NoTicket")
      }),
    ))
})
