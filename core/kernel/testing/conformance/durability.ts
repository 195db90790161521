import { describe, expect, it } from "vitest"
import { append, events, happenedEvent, newId, newStream, type StoreKit } from "./StoreKit.ts"

/** Events, streams and snapshots are read as they were written. */
export const describeKept = (kit: StoreKit): void => {
  describe("stored data", () => {
    it("includes every field of an event", async () => {
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
      const receipt = await kit.run(kit.store.append(command))
      const [stored] = await kit.run(kit.store.readStream(stream))
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

    it("includes sealed parts in every kind of append", async () => {
      const sealedEvent = () => ({ ...happenedEvent(), subjectId: newId(), sealed: Buffer.from([7, 0, 8]) })
      const [one, other, third] = [newStream(), newStream(), newStream()]
      await kit.run(kit.store.append(append([{ stream: one, expected: 0, events: [sealedEvent(), happenedEvent()] }])))
      await kit.run(
        kit.store.append(
          append([
            { stream: other, expected: 0, events: [happenedEvent()] },
            { stream: third, expected: 0, events: [sealedEvent()] },
          ]),
        ),
      )
      const { streams: _, ...command } = append([])
      await kit.run(kit.store.appendBatch(third, 1, [{ ...command, events: [sealedEvent()] }]))
      const sealed = async (stream: string) =>
        (await kit.run(kit.store.readStream(stream))).map((event) => event.sealed && [...event.sealed])
      expect(await sealed(one)).toEqual([[7, 0, 8], null])
      expect(await sealed(other)).toEqual([null])
      expect(await sealed(third)).toEqual([
        [7, 0, 8],
        [7, 0, 8],
      ])
    })

    it("is read from a given version of a stream, up to the limit", async () => {
      const stream = newStream()
      await kit.run(kit.store.append(append([{ stream, expected: 0, events: events(5) }])))
      const versions = async (after: number, limit?: number) =>
        (await kit.run(kit.store.readStream(stream, after, limit))).map(({ version }) => version)
      expect(await versions(3)).toEqual([4, 5])
      expect(await versions(0, 2)).toEqual([1, 2])
      expect(await versions(5)).toEqual([])
      expect(await kit.run(kit.store.readStream(newStream()))).toEqual([])
    })

    it("includes the newest snapshot of each fold", async () => {
      const stream = newStream()
      expect(await kit.run(kit.store.readSnapshot(stream, "a"))).toBeNull()
      await kit.run(kit.store.writeSnapshot(stream, "a", { version: 4, state: { count: 4 } }))
      await kit.run(kit.store.writeSnapshot(stream, "a", { version: 2, state: { count: 2 } }))
      await kit.run(kit.store.writeSnapshot(stream, "b", { version: 1, state: ["other"] }))
      expect(await kit.run(kit.store.readSnapshot(stream, "a"))).toEqual({ version: 4, state: { count: 4 } })
      expect(await kit.run(kit.store.readSnapshot(stream, "b"))).toEqual({ version: 1, state: ["other"] })
    })
  })
}
