import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import {
  change,
  decideFaults,
  findBuild,
  is,
  listFaults,
  makeProjection,
  on,
  PARKED_KEYS_MAX,
  pauseBuilds,
  rebuild,
  resumeBuilds,
  TooManyFaults,
  table,
  verify,
} from "./index.ts"
import { moved, TestEvents } from "./testing/events.ts"
import { type Kit, makeKit, readCounters, until } from "./testing/kit.ts"
import { counters, foldDefect, POISON } from "./testing/registry.ts"

let db: TestDatabase
let kit: Kit
let runner: Awaited<ReturnType<Kit["runner"]>>

beforeEach(async () => {
  db = await testDatabase()
  kit = await makeKit(db.url)
  foldDefect.isMended = false
  await kit.prepare([counters])
  runner = await kit.runner([counters])
})

afterEach(async () => {
  await runner.stop()
  await kit.stop()
  await db.drop()
})

const events = async (id: string) => (await readCounters(kit.sql)).get(id)?.events ?? 0
/** The interval at which the runner reads decisions of operators. */
const untilNoDecision = (name = "counters") =>
  until(async () => {
    await runner.settle()
    return (await listFaults(kit.sql, name)).every(({ decision }) => decision === null)
  })
const decide = (decision: "retry" | "skip", key?: string) =>
  decideFaults(kit.sql, { name: "counters", key }, { decision, by: "operator:test", reason: "a test" })

describe("an event that fails", () => {
  it("parks its key: later events of the key wait in order, all others continue", async () => {
    await kit.append("counter-a", moved("a", 1), moved("a", POISON), moved("a", 2))
    await kit.append("counter-b", moved("b", 1))
    await runner.settle()
    await kit.append("counter-a", moved("a", 3))
    await kit.append("counter-b", moved("b", 2))
    await runner.settle()
    expect([await events("a"), await events("b")]).toEqual([1, 2])
    expect(await listFaults(kit.sql)).toMatchObject([
      { park_key: "counter-a", error: "poison", waiting: 2, attempts: 1, type: "test.CounterMoved.v1" },
    ])
    expect((await findBuild(kit.sql, "counters", 1))?.status).toBe("live")
  })

  it("is retried when an operator decides so, with all events that wait behind it", async () => {
    await kit.append("counter-a", moved("a", POISON), ...Array.from({ length: 599 }, (_, index) => moved("a", index)))
    await kit.append("counter-a", ...Array.from({ length: 600 }, (_, index) => moved("a", index)))
    await runner.settle()
    await decide("retry")
    await untilNoDecision()
    expect(await listFaults(kit.sql)).toMatchObject([{ attempts: 2, waiting: 1_199 }])
    foldDefect.isMended = true
    await decide("retry", "counter-a")
    await until(async () => {
      await runner.settle()
      return (await listFaults(kit.sql)).length === 0
    })
    await rebuild(kit.sql, counters, kit.options)
    await until(async () => {
      await runner.settle()
      return (await findBuild(kit.sql, "counters", 2))?.owner !== null
    })
    expect(await verify(kit.sql, counters, [1, 2])).toMatchObject({ equal: true, tables: [{ rows: [1, 1] }] })
    expect(await events("a")).toBe(1_200)
  })

  it("is skipped when an operator decides so, which is recorded and also applies to later builds of the same code", async () => {
    await kit.append("counter-a", moved("a", 1), moved("a", POISON), moved("a", 2), moved("a", POISON), moved("a", 3))
    await runner.settle()
    await decide("skip")
    await untilNoDecision()
    expect(await events("a")).toBe(2)
    await decide("skip", "counter-a")
    await until(async () => {
      await runner.settle()
      return (await listFaults(kit.sql)).length === 0
    })
    expect(await events("a")).toBe(3)
    expect(await kit.sql`select park_key, error, decided_by, reason from es.skipped`).toEqual(
      Array(2).fill({ park_key: "counter-a", error: "poison", decided_by: "operator:test", reason: "a test" }),
    )
    const { faults } = await rebuild(kit.sql, counters, kit.options)
    expect(faults).toBe(0)
    const again = { ...counters, name: "counters", codeHash: "newer" }
    expect((await rebuild(kit.sql, again, kit.options)).faults).toBe(4)
  })

  it("because its data does not match the schema is found by followers and rebuilds alike", async () => {
    await kit.append("counter-a", moved("a", 1), moved("a", 2))
    await kit.append("counter-b", moved("b", 1))
    await kit.sql`update es.event set data = '{"counterId": "a", "by": "two"}' where stream = 'counter-a' and version = 2`
    await runner.settle()
    const { faults } = await rebuild(kit.sql, counters, kit.options)
    expect(faults).toBe(1)
    const found = await listFaults(kit.sql)
    expect(found.map(({ build, park_key }) => [build, park_key])).toEqual([
      [1, "counter-a"],
      [2, "counter-a"],
    ])
    for (const { error } of found) expect(error).toMatch(/by|note/)
    expect(await events("a")).toBe(1)
  })

  it("in too many keys stops the build until an operator resumes it", async () => {
    for (let key = 0; key <= PARKED_KEYS_MAX; key++) await kit.append(`counter-${key}`, moved(`${key}`, POISON))
    await runner.settle()
    expect(await findBuild(kit.sql, "counters", 1)).toMatchObject({
      status: "faulted",
      reason: expect.stringContaining("100 keys"),
    })
    await kit.append("counter-sound", moved("sound", 1))
    await runner.settle()
    expect(await events("sound")).toBe(0)
    await expect(rebuild(kit.sql, counters, kit.options)).rejects.toThrow(TooManyFaults)
    foldDefect.isMended = true
    await decide("retry")
    await untilNoDecision()
    expect(await resumeBuilds(kit.sql, { name: "counters" })).toEqual([1])
    await until(async () => {
      await runner.settle()
      return (await events("sound")) === 1
    })
    expect(await findBuild(kit.sql, "counters", 1)).toMatchObject({ status: "live", reason: null })
  })
})

describe("a paused build", () => {
  it("stays where it is until it is resumed, and decisions wait", async () => {
    await kit.append("counter-a", moved("a", POISON))
    await runner.settle()
    expect(await pauseBuilds(kit.sql, { name: "counters" }, "lunch")).toEqual([1])
    expect(await pauseBuilds(kit.sql, { name: "counters" }, "lunch")).toEqual([])
    foldDefect.isMended = true
    await decide("retry")
    await kit.append("counter-b", moved("b", 1))
    await runner.settle()
    expect(await events("b")).toBe(0)
    expect((await findBuild(kit.sql, "counters", 1))?.reason).toBe("lunch")
    await resumeBuilds(kit.sql, { name: "counters" })
    await until(async () => {
      await runner.settle()
      return (await events("b")) === 1 && (await events("a")) === 1
    })
  })
})

describe("data that the database would reject", () => {
  const odd = table(
    "odd",
    {
      id: is.text,
      text: is.text,
      whole: is.int,
      amount: is.amount,
      at: is.at,
      json: is.json<unknown>(),
      texts: is.texts,
    },
    { key: ["id"] },
  )
  const good = {
    text: "",
    whole: 0,
    amount: "0",
    at: "2026-11-21T08:00:00.000Z",
    json: null as unknown,
    texts: [] as Array<string>,
  }
  const bad: ReadonlyArray<readonly [string, object, RegExp]> = [
    ["NUL in a text", { text: "a\0b" }, /odd\.text must be a text without NUL/],
    ["half a surrogate pair", { text: "\ud83d" }, /odd\.text must be a text without NUL or broken/],
    ["an invalid number", { whole: Number.NaN }, /odd\.whole must be a whole number/],
    ["a number that is too great", { whole: 3_000_000_000 }, /odd\.whole must be a whole number/],
    ["an amount with a fraction", { amount: "1.5" }, /odd\.amount must be a whole number as text/],
    ["a day that does not exist", { at: "2026-02-31T00:00:00.000Z" }, /odd\.at must be a time that exists/],
    ["an invalid time", { at: "soon" }, /odd\.at must be an ISO 8601 time/],
    ["NUL in JSON", { json: { deep: ["a\0"] } }, /odd\.json must be JSON without NUL/],
    ["NUL in a list", { texts: ["\0"] }, /odd\.texts must be a text without NUL/],
    ["nothing where something must be", { text: null }, /odd\.text must not be empty/],
    ["another key", { id: "other" }, /odd\.id is not the key/],
  ]
  const odds = makeProjection({
    name: "odds",
    version: 1,
    byStream: true,
    tables: [odd],
    handlers: [
      on(TestEvents, {
        "test.CounterMoved.v1": ({ counterId, by }) => [
          change(
            odd,
            [counterId],
            () => ({ id: counterId, ...good, json: { "\\u0000": "fine" }, ...(bad[by]?.[1] ?? {}) }) as never,
          ),
        ],
      }),
    ],
  })

  it("parks the key of its event, when following and when rebuilding, and never stops the others", async () => {
    await kit.prepare([odds])
    const own = await kit.runner([odds])
    for (const [index] of bad.entries()) await kit.append(`counter-${index}`, moved(`${index}`, index))
    await kit.append("counter-fine", moved("fine", -1))
    await own.settle()
    const faults = await listFaults(kit.sql, "odds")
    expect(faults.length).toBe(bad.length)
    for (const [index, [, , reason]] of bad.entries()) expect(faults[index]?.error).toMatch(reason)
    expect((await kit.sql`select id from read.odd`).map(({ id }) => id)).toEqual(["fine"])
    const { build, faults: parked } = await rebuild(kit.sql, odds, kit.options)
    expect(parked).toBe(bad.length)
    expect(
      (await listFaults(kit.sql, "odds")).filter((each) => each.build === build).map(({ error }) => error),
    ).toEqual(faults.map(({ error }) => error))
    await own.stop()
  })

  it("parks the key of its event even if only the database detects it", async () => {
    const picky = table("picky", { id: is.text, text: is.text }, { key: ["id"], indexes: ["(text)"] })
    const long = makeProjection({
      name: "long",
      version: 1,
      tables: [picky],
      handlers: [
        on(TestEvents, {
          "test.CounterMoved.v1": ({ counterId, note }) => [
            change(picky, [counterId], () => ({ id: counterId, text: note })),
          ],
        }),
      ],
    })
    await kit.prepare([long])
    const own = await kit.runner([long])
    // Larger than an index entry, and random so that it cannot be compressed.
    const huge = Array.from({ length: 400 }, () => Math.random().toString(36)).join("")
    await kit.append("counter-a", moved("a", 1, "short"))
    await kit.append("counter-b", moved("b", 1, huge))
    await kit.append("counter-c", moved("c", 1, "short"))
    await own.settle()
    await kit.append("counter-b", moved("b", 2, "short"))
    await own.settle()
    expect(await listFaults(kit.sql, "long")).toMatchObject([
      { park_key: "counter-b", error: expect.stringContaining("index row"), waiting: 1 },
    ])
    expect((await kit.sql`select id from read.picky order by id`).map(({ id }) => id)).toEqual(["a", "c"])
    await decideFaults(kit.sql, { name: "long" }, { decision: "skip", by: "operator:test", reason: null })
    await until(async () => {
      await own.settle()
      return (await listFaults(kit.sql, "long")).length === 0
    })
    expect((await findBuild(kit.sql, "long", 1))?.status).toBe("live")
    await own.stop()
  })
})
