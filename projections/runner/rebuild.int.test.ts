import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import {
  Busy,
  CannotDrop,
  CannotSwitch,
  change,
  digest,
  dropBuild,
  findBuild,
  findLive,
  is,
  listBuilds,
  makeProjection,
  makeVector,
  on,
  orNull,
  rebuild,
  rollback,
  switchTo,
  table,
  verify,
} from "./index.ts"
import { withLock } from "./lock.ts"
import { cleared, moved, seen, TestEvents } from "./testing/events.ts"
import { type Kit, MASTER_KEY, makeKit, readCounters, until } from "./testing/kit.ts"
import { counters, sums } from "./testing/registry.ts"

let db: TestDatabase
let kit: Kit
const workers = (count: number) => ({
  count,
  url: db.url,
  registry: new URL("./testing/registry.ts", import.meta.url).href,
  masterKey: MASTER_KEY,
})
const texts = ["plain", 'quote " and \\ backslash', "tab\tnewline\nreturn\r", "\\N", "ünïcödé 漢字 🙂", ""]

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
    const events = Array.from({ length: eventsEach }, (_, index) =>
      moved(`c${stream}`, index - stream, texts[(index + stream) % texts.length]),
    )
    await kit.append(
      `counter-c${stream}`,
      ...events,
      seen(`c${stream}`),
      ...(stream % 7 === 0 ? [cleared(`c${stream}`)] : []),
    )
  }
}

describe("a rebuild", () => {
  it("gives the same rows as following, row by row", async () => {
    await kit.prepare([counters])
    await fillLog(40, 30)
    const runner = await kit.runner([counters])
    await runner.settle()
    const { build, events, faults } = await rebuild(kit.sql, counters, kit.options)
    expect({ build, events, faults }).toEqual({ build: 2, events: 40 * 30 + 6, faults: 0 })
    await fillLog(5, 3)
    // The next check for new builds is at most a second away.
    await until(async () => {
      await runner.settle()
      return (await findBuild(kit.sql, "counters", 2))?.owner !== null
    })
    await runner.settle()
    const verdict = await verify(kit.sql, counters, [1, 2])
    expect(verdict).toMatchObject({
      equal: true,
      parkedKeys: [0, 0],
      tables: [{ table: "counter", rows: [34, 34], equal: true }],
    })
    await runner.stop()
  })

  it("gives the same rows with little memory, with two threads, and with both", async () => {
    await fillLog(60, 20)
    const ways = [
      {},
      { rowsInMemoryMax: 5 },
      { workers: workers(2) },
      { workers: { ...workers(2), rowsInMemoryMax: 5 } },
    ]
    const digests = []
    for (const way of ways) {
      const seenEvents: Array<number> = []
      const { build, events } = await rebuild(kit.sql, counters, {
        ...kit.options,
        ...way,
        onProgress: (each) => seenEvents.push(each.events),
      })
      expect(events).toBe(60 * 20 + 9)
      expect(seenEvents).toEqual([...seenEvents].sort((a, b) => a - b))
      digests.push(await digest(kit.sql, counters, build))
    }
    expect(digests[0]?.[0]?.rows).toBe(51)
    for (const each of digests) expect(each).toEqual(digests[0])
  })

  it("of sums from one field of each event gives the same rows, and parks events without the field", async () => {
    await kit.prepare([sums])
    await fillLog(15, 4)
    await kit.sql`update es.event set data = data - 'by' where stream = 'counter-c3' and version = 2`
    const runner = await kit.runner([sums])
    await runner.settle()
    await runner.stop()
    const { build, events, faults } = await rebuild(kit.sql, sums, { ...kit.options, rowsInMemoryMax: 2 })
    expect({ events, faults }).toEqual({ events: 15 * 4 + 3, faults: 3 })
    const verdict = await verify(kit.sql, sums, [1, build])
    expect(verdict).toMatchObject({ equal: true, parkedKeys: [1, 1], tables: [{ rows: [3, 3] }] })
    const rows = await kit.sql`select name, moves, total::text, note from read.sum order by name`
    expect(rows.map(({ name, moves, note }) => [name, moves, note])).toEqual([
      ["all", 57, "c14"],
      ["down", 48, ""],
      ["up", 9, ""],
    ])
  })

  it("reports the error of a worker thread and leaves nothing behind", async () => {
    await fillLog(3, 3)
    const broken = { ...workers(2), registry: new URL("./testing/kit.ts", import.meta.url).href }
    await expect(rebuild(kit.sql, counters, { ...kit.options, workers: broken })).rejects.toThrow()
    expect(await listBuilds(kit.sql, "counters")).toEqual([])
  })

  it("runs alone: a second one of the same projection is rejected, and its build cannot be dropped", async () => {
    await kit.prepare([counters])
    await fillLog(20, 5)
    // The first one cannot end before the second was rejected.
    const blocker = await kit.sql.reserve()
    await blocker`begin`
    await blocker`lock table es.event in access exclusive mode`
    const first = rebuild(kit.sql, counters, kit.options)
    await until(
      async () =>
        (await kit.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
          .length > 0,
    )
    await expect(rebuild(kit.sql, counters, kit.options)).rejects.toThrow(Busy)
    await blocker`rollback`
    blocker.release()
    expect(await first).toMatchObject({ build: 2 })
    await kit.sql`update es.projection set status = 'filling' where build = 2`
    await withLock(kit.sql, "rebuild", "counters", "refuse", () =>
      expect(dropBuild(kit.sql, "counters", 2)).rejects.toThrow(Busy),
    )
    // A build of a killed rebuild can be dropped.
    await dropBuild(kit.sql, "counters", 2)
    expect((await listBuilds(kit.sql, "counters")).map(({ build }) => build)).toEqual([1])
  })

  it("keeps one candidate and the build before the live one, and drops older builds", async () => {
    await kit.prepare([counters])
    const numbers = async () => (await listBuilds(kit.sql, "counters")).map(({ build, status }) => `${build} ${status}`)
    await rebuild(kit.sql, counters, kit.options)
    await rebuild(kit.sql, counters, kit.options)
    expect(await numbers()).toEqual(["1 live", "3 building"])
    await switchTo(kit.sql, counters, 3)
    expect(await numbers()).toEqual(["1 standby", "3 live"])
    await rebuild(kit.sql, counters, kit.options)
    await switchTo(kit.sql, counters, 4)
    expect(await numbers()).toEqual(["3 standby", "4 live"])
    const schemas = await kit.sql`select nspname from pg_namespace where nspname like 'rm\\_%' order by 1`
    expect(schemas.map(({ nspname }) => nspname)).toEqual(["rm_counters_3", "rm_counters_4"])
  })
})

describe("a switch", () => {
  it("rejects a build that is missing, paused, faulted, of other code, or behind the live one", async () => {
    await kit.prepare([counters])
    await fillLog(2, 2)
    await rebuild(kit.sql, counters, kit.options)
    const refusal = (projection = counters, build = 2) =>
      expect(switchTo(kit.sql, projection, build, { waitMsMax: 50 })).rejects
    await refusal(counters, 9).toThrow(/there is no build 9/)
    await refusal({ ...counters, codeHash: "other" }).toThrow(/made by other code/)
    await kit.sql`update es.projection set paused = true where build = 2`
    await refusal().toThrow(/is paused/)
    await kit.sql`update es.projection set paused = false, status = 'faulted' where build = 2`
    await refusal().toThrow(/is faulted/)
    await kit.sql`update es.projection set status = 'building', position = 1 where build = 2`
    await kit.sql`update es.projection set position = 3 where build = 1`
    await refusal().toThrow(CannotSwitch)
    await expect(dropBuild(kit.sql, "counters", 1)).rejects.toThrow(CannotDrop)
    expect((await kit.sql`select * from read.counter`).length).toBe(0)
  })

  it("waits until the new build has passed the live one, so that readers never see an older state", async () => {
    await kit.prepare([counters])
    const runner = await kit.runner([counters], { loop: true })
    await rebuild(kit.sql, counters, kit.options)
    let total = 0
    let isWriting = true
    const writing = (async () => {
      while (isWriting) {
        await kit.append("counter-a", moved("a", 1))
        total++
      }
    })()
    let seenMost = 0
    const reading = (async () => {
      while (isWriting) {
        const [row] = await kit.sql<Array<{ events: number }>>`select events from read.counter where id = 'a'`
        expect(row?.events ?? 0).toBeGreaterThanOrEqual(seenMost)
        seenMost = row?.events ?? 0
      }
    })()
    await until(async () => (await findBuild(kit.sql, "counters", 2))?.owner !== null)
    for (let round = 0; round < 6; round++) {
      if (round === 0) await switchTo(kit.sql, counters, 2, { waitMsMax: 40_000 })
      else await rollback(kit.sql, counters, { waitMsMax: 40_000 })
    }
    isWriting = false
    await Promise.all([writing, reading])
    await until(async () => (await readCounters(kit.sql)).get("a")?.events === total)
    expect(await findLive(kit.sql, "counters")).toEqual({ build: 1, previous: 2 })
    await runner.stop()
  })
})

describe("verify", () => {
  it("finds a manipulated row", async () => {
    await kit.prepare([counters])
    await fillLog(5, 5)
    const runner = await kit.runner([counters])
    await runner.settle()
    await rebuild(kit.sql, counters, kit.options)
    expect((await verify(kit.sql, counters, [1, 2])).equal).toBe(true)
    await kit.sql`update rm_counters_1.counter set total = total + 1 where id = 'c3'`
    expect(await verify(kit.sql, counters, [1, 2])).toMatchObject({
      equal: false,
      tables: [{ rows: [4, 4], equal: false }],
    })
    await runner.stop()
  })

  it("aligns builds while events keep arriving, and holds neither for long", async () => {
    await kit.prepare([counters])
    const runner = await kit.runner([counters], { loop: true })
    await rebuild(kit.sql, counters, kit.options)
    let isWriting = true
    const writing = Promise.all(
      [1, 2, 3].map(async (stream) => {
        while (isWriting) await kit.append(`counter-${stream}`, moved(`${stream}`, 1))
      }),
    )
    await until(async () => (await findBuild(kit.sql, "counters", 2))?.owner !== null)
    for (let round = 0; round < 5; round++) expect((await verify(kit.sql, counters, [1, 2])).equal).toBe(true)
    isWriting = false
    await writing
    const holds = await kit.sql`select from es.projection where hold_until is not null`
    expect(holds.length).toBe(0)
    await runner.stop()
  })

  it("reports which build is behind if no runner follows the builds", async () => {
    await kit.prepare([counters])
    await kit.append("counter-a", moved("a", 1))
    await rebuild(kit.sql, counters, kit.options)
    await expect(verify(kit.sql, counters, [1, 2], { waitMsMax: 100 })).rejects.toThrow(
      /build 1 \(live\) at position 0.*Is a worker running/,
    )
  })
})

describe("all column types", () => {
  const kinds = table(
    "kinds",
    {
      id: is.text,
      order: is.int,
      big: is.bigint,
      amount: is.amount,
      yes: is.bool,
      at: is.at,
      list: is.texts,
      group: is.json<unknown>(),
      words: is.vector,
      maybe: orNull(is.at),
    },
    {
      key: ["id", "order"],
      indexes: ['("order", "group")', 'using gin ("words") with (fastupdate = off)'],
      storage: "toast_tuple_target = 128",
    },
  )
  const all = makeProjection({
    name: "all_kinds",
    version: 1,
    byStream: true,
    tables: [kinds],
    handlers: [
      on(TestEvents, {
        "test.CounterMoved.v1": ({ counterId, by, note }, { recordedAt }) =>
          [0, 1].map((order) =>
            change(kinds, [counterId, order], (row) => ({
              id: counterId,
              order,
              big: (row?.big ?? 0) + by * 1_000_000_000_000,
              amount: (BigInt(row?.amount ?? 0) + 10n ** 30n).toString(),
              yes: !(row?.yes ?? false),
              at: recordedAt,
              list: [...(row?.list ?? []), note].slice(-3),
              group: { note, before: row?.group ?? null, no: by / 3 },
              words: makeVector([...note].map((each, place) => [each, place + 1, place === 0 ? "A" : "D"])),
              maybe: row?.maybe ?? (by === 2 ? recordedAt : null),
            })),
          ),
      }),
    ],
  })

  it("give the same rows when followed one by one and when rebuilt in bulk", async () => {
    await kit.prepare([all])
    const runner = await kit.runner([all])
    for (const [index, note] of [...texts, ...texts].entries()) {
      await kit.append(
        `counter-${index % 4}`,
        moved(`${index % 4}`, index, note),
        moved(`${index % 4}`, index, `${note}{},"`),
      )
      if (index % 3 === 0) await runner.settle()
    }
    await runner.settle()
    for (const way of [{}, { rowsInMemoryMax: 1 }]) {
      const { build } = await rebuild(kit.sql, all, { ...kit.options, ...way })
      const [live, rebuilt] = [await digest(kit.sql, all, 1), await digest(kit.sql, all, build)]
      expect(rebuilt).toEqual(live)
      expect(live).toMatchObject([{ table: "kinds", rows: 8 }])
    }
    await runner.stop()
  })
})
