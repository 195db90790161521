import { describe, expect, it } from "vitest"
import { ANY_VERSION } from "../../store/EventStore.ts"
import { StreamConflict } from "../../store/refusals.ts"
import { append, events, newId, newStream, type StoreKit } from "./StoreKit.ts"

/** Several commands on several streams in one transaction. */
export const describeTogether = (kit: StoreKit): void => {
  describe("commands together", () => {
    /** Commands that each begin a stream and add to a shared one. */
    const commands = (shared: string, expected: number, ...counts: ReadonlyArray<number>) =>
      counts.map((count, index) => ({
        ...append([
          { stream: newStream(), expected: 0, events: events(2) },
          { stream: shared, expected: index === 0 ? expected : ANY_VERSION, events: events(count) },
        ]),
        ...{ actor: `user:${index}`, answer: index },
      }))

    it("append to shared streams in their order, each with its own receipt", async () => {
      const shared = newStream()
      await kit.run(kit.store.append(append([{ stream: shared, expected: 0, events: events(1) }])))
      const several = commands(shared, 1, 1, 3, 2)
      const receipts = await kit.run(kit.store.appendTogether(several))
      const stored = await kit.run(kit.store.readStream(shared, 1))
      const wanted = several.flatMap(({ streams }) => streams[1]?.events.map(({ eventId }) => eventId))
      expect(stored.map(({ eventId }) => eventId)).toEqual(wanted)
      expect(stored.map(({ version }) => version)).toEqual([2, 3, 4, 5, 6, 7])
      expect(stored.map(({ actor }) => actor)).toEqual(["user:0", "user:1", "user:1", "user:1", "user:2", "user:2"])
      for (const [index, { commandId, correlationId, streams }] of several.entries()) {
        const own = await kit.run(kit.store.readStream(streams[0]?.stream ?? ""))
        expect(own.map(({ version }) => version)).toEqual([1, 2])
        expect(own[0]?.correlationId).toBe(correlationId)
        const last = stored.filter(({ actor }) => actor === `user:${index}`).at(-1)
        expect(receipts[index]).toEqual({ position: last?.position, version: 2, repeated: false, answer: index })
        expect(await kit.run(kit.store.receipt(commandId))).toEqual({ ...receipts[index], repeated: true })
      }
    })

    it("are refused as a whole if one stream has another version", async () => {
      const shared = newStream()
      const [one, two] = commands(shared, 0, 1, 1)
      if (one === undefined || two === undefined) throw new Error("two commands")
      const late = { ...two, streams: [...two.streams, { stream: newStream(), expected: 7, events: events(1) }] }
      expect(await kit.refusal(kit.store.appendTogether([one, late]))).toBeInstanceOf(StreamConflict)
      for (const { streams, commandId } of [one, late]) {
        for (const { stream } of streams) expect(await kit.run(kit.store.readStream(stream))).toEqual([])
        expect(await kit.run(kit.store.receipt(commandId))).toBeNull()
      }
    })

    it("append nothing if one of them was executed before, and return its receipt", async () => {
      const shared = newStream()
      const [one, two] = commands(shared, 0, 1, 1)
      if (one === undefined || two === undefined) throw new Error("two commands")
      const first = await kit.run(kit.store.append(one))
      expect(await kit.run(kit.store.appendTogether([two, one]))).toEqual([null, { ...first, repeated: true }])
      expect(await kit.run(kit.store.readStream(shared))).toHaveLength(1)
      expect(await kit.run(kit.store.appendTogether([two]))).toMatchObject([{ version: 2, repeated: false }])
    })

    it("do nothing if there are none, and each needs an event and an id of its own", async () => {
      expect(await kit.run(kit.store.appendTogether([]))).toEqual([])
      const [one] = commands(newStream(), 0, 1)
      if (one === undefined) throw new Error("a command")
      expect(await kit.defect(kit.store.appendTogether([one, one]))).toMatch(/stands twice in one append/)
      expect(await kit.defect(kit.store.appendTogether([append([])]))).toMatch(/has no event/)
      const large = { ...one, commandId: newId(), streams: [{ stream: newStream(), expected: 0, events: events(999) }] }
      expect(await kit.defect(kit.store.appendTogether([one, large]))).toMatch(/1002 events/)
    })
  })
}
