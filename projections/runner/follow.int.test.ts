import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { StoredEvent } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { Follower } from "./follow.ts"
import { findBuild, findLive, listBuilds, projectionStatus, schemaOf, waitFor } from "./index.ts"
import { LogTail } from "./LogTail.ts"
import { cleared, moved, seen } from "./testing/events.ts"
import { type Kit, makeKit, readCounters, until } from "./testing/kit.ts"
import { counters, nextRow } from "./testing/registry.ts"

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

/** Connections of one kit, which stay open. */
const pidsOf = async ({ sql }: Kit): Promise<Array<number>> => {
  const requested = await Promise.all(
    Array.from({ length: 20 }, () => sql<Array<{ pid: number }>>`select pg_backend_pid() as pid`),
  )
  return [...new Set(requested.flat().map(({ pid }) => pid))]
}

describe("a followed projection", () => {
  it("folds events into its rows, in order, within one batch and across batches", async () => {
    await kit.prepare([counters])
    const runner = await kit.runner([counters])
    let row = null
    for (const by of [3, -1, 4, 1, 5, 9]) {
      await kit.append("counter-a", moved("a", by, `note ${by}`))
      row = nextRow(row, "a", by, `note ${by}`)
      await runner.settle()
    }
    await kit.append("counter-b", ...Array.from({ length: 900 }, (_, index) => moved("b", index)))
    await kit.append("counter-c", moved("c", 1), cleared("c"))
    await runner.settle()
    const rows = await readCounters(kit.sql)
    expect(rows.get("a")).toEqual(row)
    expect(rows.get("b")).toMatchObject({ events: 900, total: (899 * 900) / 2 })
    expect(rows.has("c")).toBe(false)
    await runner.stop()
  })

  it("takes nothing from a server that is lost: its last events may never have reached the standby", async () => {
    await kit.prepare([counters])
    const tail = new LogTail(kit.sql, counters.types)
    const decode = (of: typeof counters, { type, data }: StoredEvent) =>
      of.familyOf(type)?.decodeSync(type, data) as never
    const follower = new Follower({ sql: kit.sql, tail, decode, owner: "a", log: () => undefined }, counters, 1)
    const step = async () => (await follower.step(performance.now())).moved
    const totalOf = async () => (await readCounters(kit.sql)).get("a")?.total
    await kit.append("counter-a", moved("a", 3))
    await tail.advance()
    await step()
    await kit.append("counter-a", moved("a", 4))
    await tail.advance()
    tail.server = "2026-01-01 00:00:00+00"
    await step()
    expect(await totalOf()).toBe(3)
    await tail.advance()
    while (await step());
    expect(await totalOf()).toBe(7)
    await follower.stop()
  })

  it("moves its position past events of other types", async () => {
    await kit.prepare([counters])
    const runner = await kit.runner([counters])
    const position = await kit.append("counter-a", seen("a"), seen("a"))
    await runner.settle()
    await until(async () => {
      await runner.round()
      return (await findBuild(kit.sql, "counters", 1))?.position === position
    })
    expect((await projectionStatus(kit.sql))[0]).toMatchObject({
      name: "counters",
      lag_events: 0,
      lag_seconds: 0,
      status: "live",
    })
    await runner.stop()
  })

  it("shows a person what they just did, and does not wait for a stopped build", async () => {
    await kit.prepare([counters])
    const runner = await kit.runner([counters], { loop: true })
    for (let by = 1; by <= 20; by++) {
      const position = await kit.append("counter-a", moved("a", by))
      expect(await kit.runtime.runPromise(waitFor("counters", position, 10_000))).toBe(true)
      expect((await readCounters(kit.sql)).get("a")?.events).toBe(by)
    }
    await kit.sql`update es.projection set paused = true`
    const started = performance.now()
    expect(await kit.runtime.runPromise(waitFor("counters", 1_000_000, 10_000))).toBe(false)
    expect(await kit.runtime.runPromise(waitFor("nobody", 1, 10_000))).toBe(false)
    expect(performance.now() - started).toBeLessThan(5_000)
    await runner.stop()
  })

  it("releases its lease when it stops, so that the next runner continues at once", async () => {
    await kit.prepare([counters])
    const first = await kit.runner([counters])
    await first.settle()
    expect((await findBuild(kit.sql, "counters", 1))?.owner).not.toBeNull()
    const second = await kit.runner([counters])
    await kit.append("counter-a", moved("a", 1))
    await second.settle()
    expect((await readCounters(kit.sql)).size).toBe(0)
    await first.stop()
    expect((await findBuild(kit.sql, "counters", 1))?.owner).toBeNull()
    await second.stop()
    const third = await kit.runner([counters])
    await third.settle()
    expect((await readCounters(kit.sql)).size).toBe(1)
    await third.stop()
  })

  it("recovers each time the database closes all connections", async () => {
    await kit.prepare([counters])
    const other = await makeKit(db.url)
    const runner = await other.runner([counters], { loop: true })
    for (let cut = 1; cut <= 15; cut++) {
      await kit.append("counter-a", moved("a", 1))
      await until(async () => (await readCounters(kit.sql)).get("a")?.events === cut)
      await kit.sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> all (${await pidsOf(kit)})`
    }
    await runner.stop()
    await other.stop()
  })

  it("applies events again that a database crash lost, although its lease survived the crash", async () => {
    await kit.prepare([counters])
    const runner = await kit.runner([counters])
    const first = await kit.append("counter-a", moved("a", 1))
    await runner.settle()
    const table = kit.sql(`${schemaOf("counters", 1)}.counter`)
    const [stored] = await kit.sql`select * from ${table}`
    await kit.append("counter-a", moved("a", 1))
    await runner.settle()
    expect((await readCounters(kit.sql)).get("a")?.events).toBe(2)
    // Read models do not wait for the disk: a crash may lose their last transactions, but only whole ones.
    await kit.sql.begin(async (sql) => {
      await sql`update es.projection set position = ${first} where name = 'counters'`
      await sql`delete from ${table}`
      await sql`insert into ${table} ${sql(stored ?? {})}`
    })
    await until(async () => {
      await runner.round()
      return (await readCounters(kit.sql)).get("a")?.events === 2
    })
    await runner.stop()
  })

  it("is not touched by a runner of other code", async () => {
    await kit.prepare([counters])
    const runner = await kit.runner([{ ...counters, codeHash: "other" }])
    await kit.append("counter-a", moved("a", 1))
    await runner.settle()
    expect((await findBuild(kit.sql, "counters", 1))?.position).toBeLessThan(2)
    await runner.stop()
  })
})

describe("prepareProjections", () => {
  it("builds missing projections, changes nothing the second time, and returns to an earlier build with its code", async () => {
    await kit.append("counter-a", moved("a", 1))
    expect(await kit.prepare([counters])).toEqual([{ name: "counters", build: 1, events: 1 }])
    expect(await kit.prepare([counters])).toEqual([])
    const newer = { ...counters, version: 2, codeHash: "newer" }
    expect(await kit.prepare([newer])).toEqual([{ name: "counters", build: 2, events: 1 }])
    expect((await findBuild(kit.sql, "counters", 1))?.status).toBe("retired")
    await kit.append("counter-a", moved("a", 5))
    expect(await kit.prepare([counters])).toEqual([{ name: "counters", build: 1, events: 0 }])
    expect(await findLive(kit.sql, "counters")).toEqual({ build: 1, previous: 2 })
    expect((await readCounters(kit.sql)).get("a")).toMatchObject({ events: 2, total: 6 })
  })

  it("adds a new version while the old one still runs and events arrive", { tags: ["long"] }, async () => {
    await kit.prepare([counters])
    const old = await kit.runner([counters], { loop: true })
    let isWriting = true
    let written = 0
    const writing = (async () => {
      for (; isWriting; written++) await kit.append("counter-a", moved("a", 1))
    })()
    await until(async () => ((await readCounters(kit.sql)).get("a")?.events ?? 0) > 5)
    const newer = { ...counters, version: 2, codeHash: "newer" }
    expect(await kit.prepare([newer])).toMatchObject([{ build: 2 }])
    expect((await listBuilds(kit.sql, "counters")).map(({ status }) => status)).toEqual(["retired", "live"])
    const runner = await kit.runner([newer], { loop: true })
    isWriting = false
    await writing
    await until(async () => (await readCounters(kit.sql)).get("a")?.events === written)
    await Promise.all([old.stop(), runner.stop()])
  })

  it("switches to a new version only if columns of both are equal, except those that it declares as changed", async () => {
    await kit.append("counter-a", moved("a", 1, "first"))
    await kit.prepare([counters])
    // Nothing follows the live build, so it lacks these: the builds are compared as of the event before.
    await kit.append("counter-a", moved("a", 5, "second"))
    await kit.append("counter-b", moved("b", 2))
    const louder = {
      ...counters,
      version: 2,
      codeHash: "louder",
      fold: (...event: Parameters<typeof counters.fold>) =>
        counters.fold(...event).map((each) => {
          if (!("change" in each)) return each
          const next = each.change(null)
          return { ...each, change: () => next && { ...next, note: "loud" } }
        }),
    }
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(kit.prepare([louder])).rejects.toThrow(
        "build 2 of counters differs from the live build 1 in note of counter (1 rows). To switch anyway",
      )
    expect((await findLive(kit.sql, "counters"))?.build).toBe(1)
    await kit.prepare([{ ...louder, changes: { counter: ["note"] } }])
    expect((await findLive(kit.sql, "counters"))?.build).toBe(2)
    expect([...(await readCounters(kit.sql)).keys()].toSorted()).toEqual(["a", "b"])

    const silent = { ...counters, version: 3, codeHash: "silent", fold: () => [] }
    await expect(kit.prepare([silent])).rejects.toThrow("counter has 0 rows instead of 2")
    await kit.prepare([{ ...silent, changes: { counter: "rows" } }])
    expect(await readCounters(kit.sql)).toEqual(new Map())
    // Going back is always allowed.
    await kit.prepare([louder])
    expect((await findLive(kit.sql, "counters"))?.build).toBe(2)
  })

  it("can run several times at once", async () => {
    await kit.append("counter-a", moved("a", 1))
    const made = await Promise.all([kit.prepare([counters]), kit.prepare([counters]), kit.prepare([counters])])
    expect(made.flat()).toEqual([{ name: "counters", build: 1, events: 1 }])
    expect(await kit.sql`select nspname from pg_namespace where nspname like 'rm\\_%'`).toEqual([
      { nspname: schemaOf("counters", 1) },
    ])
  })
})
