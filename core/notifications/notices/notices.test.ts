import { Effect, HashMap, Layer, Result } from "effect"
import { describe, expect, it } from "vitest"
import { EventStore, MemoryEventStore, replay, Sealing } from "#core/kernel"
import { NOTICES_KEPT_MAX } from "../contract.ts"
import { type NoticesEvent, NoticesEvents } from "./events.ts"
import { forgetNotices } from "./forgetNotices.ts"
import { giveNotice, type Notice, noticeIdOf } from "./giveNotice.ts"
import { Notices } from "./Notices.ts"
import { PersonNotices } from "./PersonNotices.ts"
import { readNotices } from "./readNotices.ts"

const personId = "01890000-0000-7000-8000-000000000001"
const nowIso = "2026-11-21T08:30:00.000Z"
const by = { personId, nowIso }
const notice: Notice = { type: "Account", content: { kind: "stepOn", values: {} }, givenAt: nowIso }

const given = (...types: ReadonlyArray<Notice["type"]>): ReadonlyArray<NoticesEvent> => {
  const history: Array<NoticesEvent> = []
  let state = PersonNotices.initial
  for (const type of types) {
    const noticeId = noticeIdOf(personId, `${history.length}`)
    const facts = Result.getOrThrow(giveNotice({ personId, noticeId, ...notice, type })(state))
    history.push(...facts)
    state = facts.reduce(PersonNotices.evolve, state)
  }
  return history
}
const read = (which: Parameters<typeof readNotices>[0], history: ReadonlyArray<NoticesEvent>) =>
  Result.getOrThrow(readNotices(which)(by)(replay(PersonNotices, history)))

describe("notices of a person", () => {
  it("are numbered from 1 without a gap", () => {
    expect(given("System", "Account", "Account").map((each) => "seq" in each && each.seq)).toEqual([1, 2, 3])
  })

  it("are marked as read individually or by type, once", () => {
    const history = given("System", "Account", "Account")
    const one = read({ seq: 2 }, history)
    expect(one).toEqual([{ _tag: "notifications.NoticeRead.v1", personId, seq: 2, readAt: nowIso }])
    expect(read({ seq: 2 }, [...history, ...one])).toEqual([])
    expect(read({ seq: 4 }, history)).toEqual([])
    const rest = read({ type: "Account" }, [...history, ...one])
    expect(rest).toEqual([{ _tag: "notifications.NoticesRead.v1", personId, upTo: 3, type: "Account", readAt: nowIso }])
    expect([...replay(PersonNotices, [...history, ...one, ...rest]).unread]).toEqual([[1, "System"]])
    expect(read({ type: "Account" }, [...history, ...one, ...rest])).toEqual([])
    expect(read({ type: null }, [...history, ...rest])).toMatchObject([{ upTo: 3, type: null }])
  })

  it("stay unread as long as they are kept", () => {
    const many = given(...Array.from({ length: NOTICES_KEPT_MAX + 1 }, () => "System" as const))
    const { unread } = replay(PersonNotices, many)
    expect([HashMap.size(unread), HashMap.has(unread, 1), HashMap.has(unread, NOTICES_KEPT_MAX + 1)]).toEqual([
      NOTICES_KEPT_MAX,
      false,
      true,
    ])
  })

  it("are dropped with the account, and no more are given", () => {
    const history = given("System")
    const missing = Result.getOrThrow(forgetNotices(by)(replay(PersonNotices, history)))
    expect(missing).toEqual([{ _tag: "notifications.NoticesForgotten.v1", personId, upTo: 1, forgottenAt: nowIso }])
    const after = replay(PersonNotices, [...history, ...missing])
    expect(Result.getOrThrow(forgetNotices(by)(after))).toEqual([])
    expect(
      Result.getOrThrow(giveNotice({ personId, noticeId: noticeIdOf(personId, "late"), ...notice })(after)),
    ).toEqual([])
    expect(Result.getOrThrow(forgetNotices(by)(PersonNotices.initial))).toEqual([])
  })
})

const layer = Notices.layer.pipe(Layer.provideMerge(Layer.merge(MemoryEventStore, Sealing.layerMemory)))

it("are given once per source and sealed for the person", async () => {
  const program = Effect.gen(function* () {
    const notices = yield* Notices
    const first = yield* notices.give(personId, "event 1", notice)
    expect(yield* notices.give(personId, "event 1", { ...notice, type: "System" })).toBe(first)
    yield* notices.give(personId, "event 2", notice)
    const events = yield* (yield* EventStore).readStream(`notices-${personId}`)
    expect(events).toHaveLength(2)
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain("stepOn")
    expect(yield* NoticesEvents.decode(events[0] as (typeof events)[0])).toMatchObject({
      seq: 1,
      noticeId: noticeIdOf(personId, "event 1"),
      content: notice.content,
    })
    yield* (yield* Sealing).shred(personId)
    expect(yield* NoticesEvents.decode(events[0] as (typeof events)[0])).toMatchObject({ content: null })
  })
  await Effect.runPromise(Effect.provide(program, layer))
})
