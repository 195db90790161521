import { afterAll, describe, expect, it } from "vitest"
import { connect, type SqlClient } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { runRolling } from "../scripts/bench/rolling/runRolling.ts"

let db: TestDatabase
let sql: SqlClient
afterAll(async () => {
  await sql?.end()
  await db?.drop()
})

describe("a release behind a load balancer", () => {
  it("fails no request while every process is replaced", { timeout: 180_000 }, async () => {
    db = await testDatabase()
    sql = connect(db.url, { connectionsMax: 1 })
    const { quiet, rolling, streams, builds, replaced } = await runRolling({
      databaseUrl: db.url,
      rounds: 1,
      perSecond: 60,
      requestsMin: 500,
      quietMs: 1_000,
      people: 4,
      demo: false,
      isBrief: true,
      log: () => undefined,
    })
    expect([quiet.failures, rolling.failures, streams.failures]).toEqual([{}, {}, {}])
    expect(replaced).toBe(5)
    expect(rolling.sent).toBeGreaterThanOrEqual(500)
    // Pages of the release before answered until it was chosen, beside those of the new one while it was rolled out, and no others.
    const [before = "", chosen = ""] =
      builds
        .map((each) => each.split(" of "))
        .at(-1)
        ?.toReversed() ?? []
    expect(before).toBe(chosen)
    expect(builds.length).toBe(3)
    const rows = await sql<Array<{ type: string; build: string }>>`
      select type, data ->> 'build' as build from es.event where stream = 'releases-all' order by version`
    expect(rows.map(({ type }) => type)).toEqual(["releases.ReleaseChosen.v1", "releases.ReleaseChosen.v1"])
    expect(chosen.endsWith(rows[1]?.build ?? "?")).toBe(true)
    const [rates] = await sql<Array<{ build: number; previous: number }>>`
      select build, previous from es.live where name = 'rates'`
    expect(rates).toEqual({ build: 2, previous: 1 })
  })
})
