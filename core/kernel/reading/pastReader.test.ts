import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { Sealing } from "../sealing/Sealing.ts"
import { MemoryEventStore } from "../store/MemoryEventStore.ts"
import { deposit, TestBalance } from "../testing/TestBalance.ts"
import { writer } from "../writing/writer.ts"
import { PAGE_EVENTS_MAX } from "./load.ts"
import { pastReader } from "./reader.ts"

it("reads what an aggregate was at a position, however long its stream is", async () => {
  const states = Effect.gen(function* () {
    const [write, readPast] = [yield* writer(TestBalance), yield* pastReader(TestBalance)]
    const positions: Array<number> = []
    for (let count = 0; count <= PAGE_EVENTS_MAX; count += 1)
      positions.push((yield* write("a", deposit(1))).receipt.position)
    const [first = 0, last = 0] = [positions[0], positions.at(-1)]
    return yield* Effect.forEach([0, first, first + 1, last - 1, last, last + 100], (at) => readPast("a", at))
  })
  const layer = Layer.mergeAll(MemoryEventStore, Sealing.layerMemory)
  const read = await Effect.runPromise(states.pipe(Effect.orDie, Effect.provide(layer)))
  expect(read.map(({ balance }) => balance)).toEqual([
    0,
    1,
    2,
    PAGE_EVENTS_MAX,
    PAGE_EVENTS_MAX + 1,
    PAGE_EVENTS_MAX + 1,
  ])
})
