import { rm } from "node:fs/promises"
import { Layer, ManagedRuntime } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { connect, Replicas, Sql } from "#core/kernel"
import { runReplica } from "../scripts/bench/replica/runReplica.ts"
import { makeTestHome } from "../scripts/testing/home.ts"
import { promote, startPair } from "../scripts/testing/replication.ts"

const undo: Array<() => unknown> = []
afterAll(async () => {
  for (const step of undo.reverse()) await step()
})

describe("a read replica that lags", () => {
  it("never shows a person less than what they wrote, and serves most reads", { timeout: 600_000 }, async () => {
    const { stale, shareOnReplica, shareWhilePaused } = await runReplica({
      people: 12,
      ownReads: 60,
      mixed: 120,
      perSecond: 12,
      compared: 0,
      demo: false,
      log: () => undefined,
    })
    expect(stale).toBe(0)
    expect(shareOnReplica).toBeGreaterThan(0.75)
    expect(shareWhilePaused).toBe(0)
  })
})

describe("a read replica", () => {
  it("loses no query that it cancels, and is not read any more after its promotion", { timeout: 300_000 }, async () => {
    const root = makeTestHome()
    undo.push(() => rm(root, { recursive: true, force: true }))
    const { primary, standby, database, url } = await startPair(root)
    undo.push(primary.server.stop, standby.server.stop)
    const [onPrimary, onStandby] = [primary, standby].map(({ server }) =>
      connect(server.url(database), { connectionsMax: 2 }),
    )
    if (onPrimary === undefined || onStandby === undefined) throw new Error("there is no pair")
    undo.push(
      () => onPrimary.end({ timeout: 1 }),
      () => onStandby.end({ timeout: 1 }),
    )
    await onPrimary`create table kept (id int)`
    // Whatever conflicts with the log is canceled at once.
    await onStandby.unsafe("alter system set max_standby_streaming_delay = 0")
    await onStandby`select pg_reload_conf()`

    const runtime = ManagedRuntime.make(
      Replicas.layer(url).pipe(Layer.provide(Sql.layer(primary.server.url(database)))),
    )
    undo.push(() => runtime.dispose())
    const replicas = await runtime.runPromise(Replicas)
    const chosen = async () => replicas.choose(await replicas.mark())
    await expect.poll(chosen).not.toBeNull()
    const replica = await chosen()
    if (replica === null) throw new Error("no replica was chosen")

    // On the standby it sleeps; on the primary it answers at once.
    const requested = replica.client<Array<{ count: number }>>`
      select count(*) as count, case when pg_is_in_recovery() then pg_sleep(60)::text end as slept from kept`
    requested.execute()
    const isRunning = async () =>
      (await onStandby`select from pg_stat_activity where query like '%pg_sleep(60)%' and wait_event = 'PgSleep'`)
        .length === 1
    await expect.poll(isRunning).toBe(true)
    await onPrimary`alter table kept add column more int`
    expect(await requested).toEqual([{ count: 0, slept: null }])
    expect(replicas.counts).toEqual({ fallbacks: 1, conflicts: 1 })

    await promote(standby.server)
    await expect.poll(() => replicas.choose(null)).toBeNull()
  })
})
