import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { keptReader } from "./keptReader.ts"
import { Sealing } from "./Sealing.ts"
import { deposit, Purse } from "./testing/Purse.ts"
import { spiedStore } from "./testing/spiedStore.ts"
import { writer } from "./writer.ts"

const spied = () => {
  const asked: Array<number> = []
  const read: Array<number> = []
  const layer = spiedStore((real) => ({
    versions: (streams) =>
      Effect.andThen(
        Effect.sync(() => asked.push(streams.length)),
        real.versions(streams),
      ),
    readStream: (stream, after = 0, limit) =>
      Effect.andThen(
        Effect.sync(() => read.push(after)),
        real.readStream(stream, after, limit),
      ),
  }))
  return { asked, read, layer: Layer.mergeAll(layer, Sealing.layerMemory, TestClock.layer()) }
}

describe("a reader that keeps states", () => {
  it("asks once for all that is asked within a tick, and reads only what has grown", async () => {
    const { asked, read, layer } = spied()
    const program = Effect.gen(function* () {
      const write = yield* writer(Purse)
      yield* Effect.forEach(["a", "b"], (id) => write(id, deposit(1)))
      const kept = yield* keptReader
      const purse = kept.of(Purse)
      const some = (ids: ReadonlyArray<string>, ageMsMax: number) =>
        Effect.map(kept.read(ids.map(purse), ageMsMax), (states) => states.map(({ balance }) => balance))
      const all = (ageMsMax: number) =>
        Effect.map(
          Effect.all([some(["a"], ageMsMax), some(["b", "c"], ageMsMax)], { concurrency: "unbounded" }),
          (found) => found.flat(),
        )
      read.length = 0
      expect(yield* all(1_000)).toEqual([1, 1, 0])
      expect({ asked, read }).toEqual({ asked: [3], read: [0, 0] })
      yield* write("a", deposit(5))
      read.length = 0
      expect(yield* all(1_000)).toEqual([1, 1, 0])
      expect(asked).toEqual([3])
      expect(yield* all(0)).toEqual([6, 1, 0])
      yield* TestClock.adjust(1_001)
      expect(yield* all(1_000)).toEqual([6, 1, 0])
      expect({ asked, read }).toEqual({ asked: [3, 3, 3], read: [1] })
    })
    await Effect.runPromise(program.pipe(Effect.provide(layer)))
  })

  it("reads a stream once for all who ask for it at the same time", async () => {
    const { read, layer } = spied()
    const program = Effect.gen(function* () {
      const write = yield* writer(Purse)
      yield* write("a", deposit(1))
      const kept = yield* keptReader
      const purse = kept.of(Purse)
      read.length = 0
      const asking = Effect.map(kept.read([purse("a")], 0), ([{ balance }]) => balance)
      const told = yield* Effect.all(
        Array.from({ length: 50 }, () => asking),
        { concurrency: "unbounded" },
      )
      expect({ told: new Set(told), read }).toEqual({ told: new Set([1]), read: [0] })
    })
    await Effect.runPromise(program.pipe(Effect.provide(layer)))
  })
})
