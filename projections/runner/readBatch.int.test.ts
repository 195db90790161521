import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { copyLog } from "./copyLog.ts"
import { BATCH_EVENTS_MAX, BATCH_STORED_BYTES_MAX, readBatch } from "./LogTail.ts"
import { moved, seen } from "./testing/events.ts"
import { type Kit, makeKit } from "./testing/kit.ts"

const types = ["test.CounterMoved.v1"]
let db: TestDatabase
let kit: Kit
let last: number

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeKit(db.url)
  for (let round = 0; round < 6; round++) {
    // 600 KB that do not compress, then many small ones.
    await kit.append("counter-a", moved("a", round, randomBytes(300_000).toString("hex")))
    await kit.append(
      "counter-b",
      ...Array.from({ length: 200 }, (_, by) => moved("b", by, 'a "quote" \\ and a\nline')),
      seen("b"),
    )
  }
  last = await kit.append("counter-b", seen("b"))
})

afterAll(async () => {
  await kit.stop()
  await db.drop()
})

describe("reading the log", () => {
  it("returns as many events as a batch may hold, and the position up to which they are complete", async () => {
    const positions: Array<number> = []
    let after = 0
    let batches = 0
    while (after < last) {
      const { events, upTo } = await readBatch(kit.sql, { types, after, upTo: last })
      const stored = events.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0)
      expect(events.length).toBeLessThanOrEqual(BATCH_EVENTS_MAX)
      expect(stored).toBeLessThan(2 * BATCH_STORED_BYTES_MAX)
      expect(upTo).toBeGreaterThan(after)
      positions.push(...events.map(({ position }) => position))
      after = upTo
      batches++
    }
    expect(batches).toBeGreaterThan(2)
    expect(positions).toEqual([...positions].sort((a, b) => a - b))
    expect(positions.length).toBe(6 * 201)
  })

  it("in bulk returns exactly the same events", async () => {
    const one: Array<unknown> = []
    for (let after = 0; after < last; ) {
      const { events, upTo } = await readBatch(kit.sql, { types, after, upTo: last })
      one.push(
        ...events.map(({ position, stream, version, type, recordedAt, actor, data }) => ({
          position,
          stream,
          version,
          type,
          recordedAt,
          actor,
          data,
        })),
      )
      after = upTo
    }
    const two: Array<unknown> = []
    for await (const batch of copyLog(kit.sql, { types, after: 0, upTo: last, share: { index: 0, of: 1 } })) {
      two.push(
        ...batch.map(({ position, stream, version, type, recordedAt, actor, data }) => ({
          position,
          stream,
          version,
          type,
          recordedAt,
          actor,
          data,
        })),
      )
    }
    expect(two).toEqual(one)
  })

  it("in shares returns every event in one of them", async () => {
    const streams: Array<Set<string>> = []
    for (const index of [0, 1, 2]) {
      const mine = new Set<string>()
      for await (const batch of copyLog(kit.sql, { types, after: 0, upTo: last, share: { index, of: 3 } }))
        for (const { stream } of batch) mine.add(stream)
      streams.push(mine)
    }
    expect(streams.flatMap((each) => [...each]).sort()).toEqual(["counter-a", "counter-b"])
  })

  it("can be stopped early, and the connection is then reused", async () => {
    for (let round = 0; round < 12; round++) {
      for await (const batch of copyLog(kit.sql, { types, after: 0, upTo: last, share: { index: 0, of: 1 } }))
        if (batch.length > 0) break
    }
    const answers = await Promise.all(Array.from({ length: 12 }, () => kit.sql`select 1 as one`))
    expect(answers.length).toBe(12)
  })
})
