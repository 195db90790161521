import { describe, expect, it } from "vitest"
import type { StoredEvent } from "#core/kernel"
import { decodeChanges } from "./applyBatch.ts"
import { counters } from "./testing/registry.ts"

const stored = (data: unknown): StoredEvent => ({
  position: 1,
  stream: "counter-a",
  version: 1,
  eventId: "",
  type: "test.CounterMoved.v1",
  recordedAt: "2026-11-21T08:00:00.000Z",
  correlationId: "",
  causationId: "",
  actor: "test",
  data,
  subjectId: null,
  sealed: null,
})
const decode = (_: unknown, event: StoredEvent) =>
  counters.familyOf(event.type)?.decodeSync(event.type, event.data) as never

describe("decodeChanges", () => {
  it("reports which field of an event does not match its schema", async () => {
    const [good, bad] = await decodeChanges(counters, decode, [
      stored({ counterId: "a", by: 1, note: "" }),
      stored({ counterId: "a", by: "x" }),
    ])
    expect(good).toMatchObject({ error: null, changes: [{ key: ["a"] }] })
    expect(bad).toMatchObject({ changes: [], error: expect.stringMatching(/by/) })
  })

  it.each([
    ["CONNECTION_CLOSED", "Error"],
    ["ECONNREFUSED", "Error"],
    ["57P01", "PostgresError"],
  ])("throws instead of counting a fault if the database was away (%s)", async (code, name) => {
    const away = Object.assign(new Error("away"), { code, name })
    await expect(decodeChanges(counters, () => Promise.reject(away), [stored({})])).rejects.toBe(away)
  })

  it("counts an invalid address as a fault of the event, although that error has a code too", async () => {
    const [folded] = await decodeChanges(counters, () => Promise.resolve(new URL("nowhere") as never), [stored({})])
    expect(folded?.error).toMatch(/Invalid URL/)
  })
})
