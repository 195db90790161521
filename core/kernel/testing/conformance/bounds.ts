import { describe, expect, it } from "vitest"
import { APPEND_EVENTS_MAX, type Append, EVENT_DATA_BYTES_MAX, type NewEvent } from "../../store/EventStore.ts"
import { append, events, happenedEvent, newId, newStream, range, type StoreKit } from "./StoreKit.ts"

/** An append over a limit is a defect that names the limit. */
export const describeBounds = (kit: StoreKit): void => {
  describe("the limits of an append", () => {
    const one = (event: Partial<NewEvent>) =>
      append([{ stream: newStream(), expected: 0, events: [{ ...happenedEvent(), ...event }] }])

    it.each<[string, () => Append, RegExp]>([
      [
        "more events than an append may carry",
        () => append([{ stream: newStream(), expected: 0, events: events(APPEND_EVENTS_MAX + 1) }]),
        /1001 events in one append: 1000 are allowed/,
      ],
      [
        "an event that is too large",
        () => one({ data: { text: "ä".repeat(EVENT_DATA_BYTES_MAX / 2) } }),
        /the data of test\.Happened\.v1 has \d+ bytes: 4194304 are allowed/,
      ],
      [
        "an append with too many bytes",
        () =>
          append([
            {
              stream: newStream(),
              expected: 0,
              events: range(9).map(() => ({ ...happenedEvent(), data: { text: "x".repeat(4_000_000) } })),
            },
          ]),
        /bytes in one append: 33554432 are allowed/,
      ],
      ["a NUL character", () => one({ data: { text: "a\u0000b" } }), /U\+0000 or half a surrogate pair/],
      ["half a surrogate pair", () => one({ data: { "\ud83d": 1 } }), /U\+0000 or half a surrogate pair/],
      ["data that is not JSON", () => one({ data: undefined }), /is not JSON/],
      ["an id that is not a UUID", () => one({ eventId: "1" }), /no event id: "1"/],
      ["a command without an id", () => ({ ...one({}), commandId: "" }), /no command id/],
      [
        "a stream without a key",
        () => append([{ stream: "feed", expected: 0, events: events(1) }]),
        /no name for a stream: "feed"/,
      ],
      [
        "an invalid version",
        () => append([{ stream: newStream(), expected: -2, events: events(1) }]),
        /no version to expect: -2/,
      ],
      [
        "a stream without events",
        () => append([{ stream: "test-a", expected: 0, events: [] }]),
        /stream test-a is to gain no event/,
      ],
      [
        "a stream twice",
        () => append(["test-a", "test-a"].map((stream) => ({ stream, expected: 0, events: events(1) }))),
        /stream test-a stands twice/,
      ],
      ["an actor name that is too long", () => ({ ...one({}), actor: "x".repeat(201) }), /an actor of 201 characters/],
      [
        "an answer that is too large",
        () => ({ ...one({}), answer: "x".repeat(70_000) }),
        /an answer has 70002 bytes: 65536 are allowed/,
      ],
    ])("are enforced: %s is a defect that names the problem", async (_, command, message) => {
      expect(await kit.defect(kit.store.append(command()))).toMatch(message)
    })

    it("allow the maximum number of events", async () => {
      const receipt = await kit.run(
        kit.store.append(append([{ stream: newStream(), expected: 0, events: events(APPEND_EVENTS_MAX) }])),
      )
      expect(receipt.version).toBe(APPEND_EVENTS_MAX)
    })

    it("apply to batches too", async () => {
      const { streams: _, ...command } = append([])
      const batch = (...commands: ReadonlyArray<object>) =>
        kit.store.appendBatch(
          "test-a",
          0,
          commands.map((part) => ({ ...command, events: events(1), ...part })),
        )
      expect(await kit.defect(batch({}, {}))).toMatch(/stands twice in one batch/)
      expect(await kit.defect(batch({ events: [] }))).toMatch(/has no event/)
      expect(await kit.defect(batch({ events: events(600) }, { commandId: newId(), events: events(600) }))).toMatch(
        /1200 events/,
      )
    })
  })
}
