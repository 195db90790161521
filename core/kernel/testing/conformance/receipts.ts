import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { ANY_VERSION } from "../../store/EventStore.ts"
import { append, events, newId, newStream, type StoreKit } from "./StoreKit.ts"

/** A command is executed once, however often it is sent. */
export const describeReceipts = (kit: StoreKit): void => {
  describe("receipts", () => {
    it("answer a repeated command with the first receipt and its answer, and append nothing", async () => {
      const stream = newStream()
      const command = { ...append([{ stream, expected: 0, events: events(1) }]), answer: { kept: [1, "two", null] } }
      const first = await kit.run(kit.store.append(command))
      expect(first).toMatchObject({ version: 1, repeated: false, answer: { kept: [1, "two", null] } })
      const repeats = [
        command,
        { ...command, streams: [{ stream, expected: 1, events: events(1) }] },
        { ...command, streams: [{ stream, expected: ANY_VERSION, events: events(2) }] },
        { ...command, streams: [{ stream: newStream(), expected: 0, events: events(1) }] },
        { ...command, streams: [], answer: "another" },
      ]
      for (const repeat of repeats)
        expect(await kit.run(kit.store.append(repeat))).toEqual({ ...first, repeated: true })
      expect(await kit.run(kit.store.receipt(command.commandId))).toEqual({ ...first, repeated: true })
      expect(await kit.run(kit.store.readStream(stream))).toHaveLength(1)
    })

    it.each([0, ANY_VERSION])("answer concurrent repeats too (expected %i)", async (expected) => {
      const stream = newStream()
      const command = append([{ stream, expected, events: events(1) }])
      const twins = Array.from({ length: 10 }, () => kit.store.append(command))
      const receipts = await kit.run(Effect.all(twins, { concurrency: "unbounded" }))
      expect(receipts.filter(({ repeated }) => !repeated)).toHaveLength(1)
      expect(new Set(receipts.map(({ position }) => position)).size).toBe(1)
      expect(await kit.run(kit.store.readStream(stream))).toHaveLength(1)
    })

    it("are stored for a command without effect", async () => {
      const command = { ...append([]), answer: "nothing to do" }
      expect(await kit.run(kit.store.append(command))).toEqual({
        position: 0,
        version: 0,
        repeated: false,
        answer: "nothing to do",
      })
      const repeat = await kit.run(kit.store.append({ ...command, answer: "another" }))
      expect(repeat).toMatchObject({ repeated: true, answer: "nothing to do" })
    })

    it("are not stored for a refused command", async () => {
      const command = append([{ stream: newStream(), expected: 5, events: events(1) }])
      await kit.refusal(kit.store.append(command))
      expect(await kit.run(kit.store.receipt(command.commandId))).toBeNull()
    })

    it("do not exist for an unknown command", async () => {
      expect(await kit.run(kit.store.receipt(newId()))).toBeNull()
    })
  })
}
