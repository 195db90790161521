import { Effect, Exit, Fiber, type Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  ANY_VERSION,
  APPEND_EVENTS_MAX,
  type Append,
  EVENT_DATA_BYTES_MAX,
  EventStore,
  type NewEvent,
} from "./EventStore.ts"
import { uuidv7 } from "./Ids.ts"
import { StreamConflict } from "./StreamConflict.ts"

/** What a test needs of a store. */
export type StoreUnderTest = { readonly layer: Layer.Layer<EventStore>; readonly close: () => Promise<void> }

/** What every event store promises, as tests: called once for each layer. */
export const eventStoreConformance = (name: string, open: () => Promise<StoreUnderTest>): void => {
  describe(name, () => {
    let under: StoreUnderTest
    let runtime: ManagedRuntime.ManagedRuntime<EventStore, never>
    let store: (typeof EventStore)["Service"]
    const run = <A, E>(effect: Effect.Effect<A, E>) => runtime.runPromise(effect)
    const refusal = <A, E>(effect: Effect.Effect<A, E>) => runtime.runPromise(Effect.flip(effect))
    const defect = async <A, E>(effect: Effect.Effect<A, E>) => {
      const exit = await runtime.runPromiseExit(effect)
      return Exit.isFailure(exit) ? String(exit.cause) : "no defect"
    }

    beforeAll(async () => {
      under = await open()
      runtime = ManagedRuntime.make(under.layer)
      store = await runtime.runPromise(EventStore)
    })

    afterAll(async () => {
      await runtime.dispose()
      await under.close()
    })

    describe("expected versions", () => {
      it("numbers the events of a stream from 1 and gives them growing positions", async () => {
        const stream = newStream()
        const first = await run(store.append(append([{ stream, expected: 0, events: events(2) }])))
        const second = await run(store.append(append([{ stream, expected: 2, events: events(1) }])))
        expect([first.version, second.version]).toEqual([2, 3])
        expect(second.position).toBeGreaterThan(first.position)
        const stored = await run(store.readStream(stream))
        expect(stored.map(({ version }) => version)).toEqual([1, 2, 3])
        expect(stored.at(-1)?.position).toBe(second.position)
      })

      it.each([
        [0, 1],
        [2, 1],
        [1, 0],
      ])(
        "refuses an expected version of %i where %i is the actual one, and appends nothing",
        async (expected, actual) => {
          const stream = newStream()
          if (actual > 0) await run(store.append(append([{ stream, expected: 0, events: events(actual) }])))
          const conflict = await refusal(store.append(append([{ stream, expected, events: events(1) }])))
          expect(conflict).toBeInstanceOf(StreamConflict)
          expect({ ...conflict }).toMatchObject({ stream, expected, actual })
          expect(await run(store.readStream(stream))).toHaveLength(actual)
        },
      )

      it("refuses several events as it refuses one", async () => {
        const stream = newStream()
        const conflict = await refusal(store.append(append([{ stream, expected: 3, events: events(2) }])))
        expect({ ...conflict }).toMatchObject({ stream, expected: 3, actual: 0 })
      })

      it("takes any version where none is expected", async () => {
        const stream = newStream()
        for (const version of [1, 2, 3]) {
          const receipt = await run(store.append(append([{ stream, expected: ANY_VERSION, events: events(1) }])))
          expect(receipt.version).toBe(version)
        }
      })

      it("lets one of many rivals win", async () => {
        const stream = newStream()
        const rivals = Array.from({ length: 12 }, () =>
          Effect.exit(store.append(append([{ stream, expected: 0, events: events(1) }]))),
        )
        const exits = await run(Effect.all(rivals, { concurrency: "unbounded" }))
        expect(exits.filter(Exit.isSuccess)).toHaveLength(1)
        expect(await run(store.readStream(stream))).toHaveLength(1)
      })
    })

    describe("several streams", () => {
      it("appends to all of them in the order given, each with its own versions", async () => {
        const [one, other] = [newStream(), newStream()]
        await run(store.append(append([{ stream: other, expected: 0, events: events(1) }])))
        const receipt = await run(
          store.append(
            append([
              { stream: other, expected: 1, events: events(2) },
              { stream: one, expected: 0, events: events(3) },
            ]),
          ),
        )
        expect(receipt.version).toBe(3)
        const stored = [...(await run(store.readStream(other))), ...(await run(store.readStream(one)))]
        expect(stored.map(({ version }) => version)).toEqual([1, 2, 3, 1, 2, 3])
        expect(stored.map(({ position }) => position)).toEqual(
          stored.map(({ position }) => position).toSorted(ascending),
        )
        expect(stored.at(-1)?.position).toBe(receipt.position)
      })

      it("appends to none where one of them is at another version, and names that one", async () => {
        const [one, other] = [newStream(), newStream()]
        const command = append([
          { stream: one, expected: 0, events: events(1) },
          { stream: other, expected: 7, events: events(1) },
        ])
        expect({ ...(await refusal(store.append(command))) }).toMatchObject({ stream: other, expected: 7, actual: 0 })
        expect(await run(store.readStream(one))).toEqual([])
        expect(await run(store.receipt(command.commandId))).toBeNull()
      })

      it("never lets two appends to the same streams wait for each other for ever", async () => {
        const streams = [newStream(), newStream(), newStream()]
        const rivals = Array.from({ length: 20 }, (_, index) =>
          store.append(
            append(
              (index % 2 === 0 ? streams : streams.toReversed()).map((stream) => ({
                stream,
                expected: ANY_VERSION,
                events: events(1),
              })),
            ),
          ),
        )
        await run(Effect.all(rivals, { concurrency: "unbounded" }))
        for (const stream of streams) expect(await run(store.readStream(stream))).toHaveLength(20)
      })
    })

    describe("receipts", () => {
      it("answers a repeat with the first receipt and its answer, and appends nothing", async () => {
        const stream = newStream()
        const command = { ...append([{ stream, expected: 0, events: events(1) }]), answer: { kept: [1, "two", null] } }
        const first = await run(store.append(command))
        expect(first).toMatchObject({ version: 1, repeated: false, answer: { kept: [1, "two", null] } })
        const repeats = [
          command,
          { ...command, streams: [{ stream, expected: 1, events: events(1) }] },
          { ...command, streams: [{ stream, expected: ANY_VERSION, events: events(2) }] },
          { ...command, streams: [{ stream: newStream(), expected: 0, events: events(1) }] },
          { ...command, streams: [], answer: "another" },
        ]
        for (const repeat of repeats) expect(await run(store.append(repeat))).toEqual({ ...first, repeated: true })
        expect(await run(store.receipt(command.commandId))).toEqual({ ...first, repeated: true })
        expect(await run(store.readStream(stream))).toHaveLength(1)
      })

      it.each([0, ANY_VERSION])("answers repeats at the same moment all the same (expected %i)", async (expected) => {
        const stream = newStream()
        const command = append([{ stream, expected, events: events(1) }])
        const twins = Array.from({ length: 10 }, () => store.append(command))
        const receipts = await run(Effect.all(twins, { concurrency: "unbounded" }))
        expect(receipts.filter(({ repeated }) => !repeated)).toHaveLength(1)
        expect(new Set(receipts.map(({ position }) => position)).size).toBe(1)
        expect(await run(store.readStream(stream))).toHaveLength(1)
      })

      it("keeps the receipt of a command that had nothing to say", async () => {
        const command = { ...append([]), answer: "nothing to do" }
        expect(await run(store.append(command))).toEqual({
          position: 0,
          version: 0,
          repeated: false,
          answer: "nothing to do",
        })
        const repeat = await run(store.append({ ...command, answer: "another" }))
        expect(repeat).toMatchObject({ repeated: true, answer: "nothing to do" })
      })

      it("keeps none of a command that was refused", async () => {
        const command = append([{ stream: newStream(), expected: 5, events: events(1) }])
        await refusal(store.append(command))
        expect(await run(store.receipt(command.commandId))).toBeNull()
      })

      it("knows nothing of a command that never came", async () => {
        expect(await run(store.receipt(newId()))).toBeNull()
      })
    })

    describe("batches", () => {
      const batch = (...counts: ReadonlyArray<number>) =>
        counts.map((count, index) => {
          const { streams: _, ...command } = append([])
          return { ...command, actor: `user:${index}`, answer: index, events: events(count) }
        })

      it("appends several commands with a receipt each", async () => {
        const stream = newStream()
        const commands = batch(1, 3, 2)
        const receipts = await run(store.appendBatch(stream, 0, commands))
        const stored = await run(store.readStream(stream))
        expect(receipts.map((receipt) => receipt?.version)).toEqual([1, 4, 6])
        expect(receipts.map((receipt) => receipt?.position)).toEqual([0, 3, 5].map((index) => stored[index]?.position))
        expect(stored.map(({ actor }) => actor)).toEqual(["user:0", "user:1", "user:1", "user:1", "user:2", "user:2"])
        expect(stored.map(({ correlationId }) => correlationId)).toEqual(
          commands.flatMap(({ correlationId, events }) => events.map(() => correlationId)),
        )
        for (const [index, { commandId }] of commands.entries()) {
          expect(await run(store.receipt(commandId))).toEqual({ ...receipts[index], repeated: true })
          expect(receipts[index]?.answer).toBe(index)
        }
      })

      it("refuses the whole batch on another version", async () => {
        const stream = newStream()
        expect(await refusal(store.appendBatch(stream, 4, batch(1, 1)))).toBeInstanceOf(StreamConflict)
        expect(await run(store.readStream(stream))).toEqual([])
      })

      it("appends nothing where one of them was carried out before, and answers that one", async () => {
        const stream = newStream()
        const [one, two] = batch(1, 1)
        if (one === undefined || two === undefined) throw new Error("two commands")
        const [first] = await run(store.appendBatch(stream, 0, [one]))
        for (const expected of [0, 1]) {
          const again = await run(store.appendBatch(stream, expected, [two, one]))
          expect(again).toEqual([null, { ...first, repeated: true }])
        }
        expect(await run(store.readStream(stream))).toHaveLength(1)
        expect(await run(store.appendBatch(stream, 1, [two]))).toMatchObject([{ version: 2, repeated: false }])
      })

      it("has nothing to do for an empty batch", async () => {
        expect(await run(store.appendBatch(newStream(), 0, []))).toEqual([])
      })
    })

    describe("what is kept", () => {
      it("gives back every field of an event", async () => {
        const stream = newStream()
        const data = {
          text: "ä 漢字 🐙 \\u0000 \n\u0007",
          nested: { list: [1, -2.5, null, true, { a: [] }] },
          big: 9007199254740991,
        }
        const event = {
          eventId: newId(),
          type: "test.Happened.v2",
          data,
          subjectId: newId(),
          sealed: Buffer.from([0, 1, 255]),
        }
        const command = { ...append([{ stream, expected: 0, events: [event] }]), actor: "operator:ana" }
        const receipt = await run(store.append(command))
        const [stored] = await run(store.readStream(stream))
        expect({ ...stored, sealed: Buffer.from(stored?.sealed ?? []) }).toEqual({
          position: receipt.position,
          stream,
          version: 1,
          eventId: event.eventId,
          type: "test.Happened.v2",
          recordedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          correlationId: command.correlationId,
          causationId: command.causationId,
          actor: "operator:ana",
          data,
          subjectId: event.subjectId,
          sealed: event.sealed,
        })
      })

      it("keeps sealed parts in every kind of append", async () => {
        const sealedEvent = () => ({ ...happened(), subjectId: newId(), sealed: Buffer.from([7, 0, 8]) })
        const [one, other, third] = [newStream(), newStream(), newStream()]
        await run(store.append(append([{ stream: one, expected: 0, events: [sealedEvent(), happened()] }])))
        await run(
          store.append(
            append([
              { stream: other, expected: 0, events: [happened()] },
              { stream: third, expected: 0, events: [sealedEvent()] },
            ]),
          ),
        )
        const { streams: _, ...command } = append([])
        await run(store.appendBatch(third, 1, [{ ...command, events: [sealedEvent()] }]))
        const sealed = async (stream: string) =>
          (await run(store.readStream(stream))).map((event) => event.sealed && [...event.sealed])
        expect(await sealed(one)).toEqual([[7, 0, 8], null])
        expect(await sealed(other)).toEqual([null])
        expect(await sealed(third)).toEqual([
          [7, 0, 8],
          [7, 0, 8],
        ])
      })

      it("reads a stream from a version on, and no more than asked for", async () => {
        const stream = newStream()
        await run(store.append(append([{ stream, expected: 0, events: events(5) }])))
        const versions = async (after: number, limit?: number) =>
          (await run(store.readStream(stream, after, limit))).map(({ version }) => version)
        expect(await versions(3)).toEqual([4, 5])
        expect(await versions(0, 2)).toEqual([1, 2])
        expect(await versions(5)).toEqual([])
        expect(await run(store.readStream(newStream()))).toEqual([])
      })

      it("keeps the newest snapshot of each fold", async () => {
        const stream = newStream()
        expect(await run(store.readSnapshot(stream, "a"))).toBeNull()
        await run(store.writeSnapshot(stream, "a", { version: 4, state: { count: 4 } }))
        await run(store.writeSnapshot(stream, "a", { version: 2, state: { count: 2 } }))
        await run(store.writeSnapshot(stream, "b", { version: 1, state: ["other"] }))
        expect(await run(store.readSnapshot(stream, "a"))).toEqual({ version: 4, state: { count: 4 } })
        expect(await run(store.readSnapshot(stream, "b"))).toEqual({ version: 1, state: ["other"] })
      })
    })

    describe("the log", () => {
      it("is read in windows, by types, up to the settled position", async () => {
        const after = await run(store.settled)
        const stream = newStream()
        const types = ["test.Red.v1", "test.Blue.v1", "test.Red.v1", "test.Green.v1"]
        const list = types.map((type) => ({ ...happened(), type }))
        const { position } = await run(store.append(append([{ stream, expected: 0, events: list }])))
        const upTo = await run(store.settled)
        expect(upTo).toBeGreaterThanOrEqual(position)
        expect(await run(store.head)).toBeGreaterThanOrEqual(upTo)
        const read = async (window: { types?: ReadonlyArray<string>; after?: number; upTo?: number; limit?: number }) =>
          (await run(store.readLog({ after, upTo, limit: 100, ...window }))).map(({ type }) => type)
        expect(await read({})).toEqual(types)
        expect(await read({ limit: 2 })).toEqual(types.slice(0, 2))
        expect(await read({ types: ["test.Red.v1"] })).toEqual(["test.Red.v1", "test.Red.v1"])
        expect(await read({ types: ["test.Red.v1", "test.Green.v1"], limit: 2 })).toEqual([
          "test.Red.v1",
          "test.Red.v1",
        ])
        expect(await read({ types: [] })).toEqual([])
        expect(await read({ after: position })).toEqual([])
        expect(await read({ upTo: position - 1 })).toEqual(types.slice(0, 3))
      })

      it("has a settled position that only grows and never passes what is still to come", async () => {
        const seen: Array<number> = []
        const missed: Array<number> = []
        const read = new Set<number>()
        const start = await run(store.settled)
        const follow = Effect.gen(function* () {
          let after = start
          for (;;) {
            const upTo = yield* store.settled
            seen.push(upTo)
            for (const { position } of yield* store.readLog({ after, upTo, limit: 10_000 })) read.add(position)
            after = upTo
            yield* Effect.yieldNow
          }
        })
        const follower = runtime.runFork(follow)
        const write = (index: number) =>
          store.append(
            append([{ stream: `test-${start}:${index % 5}`, expected: ANY_VERSION, events: events(1 + (index % 3)) }]),
          )
        const receipts = await run(Effect.forEach(range(300), write, { concurrency: 8 }))
        const last = Math.max(...receipts.map(({ position }) => position))
        while ((seen.at(-2) ?? 0) < last) await new Promise((resolve) => setImmediate(resolve))
        await runtime.runPromise(Fiber.interrupt(follower))
        for (const { position } of receipts) if (!read.has(position)) missed.push(position)
        expect(missed).toEqual([])
        expect(seen).toEqual(seen.toSorted(ascending))
      })
    })

    describe("bounds", () => {
      const one = (event: Partial<NewEvent>) =>
        append([{ stream: newStream(), expected: 0, events: [{ ...happened(), ...event }] }])

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
          "too much altogether",
          () =>
            append([
              {
                stream: newStream(),
                expected: 0,
                events: range(9).map(() => ({ ...happened(), data: { text: "x".repeat(4_000_000) } })),
              },
            ]),
          /bytes in one append: 33554432 are allowed/,
        ],
        ["a NUL character", () => one({ data: { text: "a\u0000b" } }), /U\+0000 or half a surrogate pair/],
        ["half a surrogate pair", () => one({ data: { "\ud83d": 1 } }), /U\+0000 or half a surrogate pair/],
        ["data that is no JSON", () => one({ data: undefined }), /is not JSON/],
        ["an id that is no UUID", () => one({ eventId: "1" }), /no event id: "1"/],
        ["a command without an id", () => ({ ...one({}), commandId: "" }), /no command id/],
        [
          "a stream without a key",
          () => append([{ stream: "feed", expected: 0, events: events(1) }]),
          /no name for a stream: "feed"/,
        ],
        [
          "a version that is none",
          () => append([{ stream: newStream(), expected: -2, events: events(1) }]),
          /no version to expect: -2/,
        ],
        [
          "a stream that gains nothing",
          () => append([{ stream: "test-a", expected: 0, events: [] }]),
          /stream test-a is to gain no event/,
        ],
        [
          "a stream twice",
          () => append(["test-a", "test-a"].map((stream) => ({ stream, expected: 0, events: events(1) }))),
          /stream test-a stands twice/,
        ],
        ["an actor without end", () => ({ ...one({}), actor: "x".repeat(201) }), /an actor of 201 characters/],
        [
          "an answer without end",
          () => ({ ...one({}), answer: "x".repeat(70_000) }),
          /an answer has 70002 bytes: 65536 are allowed/,
        ],
      ])("%s is a defect that says so", async (_, command, message) => {
        expect(await defect(store.append(command()))).toMatch(message)
      })

      it("takes as many events as an append may carry", async () => {
        const receipt = await run(
          store.append(append([{ stream: newStream(), expected: 0, events: events(APPEND_EVENTS_MAX) }])),
        )
        expect(receipt.version).toBe(APPEND_EVENTS_MAX)
      })

      it("holds for batches too", async () => {
        const { streams: _, ...command } = append([])
        const batch = (...commands: ReadonlyArray<object>) =>
          store.appendBatch(
            "test-a",
            0,
            commands.map((part) => ({ ...command, events: events(1), ...part })),
          )
        expect(await defect(batch({}, {}))).toMatch(/stands twice in one batch/)
        expect(await defect(batch({ events: [] }))).toMatch(/has no event/)
        expect(await defect(batch({ events: events(600) }, { commandId: newId(), events: events(600) }))).toMatch(
          /1200 events/,
        )
      })
    })
  })
}

const newId = () => uuidv7(Date.now())
const newStream = () => `test-${newId()}`
const happened = (): NewEvent => ({ eventId: newId(), type: "test.Happened.v1", data: { at: 1 } })
const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const events = (count: number) => range(count).map(happened)
const ascending = (one: number, other: number) => one - other

const append = (streams: Append["streams"]): Append => ({
  commandId: newId(),
  correlationId: newId(),
  causationId: newId(),
  actor: "system",
  streams,
})
