import { Effect, Layer, Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Sealing } from "../sealing/Sealing.ts"
import { makeEventFamily } from "../store/EventFamily.ts"
import { EventStore } from "../store/EventStore.ts"
import { MemoryEventStore } from "../store/MemoryEventStore.ts"
import { StreamConflict } from "../store/refusals.ts"
import { spiedStore } from "../testing/spiedStore.ts"
import { deposit, TestBalance, type TestBalanceEvent, type TestBalanceState } from "../testing/TestBalance.ts"
import type { Aggregate } from "../writing/Aggregate.ts"
import { batchedWriter } from "../writing/batchedWriter.ts"
import { CONFLICT_RETRIES_MAX, writer } from "../writing/writer.ts"
import { PAGE_EVENTS_MAX } from "./load.ts"
import { reader } from "./reader.ts"

const SnapshottedBalance: Aggregate<TestBalanceState, TestBalanceEvent> = {
  ...TestBalance,
  snapshot: { every: 10, foldHash: "one", state: Schema.Struct({ balance: Schema.Int, count: Schema.Int }) },
}

const run = <A, E>(effect: Effect.Effect<A, E, EventStore | Sealing>, layer = MemoryEventStore) =>
  Effect.runPromise(effect.pipe(Effect.provide(Layer.mergeAll(layer, Sealing.layerMemory))))

const times = (count: number) => Array.from({ length: count })

describe("an aggregate with snapshots", () => {
  it("is read from its newest snapshot", async () => {
    const reads: Array<number> = []
    const layer = spiedStore((real) => ({
      readStream: (stream, after = 0, limit) => {
        reads.push(after)
        return real.readStream(stream, after, limit)
      },
    }))
    await run(
      Effect.gen(function* () {
        const write = yield* writer(SnapshottedBalance)
        yield* Effect.forEach(times(25), () => write("a", deposit(1)))
        expect((yield* write("a", deposit(0))).state).toEqual({ balance: 25, count: 25 })
        expect(reads.at(-1)).toBe(20)
        expect((yield* (yield* writer(TestBalance))("a", deposit(0))).state).toEqual({ balance: 25, count: 25 })
      }),
      layer,
    )
  })

  it("ignores a snapshot of another fold or another shape", () =>
    run(
      Effect.gen(function* () {
        const write = yield* writer(SnapshottedBalance)
        const store = yield* EventStore
        yield* Effect.forEach(times(3), () => write("a", deposit(1)))
        yield* store.writeSnapshot("purse-a", "two", { version: 3, state: { balance: 99, count: 99 } })
        expect((yield* write("a", deposit(0))).state?.balance).toBe(3)
        yield* store.writeSnapshot("purse-a", "one", { version: 3, state: { total: 3 } })
        expect((yield* write("a", deposit(0))).state?.balance).toBe(3)
      }),
    ))

  it("does not fail if the snapshot could not be saved, because the command succeeded", () =>
    run(
      Effect.gen(function* () {
        const write = yield* writer(SnapshottedBalance)
        const written = yield* Effect.forEach(times(12), () => write("a", deposit(1)))
        expect(written.at(-1)?.state?.balance).toBe(12)
      }),
      spiedStore(() => ({ writeSnapshot: () => Effect.die(new Error("no room")) })),
    ))

  it("takes no snapshots of events with sealed fields", async () => {
    const Named = Schema.TaggedStruct("test.Named.v1", { who: Schema.String, name: Schema.NullOr(Schema.String) })
    const events = makeEventFamily(Schema.Union([Named]), {
      sealed: { "test.Named.v1": { subject: "who", fields: ["name"] } },
    })
    const snapshot = { every: 10, foldHash: "one", state: Schema.Int }
    const sealed = { category: "named", events, initial: 0, evolve: (count: number) => count + 1, snapshot }
    await expect(run(writer(sealed))).rejects.toThrow(/named has sealed fields/)
  })
})

describe("an aggregate with sealed events and no sealed data in its state", () => {
  const who = "01890000-0000-7000-8000-000000000001"
  const Said = Schema.TaggedStruct("test.Said.v1", { who: Schema.String, text: Schema.NullOr(Schema.String) })
  const Room: Aggregate<number, typeof Said.Type> = {
    category: "said",
    events: makeEventFamily(Schema.Union([Said]), {
      sealed: { "test.Said.v1": { subject: "who", fields: ["text"] } },
    }),
    initial: 0,
    evolve: (count) => count + 1,
    snapshot: { every: 10, foldHash: "one", state: Schema.Int, holdsNothingSealed: true },
  }
  const post = () => Result.succeed([Said.make({ who, text: "hello" })])

  it("gets snapshots from a batched writer and is read from them without decryption", async () => {
    const stored: Array<unknown> = []
    const layer = spiedStore((real) => ({
      writeSnapshot: (stream, foldHash, snapshot) =>
        Effect.andThen(
          Effect.sync(() => stored.push(snapshot)),
          real.writeSnapshot(stream, foldHash, snapshot),
        ),
    }))
    const noKeys = Sealing.of({
      seal: () => Effect.die(new Error("not to be sealed")),
      open: () => Effect.die(new Error("not to be opened")),
      ready: () => Effect.succeed(false),
      shred: () => Effect.succeed(false),
    })
    await run(
      Effect.gen(function* () {
        const write = yield* batchedWriter(Room)
        yield* Effect.all(
          times(25).map(() => write("a", post)),
          { concurrency: "unbounded" },
        )
        expect(stored.length).toBeGreaterThan(0)
        const states = yield* Effect.all([
          reader(Room),
          reader({ ...Room, snapshot: { ...Room.snapshot, foldHash: "two" } } as typeof Room),
        ])
        const counts = yield* Effect.forEach(states, (read) => read("a"))
        expect(counts).toEqual([25, 25])
        const blind = yield* reader(Room).pipe(Effect.provideService(Sealing, noKeys))
        expect(yield* blind("a")).toBe(25)
      }).pipe(Effect.scoped),
      layer,
    )
  })
})

describe("an aggregate", () => {
  it("is read in pages", async () => {
    const sizes: Array<number> = []
    const layer = spiedStore((real) => ({
      readStream: (stream, after, limit) =>
        real.readStream(stream, after, limit).pipe(Effect.tap((page) => Effect.sync(() => sizes.push(page.length)))),
    }))
    await run(
      Effect.gen(function* () {
        const store = yield* EventStore
        const write = yield* writer(TestBalance)
        const events = yield* Effect.forEach(times(PAGE_EVENTS_MAX * 2 + 1), () =>
          TestBalance.events.encode({ _tag: "test.Deposited.v1", amount: 1 }),
        )
        const id = events[0]?.eventId ?? ""
        const meta = { commandId: id, correlationId: id, causationId: id, actor: "system" }
        yield* store.append({ ...meta, streams: [{ stream: "purse-a", expected: 0, events }] })
        expect((yield* write("a", deposit(0))).state?.count).toBe(events.length)
        expect(sizes).toEqual([PAGE_EVENTS_MAX, PAGE_EVENTS_MAX, 1])
      }),
      layer,
    )
  })

  it("stops reading a stream that grows all the time", async () => {
    let attempts = 0
    const layer = spiedStore(() => ({
      append: () => {
        attempts++
        return Effect.fail(new StreamConflict({ stream: "purse-a", expected: 0, actual: attempts }))
      },
    }))
    const refusal = await run(
      Effect.gen(function* () {
        return yield* Effect.flip((yield* writer(TestBalance))("a", deposit(1)))
      }),
      layer,
    )
    expect(refusal).toBeInstanceOf(StreamConflict)
    expect(attempts).toBe(CONFLICT_RETRIES_MAX + 1)
  })
})
