import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import {
  Busy,
  digest,
  findLive,
  listBuilds,
  type Projection,
  rebuild,
  rebuildTogether,
  TooManyFaults,
} from "./index.ts"
import { withLock } from "./lock.ts"
import { startChild } from "./testing/child.ts"
import { cleared, moved, seen } from "./testing/events.ts"
import { type Kit, makeKit, until } from "./testing/kit.ts"
import { counters, people, sums } from "./testing/registry.ts"

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

const fillLog = async (streams: number, eventsEach: number) => {
  for (let stream = 0; stream < streams; stream++) {
    const events = Array.from({ length: eventsEach }, (_, index) => moved(`c${stream}`, index - stream, "some note"))
    await kit.append(
      `counter-c${stream}`,
      ...events,
      seen(`c${stream}`),
      ...(stream % 7 === 0 ? [cleared(`c${stream}`)] : []),
    )
  }
}

const digestOf = (projection: Projection, build: number) => digest(kit.sql, projection, build)

/** What each projection has after a rebuild by itself. */
const alone = async (...projections: ReadonlyArray<Projection>) => {
  const digests = []
  for (const projection of projections) {
    const { build } = await rebuild(kit.sql, projection, kit.options)
    digests.push(await digestOf(projection, build))
  }
  return digests
}

const together = async (projections: ReadonlyArray<Projection>, options: object = {}) =>
  rebuildTogether(kit.sql, projections, { ...kit.options, ...options })

const builtBy = (outcomes: Awaited<ReturnType<typeof together>>) =>
  outcomes.map((outcome) => ("rebuilt" in outcome ? outcome.rebuilt : outcome.error))

/** A projection whose fold fails for every event. */
const broken: Projection = {
  ...counters,
  name: "broken",
  codeHash: "broken",
  fold: () => {
    throw new Error("a fold that never works")
  },
}

describe("a rebuild of several projections", () => {
  it.each([
    ["in memory", {}],
    ["with little memory for all of them", { rowsInMemoryMax: 5 }],
    ["with a checkpoint after every batch", { checkpointMs: 0 }],
  ])("gives the rows of single rebuilds, %s", async (_, options) => {
    await fillLog(40, 20)
    await kit.sql`update es.event set data = data - 'by' where stream = 'counter-c3' and version = 2`
    const expected = await alone(counters, people, sums)
    const outcomes = await together([counters, people, sums], options)
    expect(builtBy(outcomes)).toMatchObject([
      { build: 2, events: 40 * 20 + 6, faults: 19 },
      { build: 2, events: 0, faults: 0 },
      { build: 2, events: 40 * 20 + 6, faults: 19 },
    ])
    expect(await Promise.all(outcomes.map(({ projection }) => digestOf(projection, 2)))).toEqual(expected)
    expect((await listBuilds(kit.sql)).map(({ name, status }) => [name, status])).toEqual([
      ["counters", "building"],
      ["people", "building"],
      ["sums", "building"],
    ])
  })

  it("builds the others if one cannot be folded, and says why", async () => {
    await fillLog(120, 2)
    const expected = await alone(counters, sums)
    const outcomes = await together([counters, broken, sums])
    const [, failed] = builtBy(outcomes)
    expect(failed).toBeInstanceOf(TooManyFaults)
    expect(String(failed)).toContain("a fold that never works")
    expect([await digestOf(counters, 2), await digestOf(sums, 2)]).toEqual(expected)
    expect(await listBuilds(kit.sql, "broken")).toEqual([])
  })

  it("leaves out those that another process rebuilds", async () => {
    await fillLog(3, 3)
    const outcomes = await withLock(kit.sql, "rebuild", "counters", "refuse", () => together([counters, sums]))
    expect(builtBy(outcomes)).toEqual([expect.any(Busy), expect.objectContaining({ build: 1 })])
    expect(await withLock(kit.sql, "rebuild", "sums", "refuse", async () => "free again")).toBe("free again")
  })

  it("prepares the others if one cannot be folded, and fails with its reason", async () => {
    await fillLog(120, 2)
    await expect(kit.prepare([counters, broken, sums])).rejects.toThrow(/a fold that never works/)
    expect([
      await findLive(kit.sql, "counters"),
      await findLive(kit.sql, "broken"),
      await findLive(kit.sql, "sums"),
    ]).toEqual([{ build: 1, previous: null }, null, { build: 1, previous: null }])
  })
})

describe("a rebuild after a kill -9", () => {
  const EVENTS = 60 * 200 + 9

  /** Kills a rebuild of both in the middle. Returns the positions of the checkpoints that it leaves. */
  const killOne = async () => {
    const child = startChild("rebuildAllProcess.ts", db.url)
    await child.wrote("filled")
    await until(async () => (await listBuilds(kit.sql)).every(({ position }) => position > 0))
    await child.kill()
    expect(child.output()).not.toContain("built")
    const left = await listBuilds(kit.sql)
    expect(left.map(({ name, build, status }) => [name, build, status])).toEqual([
      ["counters", 1, "filling"],
      ["sums", 1, "filling"],
    ])
    // The server releases the locks of a killed process once it detects the closed connection.
    // Other test files lock things in databases of their own on the same server.
    const locks = () => kit.sql`
      select from pg_locks where locktype = 'advisory'
         and database = (select oid from pg_database where datname = current_database())`
    await until(async () => (await locks()).length === 0)
    return left.map(({ position }) => position)
  }

  it("continues from its checkpoints, and gives the same rows", async () => {
    await fillLog(60, 200)
    await kit.sql`update es.event set data = data - 'by' where stream = 'counter-c0' and version = 2`
    await killOne()
    const outcomes = await together([counters, sums])
    for (const rebuilt of builtBy(outcomes)) expect(rebuilt).toMatchObject({ build: 1, faults: 200 })
    for (const outcome of outcomes) if ("rebuilt" in outcome) expect(outcome.rebuilt.events).toBeLessThan(EVENTS)
    const digests = await Promise.all([digestOf(counters, 1), digestOf(sums, 1)])
    expect(await alone(counters, sums)).toEqual(digests)
  })

  it("starts again if the code of the projection has changed since", async () => {
    await fillLog(60, 200)
    await killOne()
    const changed = { ...counters, codeHash: "changed" }
    const [rebuilt] = builtBy(await together([changed]))
    expect(rebuilt).toMatchObject({ build: 2, events: EVENTS })
    expect((await listBuilds(kit.sql, "counters")).map(({ build, status }) => [build, status])).toEqual([
      [2, "building"],
    ])
  })
})
