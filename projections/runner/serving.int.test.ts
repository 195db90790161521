import { Worker } from "node:worker_threads"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { findBuild, findLive, rebuild, rollback, switchTo, verify } from "./index.ts"
import { moved } from "./testing/events.ts"
import { type Kit, makeKit, until } from "./testing/kit.ts"
import { counters } from "./testing/registry.ts"

const STREAMS = 200
/** Writes continuously. */
const PATIENT = { waitMsMax: 40_000 }

let db: TestDatabase
let kit: Kit

beforeEach(async () => {
  db = await testDatabase()
  kit = await makeKit(db.url)
})

afterEach(async () => {
  await kit.stop()
  await db.drop()
})

/** Readers in a separate thread query the view continuously; returns their errors and the longest wait. */
const startReaders = (url: string) => {
  const reader = new Worker(new URL("./testing/readerThread.ts", import.meta.url), {
    workerData: { url, rowsMin: STREAMS },
  })
  const ready = new Promise<void>((resolve) => reader.once("message", () => resolve()))
  return {
    ready,
    stop: () =>
      new Promise<{ queries: number; failures: ReadonlyArray<string>; longestMs: number }>((resolve) => {
        reader.on("message", resolve)
        reader.postMessage("stop")
      }),
  }
}

describe("while people read", () => {
  it("a rebuild, a verification, a switch and a rollback make no query fail, return nothing, or wait long", {
    tags: ["long"],
  }, async () => {
    for (let stream = 0; stream < STREAMS; stream++) await kit.append(`counter-${stream}`, moved(`${stream}`, 1))
    await kit.prepare([counters])
    const runner = await kit.runner([counters], { loop: true })
    const readers = startReaders(db.url)
    await readers.ready
    let isWriting = true
    const writing = (async () => {
      for (let round = 0; isWriting; round++)
        await kit.append(`counter-${round % STREAMS}`, moved(`${round % STREAMS}`, 1))
    })()
    for (let round = 0; round < 3; round++) {
      const { build } = await rebuild(kit.sql, counters, kit.options)
      await until(async () => (await findBuild(kit.sql, "counters", build))?.owner !== null)
      const live = await findLive(kit.sql, "counters")
      expect(await verify(kit.sql, counters, [live?.build ?? 0, build])).toMatchObject({ equal: true })
      await switchTo(kit.sql, counters, build, PATIENT)
      await rollback(kit.sql, counters, PATIENT)
      await rollback(kit.sql, counters, PATIENT)
    }
    isWriting = false
    await writing
    const { queries, failures, longestMs } = await readers.stop()
    expect(failures).toEqual([])
    expect(queries).toBeGreaterThan(100)
    // One attempt of a switch may wait 100 ms; the rest is for a machine that is busy with tests.
    expect(longestMs).toBeLessThan(5_000)
    await runner.stop()
  })
})
