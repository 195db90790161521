import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import { FrameBatcher } from "./FrameBatcher.ts"
import { LiveRoom, RecentMessages, RING_MESSAGES_MAX } from "./LiveRoom.ts"
import { messageFor, type RoomMessage, type RoomView } from "./RoomMessage.ts"

const message = (seq: number, text = `message ${seq}`): RoomMessage => ({
  seq,
  senderId: "ada",
  senderCode: "ADA",
  senderName: "Ada",
  clientId: `c${seq}`,
  text,
  replyTo: null,
  pictures: [],
  files: [],
  at: "2026-11-21T08:30:00.000Z",
  edited: false,
  removed: false,
})
const numbers = (messages: ReadonlyArray<RoomMessage> | undefined) => messages?.map(({ seq }) => seq)
const view: RoomView = {
  roomId: "r",
  address: { scope: "Person", personIds: ["ada", "ben"] },
  epoch: 7,
  codes: new Map([
    ["ada", "ADA"],
    ["ben", "BEN"],
  ]),
}

describe("RecentMessages", () => {
  it("keeps the last messages and reports when older ones are missing", () => {
    const ring = new RecentMessages<RoomMessage>(3)
    expect(ring.after(0)).toBeUndefined()
    for (let seq = 5; seq <= 10; seq += 1) ring.add(message(seq))
    expect(numbers(ring.after(8))).toEqual([9, 10])
    expect(numbers(ring.after(7))).toEqual([8, 9, 10])
    expect(ring.after(6)).toBeUndefined()
    ring.add(message(20))
    expect([numbers(ring.after(19)), ring.after(10)]).toEqual([[20], undefined])
  })

  it("is filled only with messages that connect without a gap", () => {
    const ring = new RecentMessages<RoomMessage>(10)
    ring.add(message(5))
    ring.fill([message(1), message(2)])
    expect(ring.after(2)).toBeUndefined()
    ring.fill([message(3), message(4), message(5, "of before")])
    expect(numbers(ring.after(2))).toEqual([3, 4, 5])
    ring.change(4, (was) => ({ ...was, text: "changed" }))
    ring.change(99, () => message(0))
    expect(ring.after(2)?.map(({ text }) => text)).toEqual(["message 3", "changed", "message 5"])
  })
})

describe("LiveRoom", () => {
  const open = (head: number) => {
    const delivered: Array<number> = []
    const room = new LiveRoom(
      "r",
      () => 1_000,
      (_, { seq }) => delivered.push(seq),
    )
    return { room, delivered, initialState: { view, head, muted: [], invited: [] } }
  }

  it("delivers each message once and in order, regardless of the order of arrival", () => {
    const offers = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 120 })
    fc.assert(
      fc.property(offers, fc.nat(10), fc.nat(40), (seqs, head, opensAt) => {
        const { room, delivered, initialState } = open(head)
        for (const [at, seq] of [...seqs, ...Array.from({ length: 30 }, (_, each) => each + 1)].entries()) {
          if (at === opensAt) room.open(initialState)
          room.offer(message(seq), at)
        }
        if (room.view === undefined) room.open(initialState)
        expect(delivered).toEqual(Array.from({ length: 30 - head }, (_, at) => head + 1 + at))
        expect(room.waitsSinceMs).toBe(0)
      }),
    )
  })

  it("waits for a missing message and records since when", () => {
    const { room, delivered, initialState } = open(4)
    room.open(initialState)
    room.offer(message(6), 0)
    expect([delivered, room.waitsSinceMs, room.lacks(5), room.lacks(6)]).toEqual([[], 1_000, true, false])
    room.offer(message(5), 0)
    expect([delivered, room.waitsSinceMs, room.head]).toEqual([[5, 6], 0, 6])
    room.updateHead(9)
    expect(room.waitsSinceMs).toBe(1_000)
  })

  it("applies edits to waiting messages, and postpones actions until it is open", () => {
    const { room, initialState } = open(1)
    const texts: Array<string> = []
    room.offer(message(2), 0)
    room.whenOpen(() => texts.push("after"))
    room.change(2, (was) => ({ ...was, text: "changed" }))
    room.open(initialState)
    expect(texts).toEqual(["after"])
    expect(room.after(1)?.map(({ text }) => text)).toEqual(["changed"])
    expect(numbers(room.after(2))).toEqual([])
  })

  it("reports too many undeliverable messages", () => {
    const { room, initialState } = open(0)
    room.open(initialState)
    for (let seq = 2; seq < 12 * RING_MESSAGES_MAX; seq += 1) room.offer(message(seq), 0)
    expect(room.isOverrun).toBe(true)
  })
})

describe("FrameBatcher", () => {
  it("sends lines of one turn as one frame per topic, in order, and splits long ones", () => {
    const sent: Array<string> = []
    const frameBatcher = new FrameBatcher((topic, text) => sent.push(`${topic} ${text}`))
    frameBatcher.push("a", "Bc", "1")
    frameBatcher.push("b", "Bc", "2")
    frameBatcher.push("a", "Bc", "3")
    frameBatcher.push("a", "Ed", "4")
    frameBatcher.push("a", "Bc", "5")
    frameBatcher.flush()
    expect(sent).toEqual(["a Bc||1\n3", "a Ed||4", "a Bc||5", "b Bc||2"])
    sent.length = 0
    for (const _ of [1, 2, 3]) frameBatcher.push("a", "Bc", "x".repeat(7_000))
    frameBatcher.flush()
    expect(sent.map(({ length }) => length)).toEqual([7_006, 7_006, 7_006])
  })

  it("pauses as long as the last writes took, at most 15 ms", () => {
    vi.useFakeTimers({ toFake: ["setImmediate", "setTimeout"] })
    try {
      const sent: Array<string> = []
      let writesMs = 6
      let nowMs = 0
      const frameBatcher = new FrameBatcher(
        (_, text) => {
          sent.push(text)
          nowMs += writesMs
        },
        () => nowMs,
      )
      const pass = (ms: number) => {
        for (let step = 0; step < ms; step += 1) {
          nowMs += 1
          vi.advanceTimersByTime(1)
        }
      }
      frameBatcher.push("a", "Bc", "1")
      pass(1)
      frameBatcher.push("a", "Bc", "2")
      frameBatcher.push("a", "Bc", "3")
      pass(4)
      expect(sent).toEqual(["Bc||1"])
      pass(4)
      expect(sent).toEqual(["Bc||1", "Bc||2\n3"])
      writesMs = 400
      pass(20)
      frameBatcher.push("a", "Bc", "4")
      pass(1)
      frameBatcher.push("a", "Bc", "5")
      pass(10)
      expect(sent).toHaveLength(3)
      pass(8)
      expect(sent).toHaveLength(4)
    } finally {
      vi.useRealTimers()
    }
  })
})

it("[S3-027] names the room in a message from each reader's point of view", () => {
  expect(messageFor(view, message(3), "ben")).toEqual({
    Command: "Bc",
    Room: "r",
    Epoch: 7,
    Seq: 3,
    Message: "message 3",
    SenderUserCode: "ADA",
    SenderDisplayName: "Ada",
    TimeStamp: "2026-11-21T08:30:00.000Z",
    Scope: "Person",
    TargetUserCode: "ADA",
    ReplyTo: null,
    Edited: false,
    Removed: false,
    Pictures: [],
  })
  expect(messageFor(view, message(3), "ada")).toMatchObject({ TargetUserCode: "BEN", ClientId: "c3" })
  expect(messageFor(view, { ...message(3), removed: true }, "ben")).toMatchObject({ Message: "", Removed: true })
})
