import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { Sealing } from "../sealing/Sealing.ts"
import { spiedStore } from "../testing/spiedStore.ts"
import { deposit, TestBalance } from "../testing/TestBalance.ts"
import { writer } from "../writing/writer.ts"
import { cachedReader } from "./cachedReader.ts"

const spied = () => {
  const requested: Array<number> = []
  const read: Array<number> = []
  const layer = spiedStore((real) => ({
    versions: (streams) =>
      Effect.andThen(
        Effect.sync(() => requested.push(streams.length)),
        real.versions(streams),
      ),
    readStream: (stream, after = 0, limit) =>
      Effect.andThen(
        Effect.sync(() => read.push(after)),
        real.readStream(stream, after, limit),
      ),
  }))
  return { requested, read, layer: Layer.mergeAll(layer, Sealing.layerMemory, TestClock.layer()) }
}

describe("a reader that caches states", () => {
  it("batches all requests of one tick into one version check, and reads only streams that have grown", async () => {
    const { requested: sent, read, layer } = spied()
    const program = Effect.gen(function* () {
      const write = yield* writer(TestBalance)
      yield* Effect.forEach(["a", "b"], (id) => write(id, deposit(1)))
      const stored = yield* cachedReader
      const account = stored.of(TestBalance)
      const some = (ids: ReadonlyArray<string>, ageMsMax: number) =>
        Effect.map(stored.read(ids.map(account), ageMsMax), (states) => states.map(({ balance }) => balance))
      const all = (ageMsMax: number) =>
        Effect.map(
          Effect.all([some(["a"], ageMsMax), some(["b", "c"], ageMsMax)], { concurrency: "unbounded" }),
          (found) => found.flat(),
        )
      read.length = 0
      expect(yield* all(1_000)).toEqual([1, 1, 0])
      expect({ asked: sent, read }).toEqual({ asked: [3], read: [0, 0] })
      yield* write("a", deposit(5))
      read.length = 0
      expect(yield* all(1_000)).toEqual([1, 1, 0])
      expect(sent).toEqual([3])
      expect(yield* all(0)).toEqual([6, 1, 0])
      yield* TestClock.adjust(1_001)
      expect(yield* all(1_000)).toEqual([6, 1, 0])
      expect({ asked: sent, read }).toEqual({ asked: [3, 3, 3], read: [1] })
    })
    await Effect.runPromise(program.pipe(Effect.provide(layer)))
  })

  it("makes no version check while a log tail vouches for a state, up to the maximum age", async () => {
    const { requested: asked, layer } = spied()
    const program = Effect.gen(function* () {
      const write = yield* writer(TestBalance)
      yield* Effect.forEach(["a", "b"], (id) => write(id, deposit(1)))
      const saved = yield* cachedReader
      const { logListener } = saved
      const purse = saved.of(TestBalance)
      const [a, b] = [purse("a"), purse("b")]
      const all = Effect.map(saved.read([a, b], 1_000), (states) => states.map(({ balance }) => balance))
      expect(yield* all).toEqual([1, 1])
      // Every half second the tail reports that there are no new events.
      for (let turn = 0; turn < 10; turn += 1) {
        logListener.caughtUpTo(logListener.nowMs())
        yield* TestClock.adjust(500)
        expect(yield* all).toEqual([1, 1])
      }
      expect(asked).toEqual([2])
      // The age of a grown stream counts from its last known state; the other stream stays current.
      yield* write("a", deposit(5))
      logListener.onAppend(a.stream, 2)
      logListener.caughtUpTo(logListener.nowMs())
      yield* TestClock.adjust(499)
      expect(yield* all).toEqual([1, 1])
      yield* TestClock.adjust(1)
      expect(yield* all).toEqual([6, 1])
      expect(asked).toEqual([2, 1])
      // The tail has stopped.
      yield* TestClock.adjust(1_000)
      expect(yield* all).toEqual([6, 1])
      expect(asked).toEqual([2, 1, 2])
      // A notification of events that are already known changes nothing, and a maximum age of 0 still checks.
      logListener.onAppend(a.stream, 2)
      logListener.caughtUpTo(logListener.nowMs())
      yield* TestClock.adjust(999)
      yield* all
      expect(asked).toEqual([2, 1, 2])
      yield* saved.read([a], 0)
      expect(asked).toEqual([2, 1, 2, 1])
    })
    await Effect.runPromise(program.pipe(Effect.provide(layer)))
  })

  it("distrusts a state that was read while a notification arrived, because it may concern that stream", async () => {
    const requested: Array<number> = []
    let during: () => void = () => undefined
    const spying = spiedStore((real) => ({
      versions: (streams) =>
        Effect.tap(real.versions(streams), () =>
          Effect.sync(() => {
            requested.push(streams.length)
            during()
          }),
        ),
    }))
    const program = Effect.gen(function* () {
      const write = yield* writer(TestBalance)
      yield* write("a", deposit(1))
      const retained = yield* cachedReader
      const { logListener } = retained
      const a = retained.of(TestBalance)("a")
      const balance = Effect.map(retained.read([a], 1_000), ([state]) => state.balance)
      during = () => logListener.onAppend(a.stream, 2)
      expect(yield* balance).toBe(1)
      during = () => undefined
      yield* write("a", deposit(5))
      yield* TestClock.adjust(999)
      logListener.caughtUpTo(logListener.nowMs())
      expect(yield* balance).toBe(1)
      yield* TestClock.adjust(1)
      expect(yield* balance).toBe(6)
      expect(requested).toEqual([1, 1])
    })
    await Effect.runPromise(program.pipe(Effect.provide([spying, Sealing.layerMemory, TestClock.layer()])))
  })

  it("reads a stream once for concurrent requests", async () => {
    const { read, layer } = spied()
    const program = Effect.gen(function* () {
      const write = yield* writer(TestBalance)
      yield* write("a", deposit(1))
      const kept = yield* cachedReader
      const purse = kept.of(TestBalance)
      read.length = 0
      const asking = Effect.map(kept.read([purse("a")], 0), ([{ balance }]) => balance)
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, () => asking),
        { concurrency: "unbounded" },
      )
      expect({ answers: new Set(answers), read }).toEqual({ answers: new Set([1]), read: [0] })
    })
    await Effect.runPromise(program.pipe(Effect.provide(layer)))
  })
})
