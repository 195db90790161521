import { describe, expect, it } from "vitest"
import { StreamConflict } from "../../store/refusals.ts"
import { append, events, newStream, type StoreKit } from "./StoreKit.ts"

/** Micro-batches: several commands to one stream in one transaction. */
export const describeBatches = (kit: StoreKit): void => {
  describe("batches", () => {
    const batch = (...counts: ReadonlyArray<number>) =>
      counts.map((count, index) => {
        const { streams: _, ...command } = append([])
        return { ...command, actor: `user:${index}`, answer: index, events: events(count) }
      })

    it("append several commands, each with its own receipt", async () => {
      const stream = newStream()
      const commands = batch(1, 3, 2)
      const receipts = await kit.run(kit.store.appendBatch(stream, 0, commands))
      const stored = await kit.run(kit.store.readStream(stream))
      expect(receipts.map((receipt) => receipt?.version)).toEqual([1, 4, 6])
      expect(receipts.map((receipt) => receipt?.position)).toEqual([0, 3, 5].map((index) => stored[index]?.position))
      expect(stored.map(({ actor }) => actor)).toEqual(["user:0", "user:1", "user:1", "user:1", "user:2", "user:2"])
      expect(stored.map(({ correlationId }) => correlationId)).toEqual(
        commands.flatMap(({ correlationId, events }) => events.map(() => correlationId)),
      )
      for (const [index, { commandId }] of commands.entries()) {
        expect(await kit.run(kit.store.receipt(commandId))).toEqual({ ...receipts[index], repeated: true })
        expect(receipts[index]?.answer).toBe(index)
      }
    })

    it("are refused as a whole at another version", async () => {
      const stream = newStream()
      expect(await kit.refusal(kit.store.appendBatch(stream, 4, batch(1, 1)))).toBeInstanceOf(StreamConflict)
      expect(await kit.run(kit.store.readStream(stream))).toEqual([])
    })

    it("append nothing if one command was executed before, and return its receipt", async () => {
      const stream = newStream()
      const [one, two] = batch(1, 1)
      if (one === undefined || two === undefined) throw new Error("two commands")
      const [first] = await kit.run(kit.store.appendBatch(stream, 0, [one]))
      for (const expected of [0, 1]) {
        const again = await kit.run(kit.store.appendBatch(stream, expected, [two, one]))
        expect(again).toEqual([null, { ...first, repeated: true }])
      }
      expect(await kit.run(kit.store.readStream(stream))).toHaveLength(1)
      expect(await kit.run(kit.store.appendBatch(stream, 1, [two]))).toMatchObject([{ version: 2, repeated: false }])
    })

    it("for many streams run together, each with its own outcome", async () => {
      const streams = Array.from({ length: 200 }, newStream)
      const [repeated, conflicting] = [streams[50] ?? "", streams[100] ?? ""]
      const [known] = batch(1)
      if (known === undefined) throw new Error("a command")
      const [first] = await kit.run(kit.store.appendBatch(repeated, 0, [known]))
      const outcome = async (stream: string) => {
        if (stream === conflicting) return kit.refusal(kit.store.appendBatch(stream, 7, batch(1)))
        return kit.run(kit.store.appendBatch(stream, 0, stream === repeated ? [known] : batch(2, 1)))
      }
      const outcomes = await Promise.all(streams.map(outcome))
      for (const [at, stream] of streams.entries()) {
        const stored = await kit.run(kit.store.readStream(stream))
        if (stream === conflicting) {
          expect(outcomes[at]).toBeInstanceOf(StreamConflict)
          expect(stored).toEqual([])
        } else if (stream === repeated) {
          expect(outcomes[at]).toEqual([{ ...first, repeated: true }])
          expect(stored).toHaveLength(1)
        } else {
          const positions = [1, 2].map((index) => stored[index]?.position)
          expect(outcomes[at]).toMatchObject([{ version: 2 }, { version: 3 }])
          expect(outcomes[at]).toMatchObject(positions.map((position) => ({ position, repeated: false })))
          expect(stored.map(({ version }) => version)).toEqual([1, 2, 3])
        }
      }
    })

    it("do nothing if they are empty", async () => {
      expect(await kit.run(kit.store.appendBatch(newStream(), 0, []))).toEqual([])
    })
  })
}
