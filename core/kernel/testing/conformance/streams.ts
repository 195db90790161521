import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { ANY_VERSION } from "../../store/EventStore.ts"
import { append, ascending, events, newStream, type StoreKit } from "./StoreKit.ts"

/** Several streams in one append: all or nothing. */
export const describeStreams = (kit: StoreKit): void => {
  describe("several streams", () => {
    it("get their events in the given order, each with its own versions", async () => {
      const [one, other] = [newStream(), newStream()]
      await kit.run(kit.store.append(append([{ stream: other, expected: 0, events: events(1) }])))
      const receipt = await kit.run(
        kit.store.append(
          append([
            { stream: other, expected: 1, events: events(2) },
            { stream: one, expected: 0, events: events(3) },
          ]),
        ),
      )
      expect(receipt.version).toBe(3)
      const stored = [...(await kit.run(kit.store.readStream(other))), ...(await kit.run(kit.store.readStream(one)))]
      expect(stored.map(({ version }) => version)).toEqual([1, 2, 3, 1, 2, 3])
      expect(stored.map(({ position }) => position)).toEqual(stored.map(({ position }) => position).toSorted(ascending))
      expect(stored.at(-1)?.position).toBe(receipt.position)
    })

    it("return their versions in one call, which omits unknown streams", async () => {
      const [one, other, none] = [newStream(), newStream(), newStream()]
      await kit.run(
        kit.store.append(
          append([
            { stream: one, expected: 0, events: events(2) },
            { stream: other, expected: 0, events: events(3) },
          ]),
        ),
      )
      expect(await kit.run(kit.store.versions([one, none, other]))).toEqual(
        new Map([
          [one, 2],
          [other, 3],
        ]),
      )
    })

    it("are read in one call, by name and version, each up to the limit", async () => {
      const [one, other, none] = [newStream(), newStream(), newStream()].sort()
      if (one === undefined || other === undefined || none === undefined) throw new Error("three streams")
      await kit.run(kit.store.append(append([{ stream: other, expected: 0, events: events(3) }])))
      await kit.run(kit.store.append(append([{ stream: one, expected: 0, events: events(2) }])))
      await kit.run(kit.store.append(append([{ stream: one, expected: 2, events: events(1) }])))
      const stored = await kit.run(kit.store.readStreams([none, other, one], 2))
      expect(stored.map(({ stream, version }) => [stream, version])).toEqual([
        [one, 1],
        [one, 2],
        [other, 1],
        [other, 2],
      ])
      expect(stored.slice(0, 2)).toEqual(await kit.run(kit.store.readStream(one, 0, 2)))
    })

    it("get no events if one of them is at another version, which the error names", async () => {
      const [one, other] = [newStream(), newStream()]
      const command = append([
        { stream: one, expected: 0, events: events(1) },
        { stream: other, expected: 7, events: events(1) },
      ])
      expect({ ...(await kit.refusal(kit.store.append(command))) }).toMatchObject({
        stream: other,
        expected: 7,
        actual: 0,
      })
      expect(await kit.run(kit.store.readStream(one))).toEqual([])
      expect(await kit.run(kit.store.receipt(command.commandId))).toBeNull()
    })

    it("never deadlock two concurrent appends", async () => {
      const streams = [newStream(), newStream(), newStream()]
      const rivals = Array.from({ length: 20 }, (_, index) =>
        kit.store.append(
          append(
            (index % 2 === 0 ? streams : streams.toReversed()).map((stream) => ({
              stream,
              expected: ANY_VERSION,
              events: events(1),
            })),
          ),
        ),
      )
      await kit.run(Effect.all(rivals, { concurrency: "unbounded" }))
      for (const stream of streams) expect(await kit.run(kit.store.readStream(stream))).toHaveLength(20)
    })
  })
}
