import { Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { ANY_VERSION } from "../../store/EventStore.ts"
import { append, ascending, events, happenedEvent, newStream, range, type StoreKit } from "./StoreKit.ts"

/** The log as its readers see it. */
export const describeLog = (kit: StoreKit): void => {
  describe("the log", () => {
    it("is read in windows, filtered by types, up to the watermark", async () => {
      const after = await kit.run(kit.store.watermark)
      const stream = newStream()
      const types = ["test.Red.v1", "test.Blue.v1", "test.Red.v1", "test.Green.v1"]
      const list = types.map((type) => ({ ...happenedEvent(), type }))
      const { position } = await kit.run(kit.store.append(append([{ stream, expected: 0, events: list }])))
      const upTo = await kit.run(kit.store.watermark)
      expect(upTo).toBeGreaterThanOrEqual(position)
      expect(await kit.run(kit.store.head)).toBeGreaterThanOrEqual(upTo)
      const read = async (window: { types?: ReadonlyArray<string>; after?: number; upTo?: number; limit?: number }) =>
        (await kit.run(kit.store.readLog({ after, upTo, limit: 100, ...window }))).map(({ type }) => type)
      expect(await read({})).toEqual(types)
      expect(await read({ limit: 2 })).toEqual(types.slice(0, 2))
      expect(await read({ types: ["test.Red.v1"] })).toEqual(["test.Red.v1", "test.Red.v1"])
      expect(await read({ types: ["test.Red.v1", "test.Green.v1"], limit: 2 })).toEqual(["test.Red.v1", "test.Red.v1"])
      expect(await read({ types: [] })).toEqual([])
      expect(await read({ after: position })).toEqual([])
      expect(await read({ upTo: position - 1 })).toEqual(types.slice(0, 3))
    })

    it("has a watermark that only increases and never passes appends in progress", async () => {
      const seen: Array<number> = []
      const missed: Array<number> = []
      const read = new Set<number>()
      const start = await kit.run(kit.store.watermark)
      const follow = Effect.gen(function* () {
        let after = start
        for (;;) {
          const upTo = yield* kit.store.watermark
          seen.push(upTo)
          for (const { position } of yield* kit.store.readLog({ after, upTo, limit: 10_000 })) read.add(position)
          after = upTo
          yield* Effect.yieldNow
        }
      })
      const follower = kit.runtime.runFork(follow)
      const write = (index: number) =>
        kit.store.append(
          append([{ stream: `test-${start}:${index % 5}`, expected: ANY_VERSION, events: events(1 + (index % 3)) }]),
        )
      const receipts = await kit.run(Effect.forEach(range(300), write, { concurrency: 8 }))
      const last = Math.max(...receipts.map(({ position }) => position))
      while ((seen.at(-2) ?? 0) < last) await new Promise((resolve) => setImmediate(resolve))
      await kit.runtime.runPromise(Fiber.interrupt(follower))
      for (const { position } of receipts) if (!read.has(position)) missed.push(position)
      expect(missed).toEqual([])
      expect(seen).toEqual(seen.toSorted(ascending))
    })
  })
}
