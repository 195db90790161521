import { setTimeout } from "node:timers/promises"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { Busy, findBuild, listBuilds, projectionStatus, rebuild, switchTo, verify } from "./index.ts"
import { startChild } from "./testing/child.ts"
import { cleared, moved } from "./testing/events.ts"
import { type Kit, makeKit, readCounters, until } from "./testing/kit.ts"
import { type CounterRow, counters, nextRow, projections } from "./testing/registry.ts"

const KILLS = 10
const STREAMS = 20
/** Without a pause, two writers would leave followers no CPU time on a small machine. */
const WRITING_PAUSE_MS = 5

let db: TestDatabase
let kit: Kit

beforeEach(async () => {
  db = await testDatabase()
  kit = await makeKit(db.url)
  await kit.prepare(projections)
})

afterEach(async () => {
  await kit.stop()
  await db.drop()
})

const random = (below: number) => Math.floor(Math.random() * below)

const appendSome = async () => {
  const id = `c${random(STREAMS)}`
  const events = Array.from({ length: 1 + random(5) }, () =>
    random(30) === 0 ? cleared(id) : moved(id, random(1_000), "kill -9"),
  )
  await kit.append(`counter-${id}`, ...events)
}

/** The whole log, folded in memory. */
const foldedInMemory = async () => {
  const rows = new Map<string, CounterRow>()
  const events = await kit.sql<Array<{ type: string; data: { counterId: string; by: number; note: string } }>>`
    select type, data from es.event order by position`
  for (const { type, data } of events) {
    const { counterId, by, note } = data
    if (type === "test.CounterCleared.v1") rows.delete(counterId)
    else rows.set(counterId, nextRow(rows.get(counterId) ?? null, counterId, by, note))
  }
  return rows
}

const isCurrent = async () => (await projectionStatus(kit.sql)).every(({ lag_events }) => lag_events === 0)

describe("kill -9", () => {
  it("of a runner at any moment loses no event and applies none twice", async () => {
    let isWriting = true
    const writing = Promise.all(
      [1, 2].map(async () => {
        while (isWriting) {
          await appendSome()
          await setTimeout(WRITING_PAUSE_MS)
        }
      }),
    )
    let next = startChild("runnerProcess.ts", db.url)
    for (let kill = 0; kill < KILLS; kill++) {
      const child = next
      await child.wrote("running")
      // The next one is started before the kill; it takes over as soon as this one is gone.
      next = startChild("runnerProcess.ts", db.url)
      const before = (await findBuild(kit.sql, "counters", 1))?.position ?? 0
      await until(async () => ((await findBuild(kit.sql, "counters", 1))?.position ?? 0) > before + random(40))
      await setTimeout(random(20))
      await child.kill()
    }
    isWriting = false
    await writing
    await until(isCurrent)
    await next.kill()
    expect(await readCounters(kit.sql)).toEqual(await foldedInMemory())
    expect((await findBuild(kit.sql, "counters", 1))?.fence).toBeGreaterThanOrEqual(KILLS)
  }, 180_000)

  it("of a rebuild at any moment does not affect the live build, and the next rebuild succeeds", async () => {
    for (let round = 0; round < 400; round++) await appendSome()
    const runner = await kit.runner(projections)
    await runner.settle()
    for (const [threads, moment] of [
      ["1", "filled"],
      ["1", ""],
      ["2", "filled"],
      ["1", "filled"],
    ] as const) {
      const child = startChild("rebuildProcess.ts", db.url, threads)
      await child.wrote(moment)
      await setTimeout(random(30))
      await child.kill()
      expect(await readCounters(kit.sql)).toEqual(await foldedInMemory())
    }
    // The server releases the lock of a killed process once it detects the closed connection.
    let build = 0
    await until(async () => {
      build = await rebuild(kit.sql, counters, kit.options).then(
        (built) => built.build,
        (error) => {
          if (error instanceof Busy) return 0
          throw error
        },
      )
      return build > 0
    })
    expect((await listBuilds(kit.sql, "counters")).map((each) => each.build)).toEqual([1, build])
    const schemas = await kit.sql`select nspname from pg_namespace where nspname like 'rm\\_counters%' order by 1`
    expect(schemas.length).toBe(2)
    await until(async () => {
      await runner.settle()
      return (await findBuild(kit.sql, "counters", build))?.owner !== null
    })
    expect(await verify(kit.sql, counters, [1, build])).toMatchObject({ equal: true })
    await switchTo(kit.sql, counters, build)
    expect(await readCounters(kit.sql)).toEqual(await foldedInMemory())
    await runner.stop()
  }, 120_000)
})

describe("a hanging runner", () => {
  it("is fenced off after another one took over, and writes nothing when it continues", async () => {
    const asleep = startChild("runnerProcess.ts", db.url)
    await asleep.wrote("running")
    for (let round = 0; round < 50; round++) await appendSome()
    await until(isCurrent)
    const fence = (await findBuild(kit.sql, "counters", 1))?.fence ?? 0
    asleep.signal("SIGSTOP")
    for (let round = 0; round < 50; round++) await appendSome()
    const runner = await kit.runner(projections)
    await runner.settle()
    expect(await isCurrent()).toBe(false)
    // As if the lease had expired.
    await kit.sql`update es.projection set lease_until = now() - interval '1 second'`
    await until(async () => {
      await runner.settle()
      return isCurrent()
    })
    expect((await findBuild(kit.sql, "counters", 1))?.fence).toBe(fence + 1)
    const owner = (await findBuild(kit.sql, "counters", 1))?.owner
    asleep.signal("SIGCONT")
    for (let round = 0; round < 50; round++) {
      await appendSome()
      await runner.settle()
    }
    expect(await readCounters(kit.sql)).toEqual(await foldedInMemory())
    expect((await findBuild(kit.sql, "counters", 1))?.owner).toBe(owner)
    await asleep.kill()
    await runner.stop()
  }, 120_000)

  it("in the middle of a transaction does not stop others, and its transaction is rolled back", async () => {
    await kit.append("counter-a", moved("a", 1))
    const asleep = startChild("runnerProcess.ts", db.url)
    await asleep.wrote("running")
    await until(isCurrent)
    await kit.sql.begin(async (blocker) => {
      await blocker`select * from rm_counters_1.counter for update`
      await kit.append("counter-a", moved("a", 2))
      const [own] = await blocker<Array<{ pid: number }>>`select pg_backend_pid() as pid`
      const blocked = () => kit.sql`select from pg_stat_activity where ${own?.pid ?? 0} = any(pg_blocking_pids(pid))`
      const isPeopleDone = async () =>
        (await projectionStatus(kit.sql)).some(({ name, lag_events }) => name === "people" && lag_events === 0)
      // Otherwise it could be stopped in a transaction of the other projection as well.
      await until(async () => (await blocked()).length > 0 && (await isPeopleDone()))
      asleep.signal("SIGSTOP")
    })
    const runner = await kit.runner(projections)
    const runOut = (name: string) =>
      kit.sql`update es.projection set lease_until = now() - interval '1 second' where name = ${name}`
    await runOut("people")
    await kit.append("counter-b", moved("b", 1))
    await runner.settle()
    // The other projection continues, while the locked build is skipped.
    expect((await findBuild(kit.sql, "people", 1))?.position).toBeGreaterThan(
      (await findBuild(kit.sql, "counters", 1))?.position ?? 0,
    )
    // The server does this by itself after the timeout of the transaction.
    await kit.sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction' and application_name = 'quire'`
    await runOut("counters")
    await until(async () => {
      await runner.settle()
      return isCurrent()
    })
    expect((await readCounters(kit.sql)).get("a")).toMatchObject({ events: 2, total: 3 })
    asleep.signal("SIGCONT")
    await asleep.kill()
    await runner.stop()
  }, 120_000)
})
