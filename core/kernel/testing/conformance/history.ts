import { Effect, Exit } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ANY_VERSION } from "../../store/EventStore.ts"
import { append, ascending, events, newId, type StoreKit } from "./StoreKit.ts"

/** Difference between the version that an append expects and the actual version of the stream. */
const guess = fc.constantFrom(0, 0, 0, 1, -1, "any" as const)
const part = fc.record({ stream: fc.integer({ min: 0, max: 3 }), count: fc.integer({ min: 1, max: 4 }), guess })
const step = fc.record({
  command: fc.integer({ min: 0, max: 9 }),
  parts: fc.uniqueArray(part, { minLength: 1, maxLength: 3, selector: ({ stream }) => stream }),
})

/** Any history of appends matches a model of a few maps in memory. */
export const describeHistory = (kit: StoreKit): void => {
  describe("any history", () => {
    it("matches the model", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
          const run = newId()
          const name = (stream: number) => `test-${run}:${stream}`
          const commands = Array.from({ length: 10 }, newId)
          const versions = new Map<number, number>()
          const answered = new Map<number, number>()
          const after = await kit.run(kit.store.head)
          for (const { command, parts } of steps) {
            const streams = parts.map(({ stream, count, guess }) => ({
              stream: name(stream),
              expected: guess === "any" ? ANY_VERSION : Math.max(0, (versions.get(stream) ?? 0) + guess),
              events: events(count),
            }))
            const right = streams.every(
              ({ expected }, index) =>
                expected === ANY_VERSION || expected === (versions.get(parts[index]?.stream ?? 0) ?? 0),
            )
            const exit = await kit.run(
              Effect.exit(kit.store.append({ ...append(streams), commandId: commands[command] ?? "" })),
            )
            const first = answered.get(command)
            expect(Exit.isSuccess(exit)).toBe(first !== undefined || right)
            if (!Exit.isSuccess(exit)) continue
            expect(exit.value.repeated).toBe(first !== undefined)
            expect(exit.value.position).toBe(first ?? exit.value.position)
            if (first !== undefined) continue
            answered.set(command, exit.value.position)
            for (const { stream, count } of parts) versions.set(stream, (versions.get(stream) ?? 0) + count)
          }
          const log = await kit.run(
            kit.store.readLog({ after, upTo: await kit.run(kit.store.watermark), limit: 10_000 }),
          )
          const positions = log.map(({ position }) => position)
          expect(positions).toEqual(positions.toSorted(ascending))
          for (const stream of [0, 1, 2, 3]) {
            const stored = await kit.run(kit.store.readStream(name(stream)))
            expect(stored.map(({ version }) => version)).toEqual(
              Array.from({ length: versions.get(stream) ?? 0 }, (_, index) => index + 1),
            )
            expect(log.filter((event) => event.stream === name(stream))).toEqual(stored)
          }
        }),
        { numRuns: 30 },
      )
    })
  })
}
