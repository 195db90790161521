import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import { ANY_VERSION } from "../../store/EventStore.ts"
import { StreamConflict } from "../../store/refusals.ts"
import { append, events, newStream, type StoreKit } from "./StoreKit.ts"

/** Optimistic concurrency: each version of a stream is written once. */
export const describeVersions = (kit: StoreKit): void => {
  describe("expected versions", () => {
    it("number the events of a stream from 1, with increasing positions", async () => {
      const stream = newStream()
      const first = await kit.run(kit.store.append(append([{ stream, expected: 0, events: events(2) }])))
      const second = await kit.run(kit.store.append(append([{ stream, expected: 2, events: events(1) }])))
      expect([first.version, second.version]).toEqual([2, 3])
      expect(second.position).toBeGreaterThan(first.position)
      const stored = await kit.run(kit.store.readStream(stream))
      expect(stored.map(({ version }) => version)).toEqual([1, 2, 3])
      expect(stored.at(-1)?.position).toBe(second.position)
    })

    it.each([
      [0, 1],
      [2, 1],
      [1, 0],
    ])("refuse version %i if %i is the actual one, and append nothing", async (expected, actual) => {
      const stream = newStream()
      if (actual > 0) await kit.run(kit.store.append(append([{ stream, expected: 0, events: events(actual) }])))
      const conflict = await kit.refusal(kit.store.append(append([{ stream, expected, events: events(1) }])))
      expect(conflict).toBeInstanceOf(StreamConflict)
      expect({ ...conflict }).toMatchObject({ stream, expected, actual })
      expect(await kit.run(kit.store.readStream(stream))).toHaveLength(actual)
    })

    it("refuse several events as they refuse one", async () => {
      const stream = newStream()
      const conflict = await kit.refusal(kit.store.append(append([{ stream, expected: 3, events: events(2) }])))
      expect({ ...conflict }).toMatchObject({ stream, expected: 3, actual: 0 })
    })

    it("are not checked for ANY_VERSION", async () => {
      const stream = newStream()
      for (const version of [1, 2, 3]) {
        const receipt = await kit.run(kit.store.append(append([{ stream, expected: ANY_VERSION, events: events(1) }])))
        expect(receipt.version).toBe(version)
      }
    })

    it("let one of many concurrent writers win", async () => {
      const stream = newStream()
      const rivals = Array.from({ length: 12 }, () =>
        Effect.exit(kit.store.append(append([{ stream, expected: 0, events: events(1) }]))),
      )
      const exits = await kit.run(Effect.all(rivals, { concurrency: "unbounded" }))
      expect(exits.filter(Exit.isSuccess)).toHaveLength(1)
      expect(await kit.run(kit.store.readStream(stream))).toHaveLength(1)
    })
  })
}
