import { afterAll, beforeAll, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { connect } from "../database/Sql.ts"
import { torture } from "../testing/torture/torture.ts"

const EVENTS = 100_000

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
})

afterAll(() => db.drop())

it("a reader gets every event once and in order while writers fail, stall and are killed", {
  timeout: 180_000,
}, async () => {
  const report = await torture({
    url: db.url,
    seed: 20261121,
    events: EVENTS,
    processes: 3,
    connections: 6,
    eventsPerAppendMax: 40,
    hotStreams: 24,
    slow_ms_max: 40,
    endConnectionEvery: 500,
    killProcessEvery: 8_000,
  })
  expect(report.events).toBeGreaterThanOrEqual(EVENTS)
  expect(report).toMatchObject({ read: report.events, missed: 0, duplicated: 0, inverted: 0 })
  // Checks that the run was hard enough: it had gaps and losses, and a reader without a watermark would have missed
  // events.
  expect(report.gaps).toBeGreaterThan(1_000)
  expect(report.connectionsEnded).toBeGreaterThan(100)
  expect(report.processesKilled).toBeGreaterThan(10)
  expect(report.missedByNaiveReader).toBeGreaterThan(0)

  const sql = connect(db.url, { connectionsMax: 1 })
  const [sound] = await sql<Array<{ heads: number; receipts: number }>>`
    select
      (select count(*)::int from es.stream s
        where s.version <> (select count(*) from es.event e where e.stream = s.stream)) as heads,
      (select count(*)::int from es.command c
        where not exists (select from es.event e where e.position = c.position)) as receipts`
  expect(sound).toEqual({ heads: 0, receipts: 0 })
  await sql.end({ timeout: 1 })
})
